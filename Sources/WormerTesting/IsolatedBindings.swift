import Testing
public import Wormer
// Tests verify bindings.
@_exported import WormerGraph

/// Runs a closure with its own copy of the bindings, and without any existing instances.
///
/// Use it with XCTest, or outside tests. With Swift Testing, use the trait `.isolatedBindings`.
///
/// ```swift
/// try withIsolatedBindings { injector in
///     injector.bind(Payment.self, to: .make { Refusal() })
///     let payment: Payment = injector.instance()
///     assert(payment is Refusal)
/// }
/// ```
///
/// The instances that `body` created end when it has returned or thrown: each `onEnd` runs, starting with the latest
/// instance. From the first one that must be awaited, they run in a task of their own. If `body` throws, or if that
/// task throws, an error of an `onEnd` is an issue of the running test, or printed if no test is running. In an
/// asynchronous function, the compiler chooses the asynchronous overload, even if `body` doesn't await.
///
/// - Parameters:
///   - ignored: The kinds of issues that are not reported.
///   - live: The live instances that `body` may create; see `Trait.isolatedBindings`.
///   - testModules: Further modules with mocks, whose bindings are not live.
///   - onLateLookup: Receives an issue if a task resolves something after `body` has ended. By default, the issue is
///     printed.
///   - body: The closure to run. Its argument is `Injector.default`.
///   - fileID: The file of the test. Bindings that are written in another module are never reported as unused.
///   - line: The line of the call, where unused assignments are reported.
/// - Returns: The result of `body`.
/// - Throws: Any error that `body` throws, `EndingError` if an `onEnd` throws, or `IsolationIssue` if a binding that
///   `body` added was never resolved or if, outside tests, a live instance was created that is not allowed. In a test
///   of XCTest, each such binding is a failure of the test instead, at the line of the binding.
@_disfavoredOverload
@discardableResult
public func withIsolatedBindings<Result>(
    ignoring ignored: Set<IsolationIssue.Kind> = [],
    allowingLive live: LiveInstances = .inherited,
    testModules: [String] = [],
    onLateLookup: @escaping @Sendable (IsolationIssue) -> Void = { print($0) },
    _ body: (Injector) throws -> Result,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws -> Result {
    let call = IsolatedCall(at: CodeLocation(fileID: fileID, line: line), ignored, live, testModules, onLateLookup)
    let result = try call.isolation.run { try body(.default) }
    try call.end()
    return result
}

/// Runs an asynchronous closure with its own copy of the bindings, and without any existing instances.
///
/// Each `onEnd` of what `body` created is awaited, even if the task is cancelled. See
/// `withIsolatedBindings(ignoring:allowingLive:testModules:onLateLookup:_:fileID:line:)`.
///
/// - Parameters:
///   - ignored: The kinds of issues that are not reported.
///   - live: The live instances that `body` may create; see `Trait.isolatedBindings`.
///   - testModules: Further modules with mocks, whose bindings are not live.
///   - onLateLookup: Receives an issue if a task resolves something after `body` has ended. By default, the issue is
///     printed.
///   - isolation: The actor that `body` runs on. The default is the caller's.
///   - body: The closure to run. Its argument is `Injector.default`.
///   - fileID: The file of the test. Bindings that are written in another module are never reported as unused.
///   - line: The line of the call, where unused assignments are reported.
/// - Returns: The result of `body`.
/// - Throws: Any error that `body` throws, `EndingError` if an `onEnd` throws, or `IsolationIssue` if a binding that
///   `body` added was never resolved or if, outside tests, a live instance was created that is not allowed. In a test
///   of XCTest, each such binding is a failure of the test instead, at the line of the binding.
@discardableResult
public func withIsolatedBindings<Result>(
    ignoring ignored: Set<IsolationIssue.Kind> = [],
    allowingLive live: LiveInstances = .inherited,
    testModules: [String] = [],
    onLateLookup: @escaping @Sendable (IsolationIssue) -> Void = { print($0) },
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Injector) async throws -> Result,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws -> Result {
    let call = IsolatedCall(at: CodeLocation(fileID: fileID, line: line), ignored, live, testModules, onLateLookup)
    let result = try await call.isolation.run { try await body(.default) }
    try call.end()
    return result
}

/// A call of `withIsolatedBindings`, which keeps its issues, because outside Swift Testing no test can record them.
private struct IsolatedCall {
    let isolation: Isolation
    private let log: IsolationLog
    private let issues = IsolationIssues()

    init(
        at location: CodeLocation,
        _ ignored: Set<IsolationIssue.Kind>,
        _ live: LiveInstances,
        _ testModules: [String],
        _ onLateLookup: @escaping @Sendable (IsolationIssue) -> Void
    ) {
        let rules = IsolationRules(ignoring: ignored, live, testModules: testModules) { [issues] issue, _ in
            switch issue.kind {
            case .liveInstance where RunningTest.record(issue): break
            case .severalCopies: _ = RunningTest.record(issue)
            case .unusedBinding, .liveInstance: issues.append(issue)
            case .lateLookup: onLateLookup(issue)
            }
        }
        log = IsolationLog(rules)
        isolation = Isolation(log, of: .init("test", at: SourceLocation(location)), call: location)
    }

    /// Records the issues in the running `XCTestCase`, or throws the first one.
    ///
    /// A test case would show the error that it throws without its location.
    func end() throws {
        log.end()
        for issue in issues.all where !RunningTest.recordInTestCase(issue) {
            throw issue
        }
    }
}
