import Wormer

/// The bindings of one test, isolated from all other tests.
final class Isolation: Sendable {
    private let layer: Layer
    private let log: IsolationLog

    /// Creates a copy of the bindings that the current task sees, without instances.
    init(log: IsolationLog) {
        self.log = log
        layer = Layer(sharesInstances: false) { request in
            log.report(.lateRequest(request))
        }
    }

    /// Runs a test in isolation, and ends what it created.
    ///
    /// - Throws: The error of `body`, or `EndingError` if an `onEnd` throws.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        defer { log.note(layer.bindings) }
        var failures: [EndingError.Failure] = []
        let result: Result
        do {
            result = try layer.run(onErrors: { failures = $0 }, body)
        } catch {
            Layer.report(failures)
            throw error
        }
        try EndingError.check(failures)
        return result
    }

    /// Runs an asynchronous test in isolation, and ends what it created.
    ///
    /// - Throws: The error of `body`, or `EndingError` if an `onEnd` throws.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        defer { log.note(layer.bindings) }
        var failures: [EndingError.Failure] = []
        let result: Result
        do {
            result = try await layer.run(onErrors: { failures = $0 }, body)
        } catch {
            Layer.report(failures)
            throw error
        }
        try EndingError.check(failures)
        return result
    }

    /// Notes that the present bindings were made for every test of a suite.
    func noteBindingsOfSuite() {
        log.noteBindingsOfSuite(layer.bindings)
    }
}
