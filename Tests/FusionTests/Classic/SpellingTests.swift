import Fusion
import Testing

/// Forms of binding for `FileLogger` with the same meaning.
private struct Spellings {
    var id: AnyHashable?
    var isShared = false
    let forms: [(Container) -> Void]
}

private var spellings: [Spellings] {
    [
        Spellings(forms: [
            { $0.bind(value: FileLogger()) },
            { $0.bind(FileLogger.self, value: FileLogger()) },
            { $0.bind(to: FileLogger.self, value: FileLogger()) },
            { $0.bind(.transient, value: FileLogger()) },
            { $0.bind(factory: { _ in FileLogger() }) },
            { $0.bind { _ in FileLogger() } },
            { $0.bind(FileLogger.self, factory: { container in FileLogger() }) },
            { $0.bind(FileLogger.self) { _ in FileLogger() } },
            { $0.bind(to: FileLogger.self) { _ in FileLogger() } },
            { $0.bind(FileLogger.self, to: .make { FileLogger() }) },
            { $0.register(value: FileLogger()) },
            { $0.register(to: FileLogger.self, value: FileLogger()) },
            { $0.register(factory: { _ in FileLogger() }) },
        ]),
        Spellings(
            id: "a",
            forms: [
                { $0.bind(FileLogger.self, id: "a", value: FileLogger()) },
                { $0.bind(to: FileLogger.self, id: "a", value: FileLogger()) },
                { $0.bind(id: "a", value: FileLogger()) },
                { $0.bind(id: "a") { _ in FileLogger() } },
                { $0.bind(FileLogger.self, id: "a") { _ in FileLogger() } },
                { $0.bind(FileLogger.self, id: "a", to: .make { FileLogger() }) },
                { $0.register(id: "a", value: FileLogger()) },
            ]
        ),
        Spellings(
            isShared: true,
            forms: [
                { $0.bind(.singleton, value: FileLogger()) },
                { $0.bind(.singleton) { _ in FileLogger() } },
                { $0.bind(.singleton, to: FileLogger.self, value: FileLogger()) },
                { $0.bind(.singleton, to: FileLogger.self) { _ in FileLogger() } },
                { $0.bind(.id("session"), to: FileLogger.self) { _ in FileLogger() } },
                { $0.bind(FileLogger.self, lifetime: .weak, to: .make { FileLogger() }) },
                { $0.register(.singleton, value: FileLogger()) },
            ]
        ),
        Spellings(
            id: 7,
            isShared: true,
            forms: [
                { $0.bind(.singleton, id: 7, value: FileLogger()) },
                { $0.bind(.singleton, to: FileLogger.self, id: 7) { _ in FileLogger() } },
                { $0.bind(FileLogger.self, id: 7, lifetime: .singleton, to: .make { FileLogger() }) },
                { $0.register(.singleton, to: FileLogger.self, id: 7) { _ in FileLogger() } },
            ]
        ),
    ]
}

/// Forms on `Container` with an identifier.
///
/// `ActorBindingTests` has those without one.
private var staticSpellings: [Spellings] {
    [
        Spellings(
            id: "a",
            forms: [
                { _ in Container.bind(FileLogger.self, id: "a") { _ in FileLogger() } },
                { _ in Container.bind(id: "a", value: FileLogger()) },
            ]
        ),
        Spellings(
            id: 7,
            isShared: true,
            forms: [
                { _ in Container.bind(.singleton, to: FileLogger.self, id: 7, value: FileLogger()) },
                { _ in Container.bind(FileLogger.self, id: 7, lifetime: .singleton, to: .make { FileLogger() }) },
            ]
        ),
    ]
}

@Suite("bind and register accept types, scopes, identifiers, values and factories")
struct SpellingTests {
    private func check(_ spellings: Spellings, _ number: Int, on container: Container) {
        spellings.forms[number](container)
        let comment: Comment = "form \(number), \(String(describing: spellings.id)), shared: \(spellings.isShared)"
        let first = container.resolve(FileLogger.self, id: spellings.id)
        let second = container.resolve(FileLogger.self, id: spellings.id)
        #expect(first != nil, comment)
        #expect((first === second) == spellings.isShared, comment)
        #expect(container.resolve(FileLogger.self, id: "other") == nil, comment)
        #expect((container.resolve(FileLogger.self) == nil) == (spellings.id != nil), comment)
        #expect(container.resolve(Logger.self, id: spellings.id) == nil, comment)
    }

    @Test("Every form on a container, and on Container for the main one, binds with its scope and identifier")
    func forms() {
        for spellings in spellings {
            for number in spellings.forms.indices { check(spellings, number, on: Container()) }
        }
        for spellings in staticSpellings {
            for number in spellings.forms.indices { withEmptyMain { check(spellings, number, on: .main) } }
        }
    }

    @Test("The interface is the first argument, follows 'to:', or is the type of the value or closure")
    func interfaces() {
        let container = Container()
        container.bind(Logger.self, id: 1, value: RemoteLogger())
        container.bind(to: Logger.self, id: 2, value: RemoteLogger())
        container.bind(.singleton, to: Logger.self, id: 3, value: RemoteLogger())
        container.bind(id: 4, value: RemoteLogger() as any Logger)
        container.bind(Logger.self, id: 5) { _ in RemoteLogger() }
        container.bind(.singleton, to: Logger.self, id: 6) { container in RemoteLogger() }
        for id in 1...6 {
            #expect(container.resolve(Logger.self, id: id)?.name == "remote")
            #expect(container.resolve(RemoteLogger.self, id: id) == nil)
        }
        container.bind(value: { (number: Int) in number * 2 })
        #expect(container.resolve(((Int) -> Int).self)?(21) == 42)
    }

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
            #expect(Container.resolve(Owner.self) != nil)
        }
    }
}
