import Foundation
import Fusion
import Testing
import Wormer

@Suite("A container has bindings of its own")
struct ContainerTests {
    @Test("A custom container has its own bindings, which its children find and other containers do not")
    func guide() {
        withEmptyMain {
            let myContainer = Container()
            myContainer.register(value: "Hello from my container!")
            let string = myContainer.resolve(String.self)
            #expect(string == "Hello from my container!")
            #expect(Container.resolve(String.self) == nil && Container().resolve(String.self) == nil)
            let child = Container(parent: myContainer)
            child.bind(value: 1)
            #expect(child.resolve(String.self) == "Hello from my container!")
            #expect(child.resolve(Int.self) == 1)
            #expect(myContainer.resolve(Int.self) == nil)
        }
    }

    @Test("A factory receives the container that holds its binding, so that a parent's factory ignores children")
    func factories() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.bind(Logger.self, value: RemoteLogger())
        parent.bind(Database.self) { PostgresDatabase(logger: $0.resolve(Logger.self)) }
        child.bind(Logger.self, value: ConsoleLogger())
        #expect(child.resolve(Logger.self)?.name == "console")
        #expect(child.resolve(Database.self)?.logger.name == "remote")
        child.bind(Database.self) { PostgresDatabase(logger: $0.resolve(Logger.self)) }
        #expect(child.resolve(Database.self)?.logger.name == "console")
    }

    @Test("A container that is created for an injector shares its bindings")
    func faces() {
        let container = Container()
        let face = Container(container.injector)
        container.bind(value: "foo")
        face.bind(value: 1)
        #expect(face.resolve(String.self) == "foo")
        #expect(container.resolve(Int.self) == 1)
        #expect(container.injector.instance(for: Int.self) == 1)
        container.injector.contribute(to: Logger.self, .make { RemoteLogger() })
        #expect(face.resolve([any Logger].self)?.map(\.name) == ["remote"])
    }

    @Test("A transient value expression is evaluated at each read, and a singleton value expression once")
    func valueExpressions() {
        struct Owner {
            @Inject var first: UUID
            @Inject var second: UUID
        }
        withEmptyMain {
            Container.bind(value: UUID())
            let owner = Owner()
            #expect(Set([owner.first, owner.second, owner.first, owner.second]).count == 4)
            Container.bind(.singleton, value: UUID())
            @Inject var local: UUID
            #expect(Set([owner.first, owner.second, owner.first, Owner().first, local]).count == 1)
        }
    }

    @Test("Resetting a scope releases its instances, and keeps bindings, assignments and the parent's instances")
    func resettingScopes() {
        withEmptyMain {
            let container = Container(parent: .main)
            let tally = Tally()
            let session = Container.Scope.id("session")
            Container.bind(.singleton, value: tally.increment())
            container.bind(.singleton, id: "singleton", value: tally.increment())
            container.bind(session, id: "session", value: tally.increment())
            container.bind(value: "transient")
            container.set(0.5, for: Double.self)
            func numbers() -> [Int?] {
                [container.resolve(), container.resolve(id: "singleton"), container.resolve(id: "session")]
            }
            #expect(tally.count == 0)
            #expect(numbers() == [1, 2, 3])
            container.reset()
            #expect(numbers() == [1, 4, 3])
            container.reset(session)
            #expect(numbers() == [1, 4, 5])
            for scope in [.singleton, .transient, .id("no such scope")] as [Container.Scope] {
                container.reset(scope)
            }
            #expect(numbers() == [1, 6, 5])
            Container.reset()
            #expect(numbers() == [7, 6, 5])
            #expect(container.resolve(String.self) == "transient")
            #expect(container.resolve(Double.self) == 0.5)
        }
    }
}
