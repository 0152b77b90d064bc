import Fusion
import Testing
import Wormer
import WormerTesting

private final class UsedStore: Sendable {
    let journal: Journal

    init(_ journal: Journal) {
        self.journal = journal
        journal.note("open")
    }
}

private final class UsedRepository: Sendable {
    let store: UsedStore

    init(store: UsedStore) { self.store = store }
}

extension Container {
    @Service(.singleton) fileprivate var usedJournal: Journal = Journal()
    @Service(.singleton, onEnd: { (store: UsedStore) in store.journal.note("close") })
    fileprivate var usedStore: UsedStore = UsedStore(usedJournal)
    @Service(.singleton) fileprivate var usedRepository: UsedRepository = UsedRepository(store: usedStore)
    @Provides(.singleton, onEnd: { (store: UsedStore) in store.journal.note("close") })
    fileprivate func storeInUse(id: Int) -> UsedStore { UsedStore(usedJournal) }
}

/// Something that uses the store only after its own creation.
private protocol User: AnyObject, SendableMetatype { func use() }

private final class TypeUser: User {
    @Inject var store: UsedStore
    func use() { _ = store }
}

private final class LazyUser: User {
    @LazyInject var store: UsedStore
    func use() { _ = store }
}

private final class IdentifierUser: User {
    @Inject("main") var store: UsedStore
    func use() { _ = store }
}

private final class ServiceUser: User {
    @Inject(\.usedStore) var store
    func use() { _ = store }
}

private final class RepositoryUser: User {
    @LazyInject(\.usedRepository) var repository
    func use() { _ = repository.store }
}

private final class FunctionUser: User {
    @Inject(\.storeInUseProvider) var store
    func use() { _ = store(1) }
}

private final class OptionalUser: User {
    @Inject var store: UsedStore?
    func use() { _ = store }
}

private final class PartUser: User {
    private let part = LazyUser()
    func use() { part.use() }
}

private final class TransientUser: User {
    private let user: TypeUser

    init(user: TypeUser) { self.user = user }

    func use() { user.use() }
}

@Suite("An instance that a property wrapper reads ends after the owner of the wrapper")
struct WrapperUseTests {
    /// Creates a user before the store, ends both, and returns what happened.
    private func events<Used: User>(of type: Used.Type, _ factory: Factory<Used>) async throws -> [String] {
        let journal = Journal()
        return try await withIsolatedBindings(ignoring: [.unusedBinding]) { injector in
            Container.main.usedJournal = journal
            let store = Factory<UsedStore>.make { UsedStore(journal) }.onEnd { _ in journal.note("close") }
            injector.bind(UsedStore.self, lifetime: .singleton, to: store)
            injector.bind(UsedStore.self, id: "main", lifetime: .singleton, to: store)
            injector.bind(TypeUser.self, to: .make { TypeUser() })
            let ending = factory.onEnd { (user: Used) in
                user.use()
                journal.note("written")
            }
            injector.bind(Used.self, lifetime: .singleton, to: ending)
            injector.instance(for: Used.self).use()
            try await injector.end()
            return journal.entries
        }
    }

    private let expected = ["open", "written", "close"]

    @Test("With '@Inject' and '@LazyInject', by type, identifier or key path, and in parts of the owner")
    func wrappers() async throws {
        #expect(try await events(of: TypeUser.self, .make { TypeUser() }) == expected)
        #expect(try await events(of: LazyUser.self, .make { LazyUser() }) == expected)
        #expect(try await events(of: IdentifierUser.self, .make { IdentifierUser() }) == expected)
        #expect(try await events(of: ServiceUser.self, .make { ServiceUser() }) == expected)
        #expect(try await events(of: OptionalUser.self, .make { OptionalUser() }) == expected)
        #expect(try await events(of: PartUser.self, .make { PartUser() }) == expected)
    }

    @Test("Through a service or a transient instance that has no end, and for the instances of a function")
    func between() async throws {
        #expect(try await events(of: RepositoryUser.self, .make { RepositoryUser() }) == expected)
        #expect(try await events(of: TransientUser.self, .using(TransientUser.init(user:))) == expected)
        #expect(try await events(of: FunctionUser.self, .make { FunctionUser() }) == expected)
    }

    @Test("In an override, whose instances end with it")
    func override() async throws {
        let journal = Journal()
        await Container.mock {
            $0.usedJournal = journal
            let factory = Factory<FunctionUser>.make { FunctionUser() }.onEnd { user in
                user.use()
                journal.note("written")
            }
            $0.injector.bind(FunctionUser.self, lifetime: .singleton, to: factory)
        } then: {
            await Task.yield()
            Injector.default.instance(for: FunctionUser.self).use()
        }
        #expect(journal.entries == expected)
    }
}
