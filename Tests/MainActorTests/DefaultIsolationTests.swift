import Fusion
import Testing
import Wormer

// The declarations of this module belong to the main actor by default.

extension Container.Scope {
    static let session = id("session")
}

extension Scope {
    static let visit = Scope("visit")
}

final class Account {
    let name: String
    init(name: String) { self.name = name }
}

extension Container {
    @Service var user = "Ada"
    @Service(.singleton) var shared = Account(name: user)
    // Defect: the scope was used outside any actor, which did not compile.
    @Service(.session) var account = Account(name: user)
    @Service(lifetime: .scope(.visit)) var visited = Account(name: user)
    @Service nonisolated var anywhere = 7
}

@Suite("A module whose default isolation is the main actor can bind and declare services")
struct DefaultIsolationTests {
    @Test("Services with every lifetime can be declared in a main-actor module")
    func services() async throws {
        let container = Container()
        #expect(container.shared === container.shared)
        #expect(container.account === container.account)
        container.reset(.session)
        container.user = "Bob"
        #expect(container.account.name == "Bob")
        #expect(container.shared.name == "Ada")
        try await container.injector.withScope(.visit) {
            #expect(container.visited === container.visited)
        }
        let number = await Task.detached { container.anywhere }.value
        #expect(number == 7)
    }
}
