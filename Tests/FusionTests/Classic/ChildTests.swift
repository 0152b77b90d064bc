import Fusion
import Testing
import Wormer

@Suite("A child container falls back on its parent")
struct ChildTests {
    @Test("A custom container has its own bindings")
    func custom() {
        withEmptyMain {
            let myContainer = Container()
            myContainer.register(value: "Hello from my container!")
            let string = myContainer.resolve(String.self)
            #expect(string == "Hello from my container!")
            #expect(Container.resolve(String.self) == nil)
            #expect(Container().resolve(String.self) == nil)
        }
    }

    @Test("A child finds the bindings of its parent, and a parent does not find the bindings of its child")
    func guide() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.bind(value: 1)
        child.bind(value: "foo")
        do {
            let string = child.resolve(String.self)
            #expect(string == "foo")
        }
        do {
            let int = child.resolve(Int.self)
            #expect(int == 1)
        }
        do {
            let string = parent.resolve(String.self)
            #expect(string == nil)
        }
    }

    @Test("A child uses its own binding before its parent's")
    func shadowing() {
        let parent = Container()
        let child = Container(parent: parent)
        let grandchild = Container(parent: child)
        parent.bind(value: "parent")
        #expect(grandchild.get(String.self) == "parent")
        child.bind(value: "child")
        #expect(grandchild.get(String.self) == "child")
        grandchild.bind(value: "grandchild")
        #expect(grandchild.get(String.self) == "grandchild")
        #expect(child.get(String.self) == "child")
        #expect(parent.get(String.self) == "parent")
        grandchild.injector.unbind(String.self)
        #expect(grandchild.get(String.self) == "child")
    }

    @Test("A binding of a child does not shadow the parent's binding with another identifier")
    func identifiers() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.bind(value: "parent")
        parent.bind(id: "a", value: "parent's a")
        child.bind(id: "b", value: "child's b")
        #expect(child.get(String.self) == "parent")
        #expect(child.get(String.self, id: "a") == "parent's a")
        #expect(child.get(String.self, id: "b") == "child's b")
    }

    @Test("A parent creates its singletons and shares them with all children")
    func singletons() {
        let parent = Container()
        let children = [Container(parent: parent), Container(parent: parent)]
        parent.bind(.singleton, value: FileLogger())
        let first = children[0].resolve(FileLogger.self)
        #expect(first != nil)
        #expect(first === children[1].resolve(FileLogger.self))
        #expect(first === parent.resolve(FileLogger.self))
        children[0].reset()
        #expect(first === children[0].resolve(FileLogger.self))
        parent.reset()
        #expect(first !== children[0].resolve(FileLogger.self))
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

    @Test("The container that a factory receives has the injector of its binding")
    func identity() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.bind(Bool.self) { $0.injector === parent.injector }
        child.bind(Bool.self, id: "child") { $0.injector === child.injector }
        #expect(child.get(Bool.self) == true)
        #expect(child.get(Bool.self, id: "child") == true)
    }

    @Test("A factory can bind in the container that it receives")
    func bindingInsideFactories() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.bind(Int.self) { container in
            container.bind(value: "made on the way")
            return 1
        }
        #expect(child.get(Int.self) == 1)
        #expect(parent.get(String.self) == "made on the way")
    }

    @Test("A child retains its parent")
    func ownership() {
        func makeChild() -> Container {
            let parent = Container()
            parent.bind(value: "still here")
            return Container(parent: parent)
        }
        #expect(makeChild().resolve(String.self) == "still here")
    }

    @Test("A container that is created for an injector shares its bindings")
    func faces() {
        let container = Container()
        let face = Container(container.injector)
        container.bind(value: "foo")
        face.bind(value: 1)
        #expect(face.get(String.self) == "foo")
        #expect(container.get(Int.self) == 1)
        #expect(container.injector.instance(for: Int.self) == 1)
        container.injector.bind(Logger.self, to: .make { RemoteLogger() })
        #expect(face.resolve(Logger.self)?.name == "remote")
    }
}
