import Wormer

/// The bindings of one test, apart from those of all others, and what went wrong with them.
final class Isolation: Sendable {
    private let override: Override
    private let log: IsolationLog

    /// Creates a copy of the bindings that the current task sees, without any instance.
    init(log: IsolationLog) {
        self.log = log
        override = Override(keepingInstances: false) { request in
            log.report(.lateRequest(request))
        }
    }

    /// Runs a test in isolation.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { log.note(override.end()) }
        return try Override.$current.withValue(override, operation: body)
    }

    /// Runs an asynchronous test in isolation.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        defer { log.note(override.end()) }
        return try await Override.$current.withValue(override, operation: body, isolation: isolation)
    }
}
