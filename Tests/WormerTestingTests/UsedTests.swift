import Fusion
import Testing
import Wormer
import WormerTesting

extension Container {
    @Service(.singleton) fileprivate var declared = "declared"
    @Service fileprivate var transient = "transient"
}

private struct Letter: Sendable {
    let text: String
    let missing: UInt8?
}

@Suite("Every way to ask is a use", .reporting(), .isolatedBindings)
struct UsedTests {
    private var injector: Injector { .default }

    @Test("Synchronously, with an identifier, as an optional, through a parameter, and by one that waits")
    func injectors() async throws {
        injector.bindText(line: 1)
        #expect(injector.safeInstance(for: String.self) == "text")
        injector.bindText(id: 2, line: 2)
        #expect(try injector.throwingInstance(for: String.self, id: 2) == "text")
        injector.bindText(id: 3, line: 3)
        let optional: String? = injector.instance(id: 3)
        #expect(optional == "text")
        injector.bindText(id: 4, line: 4)
        #expect(try await injector.asyncInstance(for: String.self, id: 4) == "text")
    }

    @Test("As the parameter of an initializer")
    func parameter() {
        injector.bindText(line: 5)
        injector.bind(Letter.self, to: .using(Letter.init(text:missing:)))
        #expect(injector.instance(for: Letter.self).text == "text")
    }

    @Test("As a contribution")
    func contribution() {
        injector.contribute(to: Int.self, .make { 1 })
        #expect(injector.instances(for: Int.self) == [1])
    }

    @Test("From a child, and through @Inject and Container")
    func containers() {
        injector.bindText(line: 6)
        #expect(Container(parent: .main).resolve(String.self) == "text")
        injector.bindText(id: "a", line: 7)
        struct Reader { @Inject("a") var text: String }
        #expect(Reader().text == "text")
    }

    // These were reported, because a nested override kept no account.
    @Test("Inside Container.mock and in a nested isolation")
    func nested() throws {
        injector.bindText(line: 8)
        injector.bindText(id: 1, line: 9)
        Container.mock {
            $0.bind(Int.self, value: 3)
        } then: {
            #expect(Container.resolve(String.self) == "text")
        }
        try withIsolatedBindings { #expect($0.instance(for: String.self, id: 1) == "text") }
    }

    // It was reported, because a decorated binding is another one.
    @Test("Before it is decorated, and after")
    func decorated() throws {
        injector.bindText(line: 10)
        #expect(injector.instance(for: String.self) == "text")
        injector.decorate(String.self) { (base: String) in base + "!" }
        injector.bindText(id: 1, line: 11)
        injector.decorate(String.self, id: 1) { (base: String) in base + "!" }
        #expect(injector.instance(for: String.self, id: 1) == "text!")
        injector.bindText(id: 2, line: 12)
        try withIsolatedBindings {
            $0.decorate(String.self, id: 2) { (base: String) in base + "?" }
            #expect($0.instance(for: String.self, id: 2) == "text?")
        }
    }

    // They were reported, because the first read files the binding and nobody asked for it after that.
    @Test("A declared service that is read once, or assigned and read")
    func declared() {
        #expect(Container.declared == "declared")
        #expect(Container.transient == "transient")
        Container.transient = "assigned"
        #expect(Container.transient == "assigned")
    }
}
