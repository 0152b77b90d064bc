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
