import Testing
import Wormer

/// An object with a task that resolves the user when it may.
private final class Synchronizer: Sendable {
    let user: Task<String?, Never>

    init(_ user: Task<String?, Never>) { self.user = user }
}

@Suite("A task that a factory starts sees the scopes of the instance, not those of the first lookup")
struct FactoryTaskTests {
    /// The kind of a factory.
    enum Kind: CaseIterable, Sendable { case synchronous, asynchronous }

    private let injector = Injector(parent: nil)
    private let mayResolve = Gate()

    init() { injector.bind(Sessions.User.self, lifetime: .scope(Sessions.session), to: .provided) }

    private func bind(_ kind: Kind, _ lifetime: Lifetime) {
        @Sendable func make() -> Synchronizer {
            Synchronizer(
                Task {
                    await mayResolve.pass()
                    return injector.safeInstance(for: Sessions.User.self)?.name
                }
            )
        }
        switch kind {
        case .synchronous: injector.bind(Synchronizer.self, lifetime: lifetime, to: .make { make() })
        case .asynchronous:
            injector.bindAsync(Synchronizer.self, lifetime: lifetime) {
                await Task.yield()
                return make()
            }
        }
    }

    @Test(
        "A task that a singleton's factory starts doesn't see the closure's or handle's scope of the first lookup",
        arguments: Kind.allCases,
        [false, true]
    )
    func firstLookup(kind: Kind, hasHandle: Bool) async throws {
        bind(kind, .singleton)
        func look() async throws {
            let synchronizer = try await injector.asyncInstance(for: Synchronizer.self)
            await mayResolve.open()
            #expect(await synchronizer.user.value == nil)
        }
        if hasHandle {
            let account = try injector.open(Sessions.session, providing: Sessions.ada)
            try await account.run { try await look() }
            try await account.end()
        } else {
            try await injector.withScope(Sessions.session, providing: Sessions.ada) { try await look() }
        }
    }

    @Test(
        "A task that the factory of a scope's instance starts sees the values of that scope",
        arguments: Kind.allCases
    )
    func scoped(kind: Kind) async throws {
        bind(kind, .scope(Sessions.session))
        try await injector.withScope(Sessions.session, providing: Sessions.ada) {
            let synchronizer = try await injector.asyncInstance(for: Synchronizer.self)
            await mayResolve.open()
            #expect(await synchronizer.user.value == "Ada")
        }
    }
}
