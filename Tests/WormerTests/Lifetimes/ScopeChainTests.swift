import Testing
import Wormer

@Suite("A scope that has ended keeps no other scope that has ended")
struct ScopeChainTests {
    /// A reference to a scope, which the test sets once.
    private final class WeakScope: @unchecked Sendable {
        weak var scope: OpenedScope?

        init(_ scope: OpenedScope?) { self.scope = scope }
    }

    private let injector = Injector(parent: nil)

    @Test("A job that starts the next job's task in its own scope leaves no scope behind", arguments: [false, true])
    func successors(waits: Bool) async throws {
        var scopes: [WeakScope] = []
        var next: Task<WeakScope, any Error>? = Task { WeakScope(nil) }
        for _ in 0..<50 {
            let previous = next
            next = nil
            let gate = Gate()
            let (task, scope) = try await injector.withScope(.job) {
                let scope = WeakScope(OpenedScope.innermost)
                let task = Task { [injector] in
                    // The scope of this job has ended, or ends while the next one is open.
                    if waits { await gate.pass() }
                    _ = try await previous?.value
                    return try await injector.withScope(.job) { WeakScope(OpenedScope.innermost) }
                }
                return (task, scope)
            }
            await gate.open()
            scopes += [scope, try await task.value]
            next = task
        }
        next = nil
        #expect(await eventually { scopes.allSatisfy { $0.scope == nil } })
    }

    @Test("A task that outlives its scope sees the outer scopes that are still open, and none that it hid")
    func outerScopes() async throws {
        injector.bind(Piece.self, lifetime: .scope(.job), to: .make { Piece() })
        injector.bind(Int.self, lifetime: .scope(.request), to: .make { 1 })
        try await injector.withScope(.job) {
            let piece: Piece = injector.instance()
            let gate = Gate()
            let task = try await injector.withScope(.request) {
                Task { [injector] in
                    await gate.pass()
                    return try await injector.withScope(Scope("other")) {
                        (injector.safeInstance(for: Piece.self), injector.safeInstance(for: Int.self))
                    }
                }
            }
            await gate.open()
            let found = try await task.value
            #expect(found.0 === piece)
            #expect(found.1 == nil)

            // The inner job hides the outer one, also after its own end.
            let inner = Gate()
            let hidden = try await injector.withScope(.job) {
                Task { [injector] in
                    await inner.pass()
                    return try await injector.withScope(.request) { injector.safeInstance(for: Piece.self) }
                }
            }
            await inner.open()
            #expect(try await hidden.value == nil)
        }
    }
}
