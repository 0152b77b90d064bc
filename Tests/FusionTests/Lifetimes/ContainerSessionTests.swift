import Fusion
import Testing
import Wormer

private struct User: Sendable, Equatable { let name: String }

private final class Inbox: Sendable {
    let user: User
    init(user: User) { self.user = user }
}

extension Wormer.Scope { fileprivate static let session = Scope("session of an inbox") }

extension Container {
    @Service(lifetime: .scope(.session), onEnd: { (inbox: Inbox) in await close(inbox) })
    fileprivate var inbox = Inbox(user: injector.instance())
    @Service fileprivate var title: String = "Inbox of \(inbox.user.name)"

    fileprivate func logIn(as user: User) throws { try injector.begin(.session, providing: user) }
}

private let closings = Journal()

private func close(_ inbox: Inbox) async {
    await Task.yield()
    closings.note(inbox.user.name)
}

private struct InboxScreen {
    @Inject(\.inbox) var inbox
    @Inject(\.title) var title
    @Inject var user: User?

    init(container: Container) {
        _inbox = Inject(\.inbox, container: container)
        _title = Inject(\.title, container: container)
        _user = Inject(container: container)
    }
}

@Suite("Services see the scopes that are open for their container")
struct ContainerSessionTests {
    private let container = Container()
    private let screen: InboxScreen

    init() {
        screen = InboxScreen(container: container)
        container.injector.bind(User.self, lifetime: .scope(.session), to: .provided)
    }

    @Test("A container opens, begins and ends scopes, ends and prepares, also the main one")
    func words() async throws {
        let (ada, bob) = (User(name: "Ada of words"), User(name: "Bob of words"))
        func use(_ container: Container) async throws {
            #expect(try await container.withScope(.session, providing: ada) { container.inbox.user } == ada)
            func now() throws -> Bool {
                try container.withScope(.session, providing: ada) {
                    container.injector.safeInstance(for: Int.self) == nil
                }
            }
            #expect(try now())
            try container.begin(.session, providing: bob)
            #expect(container.inbox.user == bob)
            try await container.end(.session)
            let handle = try container.open(.session, providing: ada)
            #expect(handle.run { container.inbox.user } == ada)
            try await handle.end()
            try await container.prepare()
            try await container.end()
        }
        try await use(container)
        try await Container.mock {
            $0.injector.bind(User.self, lifetime: .scope(.session), to: .provided)
        } then: { () async throws in
            try await use(.main)
            let inbox = try await Container.withScope(.session, providing: ada) { Container.main.inbox }
            #expect(inbox.user == ada)
            try Container.begin(.session, providing: bob)
            #expect(Container.main.inbox.user == bob)
            try await Container.end(.session)
            let handle = try Container.open(.session, providing: bob)
            #expect(handle.run { Container.main.inbox.user } == bob)
            try await handle.end()
            try await Container.prepare()
            try await Container.end()
        }
    }

    @Test("A service and '@Inject' see the scope of a handle inside its closures")
    func handles() async throws {
        let (ada, bob) = (User(name: "Ada of handles"), User(name: "Bob of handles"))
        try container.logIn(as: ada)
        let account = try container.injector.open(.session, providing: bob)
        let inbox = account.run { container.inbox }
        #expect(inbox.user == bob)
        #expect(account.run { screen.inbox } === inbox)
        let title = try await account.run { () async throws in
            await Task.yield()
            return screen.title
        }
        #expect(title == "Inbox of \(bob.name)")
        #expect(screen.inbox.user == ada)
        try await account.end()
        #expect(closings.entries.contains(bob.name))
        #expect(!closings.entries.contains(ada.name))
        try await container.injector.end()
        #expect(closings.entries.contains(ada.name))
    }
}
