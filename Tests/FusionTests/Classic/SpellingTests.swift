import Fusion
import Testing

/// A form of binding for `FileLogger`, or for `Logger` with a `FileLogger`.
private struct Spelling {
    let text: String
    var id: AnyHashable?
    var isShared = false
    let bind: (Container) -> Void
}

private var spellings: [Spelling] {
    [
        Spelling(text: "bind(value:)") { $0.bind(value: FileLogger()) },
        Spelling(text: "bind(T.self, value:)") { $0.bind(FileLogger.self, value: FileLogger()) },
        Spelling(text: "bind(to:value:)") { $0.bind(to: FileLogger.self, value: FileLogger()) },
        Spelling(text: "bind(factory:)") { $0.bind(factory: { _ in FileLogger() }) },
        Spelling(text: "bind {}") { $0.bind { _ in FileLogger() } },
        Spelling(text: "bind(T.self, factory:)") {
            $0.bind(
                FileLogger.self,
                factory: { container in
                    FileLogger()
                }
            )
        },
        Spelling(text: "bind(T.self) {}") { $0.bind(FileLogger.self) { _ in FileLogger() } },
        Spelling(text: "bind(to:) {}") { $0.bind(to: FileLogger.self) { _ in FileLogger() } },
        Spelling(text: "bind(T.self, id:value:)", id: "a") { $0.bind(FileLogger.self, id: "a", value: FileLogger()) },
        Spelling(text: "bind(id:value:)", id: "a") { $0.bind(id: "a", value: FileLogger()) },
        Spelling(text: "bind(id:) {}", id: 7) { $0.bind(id: 7) { _ in FileLogger() } },
        Spelling(text: "bind(T.self, id:) {}", id: 7) { $0.bind(FileLogger.self, id: 7) { _ in FileLogger() } },
        Spelling(text: "bind(to:id:value:)", id: 7) { $0.bind(to: FileLogger.self, id: 7, value: FileLogger()) },
        Spelling(text: "bind(.transient, value:)") { $0.bind(.transient, value: FileLogger()) },
        Spelling(text: "bind(.singleton, value:)", isShared: true) { $0.bind(.singleton, value: FileLogger()) },
        Spelling(text: "bind(.singleton) {}", isShared: true) { $0.bind(.singleton) { _ in FileLogger() } },
        Spelling(text: "bind(.singleton, to:value:)", isShared: true) {
            $0.bind(.singleton, to: FileLogger.self, value: FileLogger())
        },
        Spelling(text: "bind(.singleton, to:) {}", isShared: true) {
            $0.bind(.singleton, to: FileLogger.self) { _ in FileLogger() }
        },
        Spelling(text: "bind(.singleton, id:value:)", id: "a", isShared: true) {
            $0.bind(.singleton, id: "a", value: FileLogger())
        },
        Spelling(text: "bind(.singleton, to:id:) {}", id: "a", isShared: true) {
            $0.bind(.singleton, to: FileLogger.self, id: "a") { _ in FileLogger() }
        },
        Spelling(text: "register(value:)") { $0.register(value: FileLogger()) },
        Spelling(text: "register(T.self, value:)") { $0.register(FileLogger.self, value: FileLogger()) },
        Spelling(text: "register(to:value:)") { $0.register(to: FileLogger.self, value: FileLogger()) },
        Spelling(text: "register(factory:)") { $0.register(factory: { _ in FileLogger() }) },
        Spelling(text: "register(T.self) {}") { $0.register(FileLogger.self) { _ in FileLogger() } },
        Spelling(text: "register(T.self, id:) {}", id: 7) { $0.register(FileLogger.self, id: 7) { _ in FileLogger() } },
        Spelling(text: "register(id:value:)", id: "a") { $0.register(id: "a", value: FileLogger()) },
        Spelling(text: "register(.singleton, value:)", isShared: true) { $0.register(.singleton, value: FileLogger()) },
        Spelling(text: "register(.singleton, to:id:) {}", id: "a", isShared: true) {
            $0.register(.singleton, to: FileLogger.self, id: "a") { _ in FileLogger() }
        },
    ]
}

