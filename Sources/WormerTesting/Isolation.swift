import Testing
import Wormer

/// The bindings of one test, isolated from all other tests.
final class Isolation: @unchecked Sendable {
    // Unchecked because `ofSuite` changes only before the test begins.
    private let bindingsOfTest: Override
    private let log: IsolationLog
    private let rules: IsolationRules
    private let test: IsolationLog.Judged
    private let call: CodeLocation?

    /// The identities of the bindings that the trait of the suite made.
    private var ofSuite: Set<Int> = []

    /// The issues of detached tasks and threads, which are reported in the test, when it ends.
    private let outside = IsolationIssues()

    /// Creates a copy of the bindings that the current task sees, without instances.
    ///
    /// - Parameters:
    ///   - log: The log of the tests that are judged together.
    ///   - rules: The rules of the test; nil for those of the log.
    ///   - test: The test. The bindings of modules other than its own are those of the program: they are not written for
    ///     the test, so it need not look them up.
    ///   - call: The same location if the test is a call of `withIsolatedBindings`.
    init(
        _ log: IsolationLog,
        _ rules: IsolationRules? = nil,
        of test: IsolationLog.Judged,
        call: CodeLocation? = nil
    ) {
        let (rules, outside) = (rules ?? log.rules, outside)
        (self.log, self.rules, self.test, self.call) = (log, rules, test, call)
        let modules = rules.testModules + [test.module]
        bindingsOfTest = Override(
            onConstruction: rules.live.isInherited
                ? nil
                : { @Sendable binding, isOutside, error in
                    let (key, module) = (binding.key, binding.location.module)
                    // Another test, which is not isolated, may use the program's.
                    if modules.contains(module) || rules.live.allows(key) || isOutside && Test.current != nil {
                        return
                    }
                    let issue = IsolationIssue.liveInstance(key, isOutside: isOutside, error())
                    isOutside ? outside.append(issue) : rules.report(issue)
                },
            onLateLookup: { rules.report(.lateLookup($0)) }
        )
        if let copies = copiesOfLibrary(), RunningTest.isFirstWithCopies() {
            rules.report(.severalCopies(copies, at: call, of: test.location))
        }
    }

    /// Runs a test of XCTest in isolation, and ends what it created.
    ///
    /// The errors of `onEnd` closures are failures of the test.
    ///
    /// - Parameters:
    ///   - wait: Waits for the task that ends what must be awaited, if there is something.
    ///   - body: The test.
    func run(waiting wait: (Task<Void, Never>) -> Void, _ body: () -> Void) {
        defer { finish() }
        bindingsOfTest.run(waiting: wait, body)
    }

    /// Runs a test in isolation, and ends what it created.
    ///
    /// - Throws: The error of `body`, or `EndingError` if an `onEnd` throws.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        defer { finish() }
        var failures: [EndingError.Failure] = []
        let result = Swift.Result { try bindingsOfTest.run(onErrors: { failures = $0 }, body) }
        return try finished(result, failures)
    }

    /// Runs an asynchronous test in isolation, and ends what it created.
    ///
    /// - Throws: The error of `body`, or `EndingError` if an `onEnd` throws.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        defer { finish() }
        var failures: [EndingError.Failure] = []
        var result: Swift.Result<Result, any Error>
        do {
            result = .success(try await bindingsOfTest.run(onErrors: { failures = $0 }, body))
        } catch {
            result = .failure(error)
        }
        return try finished(result, failures)
    }

    private func finish() {
        outside.all.forEach { rules.report($0) }
        log.note(rules.ignores(.unusedBinding) ? bindings.filter(\.isUsed) : bindings, of: test)
    }

    /// Returns the result of a test, or throws its error, or else those of the endings.
    private func finished<Success>(
        _ result: Result<Success, any Error>,
        _ failures: [EndingError.Failure]
    ) throws -> Success {
        if case .failure = result {
            Override.report(failures)
        } else {
            try EndingError.check(failures)
        }
        return try result.get()
    }

    /// Notes that the present bindings were made for every test of a suite.
    func noteBindingsOfSuite() {
        ofSuite = Set(bindingsOfTest.bindings.map(\.identity))
    }

    /// The bindings that were made inside by code of the test's module, and the assignments to services, whose line is
    /// not known.
    private var bindings: [IsolationLog.Own] {
        bindingsOfTest.bindings.compactMap { own in
            let isOfService = own.key.declaration != nil
            guard isOfService || own.location.module == test.module else { return nil }
            let isOfSuite = ofSuite.contains(own.identity)
            // Later assignments of the test are judged for themselves.
            guard !isOfService || isOfSuite || !own.isReplaced else { return nil }
            let binding = IsolationLog.Binding(
                key: own.key,
                location: isOfService ? call ?? own.location : own.location,
                assigner: isOfService ? isOfSuite ? log.suite : test : nil
            )
            return IsolationLog.Own(binding: binding, isUsed: own.isUsed, isOfSuite: isOfSuite)
        }
    }
}

/// A list of issues, to which any thread adds.
final class IsolationIssues: Sendable {
    private let issues = Guarded<[IsolationIssue]>([])

    deinit { issues.free() }

    var all: [IsolationIssue] { issues.withLock { $0 } }

    func append(_ issue: IsolationIssue) { issues.withLock { $0.append(issue) } }
}
