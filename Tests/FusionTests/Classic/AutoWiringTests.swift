import Fusion
import Testing

@Suite("A container resolves the parameters of initializers")
struct AutoWiringTests {
    struct Database {
        let name: String
        let retries: Int?
    }

    final class Queue {
        let database: Database

        init(database: Database) throws {
            self.database = database
        }
    }

    @Test("'.using' resolves the parameters of an initializer by their types")
    func using() {
        let container = Container()
        container.bind(value: "notes")
        container.bind(Database.self, to: .using(Database.init(name:retries:)))
        container.bind(Queue.self, lifetime: .singleton, to: .using(Queue.init))
        #expect(container.get(Queue.self)?.database.name == "notes")
        #expect(container.get(Queue.self)?.database.retries == nil)
        #expect(container.get(Queue.self) === container.get(Queue.self))
        #expect(container.injector.graph.edges.count == 2)
    }

    @Test("'.using' works on Container, with an identifier and for an interface")
    func statically() {
        Container.mock { _ in
        } then: {
            Container.bind(value: "notes")
            Container.bind(Any.self, id: 1, to: .using(Database.init(name:retries:)))
            Container.bind(Any.self, id: 2, lifetime: .singleton, to: .using(Database.init(name:retries:)))
            #expect((Container.get(Any.self, id: 1) as? Database)?.name == "notes")
            #expect((Container.get(Any.self, id: 2) as? Database)?.name == "notes")
        }
    }

    @Test("A trailing closure with one parameter is a factory and is not auto-wired")
    func trailingClosure() {
        let container = Container()
        container.bind(value: "notes")
        container.bind(Database.self) { container in
            let name = container.resolveAssert(String.self)
            return Database(name: name, retries: 1)
        }
        #expect(container.get(Database.self)?.retries == 1)
    }
}