private var staticSpellings: [Spelling] {
    [
        Spelling(text: "Container.bind(value:)") { _ in Container.bind(value: FileLogger()) },
        Spelling(text: "Container.bind(T.self, value:)") { _ in Container.bind(FileLogger.self, value: FileLogger()) },
        Spelling(text: "Container.bind(to:value:)") { _ in Container.bind(to: FileLogger.self, value: FileLogger()) },
        Spelling(text: "Container.bind(factory:)") { _ in Container.bind(factory: { _ in FileLogger() }) },
        Spelling(text: "Container.bind(T.self) {}") { _ in Container.bind(FileLogger.self) { _ in FileLogger() } },
        Spelling(text: "Container.bind(T.self, id:) {}", id: 7) { _ in
            Container.bind(FileLogger.self, id: 7) { _ in FileLogger() }
        },
        Spelling(text: "Container.bind(id:value:)", id: "a") { _ in Container.bind(id: "a", value: FileLogger()) },
        Spelling(text: "Container.bind(.singleton, value:)", isShared: true) { _ in
            Container.bind(.singleton, value: FileLogger())
        },
        Spelling(text: "Container.bind(.singleton, to:id:value:)", id: "a", isShared: true) { _ in
            Container.bind(.singleton, to: FileLogger.self, id: "a", value: FileLogger())
        },
        Spelling(text: "Container.bind(.singleton, to:) {}", isShared: true) { _ in
            Container.bind(.singleton, to: FileLogger.self) { _ in FileLogger() }
        },
        Spelling(text: "Container.register(value:)") { _ in Container.register(value: FileLogger()) },
        Spelling(text: "Container.register(T.self, id:value:)", id: 7) { _ in
            Container.register(FileLogger.self, id: 7, value: FileLogger())
        },
        Spelling(text: "Container.register(T.self) {}") { _ in
            Container.register(FileLogger.self) { _ in FileLogger() }
        },
        Spelling(text: "Container.register(.singleton, value:)", isShared: true) { _ in
            Container.register(.singleton, value: FileLogger())
        },
        Spelling(text: "Container.register(.singleton, to:id:) {}", id: "a", isShared: true) { _ in
            Container.register(.singleton, to: FileLogger.self, id: "a") { _ in FileLogger() }
        },
    ]
}

@Suite("bind and register accept types, scopes, identifiers, values and factories")
struct SpellingTests {
    private func check(_ spelling: Spelling, on container: Container) {
        spelling.bind(container)
        let comment = Comment(rawValue: spelling.text)
        let first = container.resolve(FileLogger.self, id: spelling.id)
        let second = container.resolve(FileLogger.self, id: spelling.id)
        #expect(first != nil, comment)
        #expect((first === second) == spelling.isShared, comment)
        #expect(container.resolve(FileLogger.self, id: "other") == nil, comment)
        #expect((container.resolve(FileLogger.self) == nil) == (spelling.id != nil), comment)
        #expect(container.resolve(Logger.self, id: spelling.id) == nil, comment)
    }

    @Test("Every form on a container binds with its scope and identifier")
    func instance() {
        for spelling in spellings {
            check(spelling, on: Container())
        }
    }

    @Test("Every form on Container binds in the main container")
    func main() {
        for spelling in staticSpellings {
            withEmptyMain { check(spelling, on: .main) }
        }
    }

    @Test("The interface is the first argument, follows 'to:' or is the type of the value")
    func protocols() {
        let container = Container()
        container.bind(Logger.self, id: 1, value: RemoteLogger())
        container.bind(to: Logger.self, id: 2, value: RemoteLogger())
        container.bind(.singleton, to: Logger.self, id: 3, value: RemoteLogger())
        container.bind(id: 4, value: RemoteLogger() as any Logger)
        container.bind(Logger.self, id: 5) { _ in RemoteLogger() }
        container.bind(.singleton, to: Logger.self, id: 6) { container in
            RemoteLogger()
        }
        for id in 1...6 {
            #expect(container.resolve(Logger.self, id: id)?.name == "remote")
            #expect(container.resolve(RemoteLogger.self, id: id) == nil)
        }
    }

    @Test("Without an interface, the type of the value is the interface")
    func ownType() {
        withEmptyMain {
            Container.main.bind(value: "Hello, world!")
            #expect(Container.get(String.self) == "Hello, world!")
            Container.bind(value: "Hello, you!")
            #expect(Container.main.get(String.self) == "Hello, you!")
        }
    }

    // Defect: such a closure was bound as a value for its function type.
    @Test("A trailing closure is a factory, even if its parameter type is inferred")
    func trailingClosures() {
        final class Owner {
            let container: Container
            init(_ container: Container) { self.container = container }
        }
        let container = Container()
        container.bind { Owner($0) }
        container.bind(.singleton, id: 1) { Owner($0) }
        container.register { (container: Container) in Owner(container) }
        container.register(.singleton, id: 2) { Owner($0) }
        #expect(container.resolve(Owner.self) != nil)
        #expect(container.resolve(Owner.self, id: 1) != nil)
        #expect(container.resolve(Owner.self, id: 2) != nil)
        withEmptyMain {
            Container.bind { Owner($0) }
            Container.register(id: 1) { Owner($0) }
            #expect(Container.resolve(Owner.self) != nil)
            #expect(Container.resolve(Owner.self, id: 1) != nil)
        }
    }

    @Test("A closure for 'value:' is a value")
    func closuresAsValues() {
        let container = Container()
        container.bind(value: { (number: Int) in number * 2 })
        #expect(container.resolve(((Int) -> Int).self)?(21) == 42)
    }
}
