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

    /// Runs a test in isolation.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { end() }
        return try Layer.$current.withValue(layer, operation: body)
    }

    /// Runs an asynchronous test in isolation.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        defer { end() }
        return try await Layer.$current.withValue(layer, operation: body, isolation: isolation)
    }

    /// Notes that the present bindings were made for every test of a suite.
    func noteBindingsOfSuite() {
        log.noteBindingsOfSuite(layer.bindings)
    }

    private func end() {
        layer.end()
        log.note(layer.bindings)
    }
}
