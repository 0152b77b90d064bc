public import Wormer

// snippets: import Wormer

/// Runs `body` on its own copy of the bindings, with no instances made; for XCTest, and for anything that is no test.
///
/// ```swift
/// try withIsolatedBindings { injector in
///     injector.bind(Payment.self, to: .make { Refusal() })
///     let payment: Payment = injector.instance()
///     assert(payment is Refusal)
/// }
/// ```
///
/// - Parameters:
///   - ignored: The issues that are not reported.
///   - onLateRequest: Is told of a request that a task makes after `body` has ended; by default it is printed.
///   - body: The test; it is given `Injector.default`.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or `IsolationIssue` if something was bound in it that nobody asked for.
public func withIsolatedBindings<Result>(
    ignoring ignored: Set<IsolationIssue.Kind> = [],
    onLateRequest: @escaping @Sendable (IsolationIssue) -> Void = { print($0) },
    _ body: (Injector) throws -> Result
) throws -> Result {
    let report = Report(onLateRequest: onLateRequest)
    let log = IsolationLog(ignoring: ignored, handle: report.receive)
    log.begin()
    let result = try Isolation(log: log).run { try body(.default) }
    log.end()
    try report.throwFirst()
    return result
}

/// Runs an asynchronous `body` on its own copy of the bindings, with no instances made.
///
/// See the synchronous `withIsolatedBindings(ignoring:onLateRequest:_:)`.
///
/// - Parameters:
///   - ignored: The issues that are not reported.
///   - onLateRequest: Is told of a request that a task makes after `body` has ended; by default it is printed.
///   - isolation: The actor that `body` runs on, by default the caller's.
///   - body: The test; it is given `Injector.default`.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or `IsolationIssue` if something was bound in it that nobody asked for.
public func withIsolatedBindings<Result>(
    ignoring ignored: Set<IsolationIssue.Kind> = [],
    onLateRequest: @escaping @Sendable (IsolationIssue) -> Void = { print($0) },
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Injector) async throws -> Result
) async throws -> Result {
    let report = Report(onLateRequest: onLateRequest)
    let log = IsolationLog(ignoring: ignored, handle: report.receive)
    log.begin()
    let result = try await Isolation(log: log).run { try await body(.default) }
    log.end()
    try report.throwFirst()
    return result
}

/// Sends each issue where it belongs when there is no test to record it in.
private final class Report: @unchecked Sendable {
    // What changes here is guarded by `lock`.
    private let lock = Lock()
    private var unused: [IsolationIssue] = []
    private let onLateRequest: @Sendable (IsolationIssue) -> Void

    init(onLateRequest: @escaping @Sendable (IsolationIssue) -> Void) {
        self.onLateRequest = onLateRequest
    }

    func receive(_ issue: IsolationIssue) {
        switch issue.kind {
        case .unusedOverride: lock.withLock { unused.append(issue) }
        case .lateRequest: onLateRequest(issue)
        }
    }

    func throwFirst() throws {
        if let issue = lock.withLock({ unused.first }) {
            throw issue
        }
    }
}
