import Testing
import Wormer

@Suite("An injector resolves the parameters of initializers")
struct AutoWiringTests {
    let injector = Injector(parent: nil)

    struct Report {
        let number: Int
        let text: String
        let flag: Bool?
        let bus: (any EventBus)?
    }

    init() {
        injector.bind(interface: Int.self, toImplementation: Int.self) { 7 }
        injector.bind(interface: String.self, toImplementation: String.self) { "seven" }
    }

    @Test("Each parameter is resolved by its type, and an unbound optional parameter is nil")
    func parameters() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        injector.bind(
            interface: Report.self,
            toImplementation: Report.self,
            initializer: Report.init(number:text:flag:bus:)
        )
        let report: Report = injector.instance()
        #expect(report.number == 7)
        #expect(report.text == "seven")
        #expect(report.flag == nil)
        #expect(report.bus?.name == "local")
    }

    @Test("An initializer without parameters is auto-wired, also if the type has another one")
    func noParameters() throws {
        struct Label {
            var text = "none"
            init() {}
            init(text: String) { self.text = text }
        }
        injector.bind(Label.self, to: .using(Label.init))
        #expect(injector.instance(for: Label.self).text == "none")
        injector.bind(Label.self, id: 1, to: .make(Label.init))
        #expect(injector.instance(for: Label.self, id: 1).text == "none")
        injector.bind(Label.self, to: .using(Label.init(text:)))
        #expect(injector.instance(for: Label.self).text == "seven")
        injector.contribute(to: Label.self, lifetime: .singleton, .using(Label.init))
        #expect(try injector.throwingInstances(for: Label.self).map(\.text) == ["none"])
    }

    @Test("A closure with parameters is auto-wired and can throw")
    func closures() throws {
        injector.bind(interface: Double.self, toImplementation: Double.self) { (number: Int, text: String) in
            if text.isEmpty { throw PlannedFailure(description: "empty") }
            return Double(number)
        }
        #expect(injector.instance(for: Double.self) == 7)
        injector.bind(interface: Int8.self, toImplementation: Int8.self) { injector in
            Int8(injector.instance(for: Int.self))
        }
        #expect(injector.instance(for: Int8.self) == 7)
        injector.bind(interface: String.self, toImplementation: String.self) { "" }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Double.self) }
        #expect(error?.reason.name == "factoryThrew")
    }

    @Test("Parameters are resolved in the injector that holds the binding, not in the child that looks it up")
    func parents() {
        injector.bind(interface: Double.self, toImplementation: Double.self) { (number: Int) in Double(number) }
        let child = Injector(parent: injector)
        child.bind(interface: Int.self, toImplementation: Int.self) { 8 }
        #expect(child.instance(for: Double.self) == 7)
    }
}
