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

@Suite("Every form of lookup counts as a use of a binding", .reporting(), .isolatedBindings)
struct UsedTests {
    private var injector: Injector { .default }

    @Test("Lookups with identifiers, for optionals, and awaited lookups count as uses")
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

    @Test("The resolution of a parameter counts as a use")
    func parameter() {
        injector.bindText(line: 5)
        injector.bind(Letter.self, to: .using(Letter.init(text:missing:)))
        #expect(injector.instance(for: Letter.self).text == "text")
    }

    @Test("A lookup for all contributions counts as a use")
    func contribution() {
        injector.contribute(to: Int.self, .make { 1 })
        #expect(injector.instances(for: Int.self) == [1])
    }

    @Test("Lookups through a child, @Inject and Container count as uses")
    func containers() {
        injector.bindText(line: 6)
        #expect(Container(parent: .main).resolve(String.self) == "text")
        injector.bindText(id: "a", line: 7)
        struct Reader { @Inject("a") var text: String }
        #expect(Reader().text == "text")
    }

    @Test("Lookups in Container.mock and in a nested isolation count as uses")
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

    @Test("Lookups before and after decorating count as uses of the binding")
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

    @Test("A single read of a declared service counts as a use, also after an assignment")
    func declared() {
        #expect(Container.declared == "declared")
        #expect(Container.transient == "transient")
        Container.transient = "assigned"
        #expect(Container.transient == "assigned")
    }
}
