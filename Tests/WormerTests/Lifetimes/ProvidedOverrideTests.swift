import Testing
import Wormer

@Suite("Overrides and decorators apply to the values of a scope")
struct ProvidedOverrideTests {
    private let injector = Injector.withProvidedValues()

    @Test("An override around a scope or inside it replaces a value")
    func overrides() async throws {
        func request() async throws -> String {
            try await injector.withScope(.request, providing: Ticket(number: 1), Guest(name: "Ada") as any Visitor) {
                injector.instance(for: Receipt.self).text
            }
        }
        let around = try await inOverride {
            injector.bind(Visitor.self, to: .value(Guest(name: "Eve")))
            return try await inOverride { try await request() }
        }
        #expect(around == "1 for Eve")
        // The declaration is in the same override.
        let isolated = try await inOverride {
            injector.bind(Visitor.self, lifetime: .scope(.request), to: .provided)
            injector.bind(Visitor.self, to: .value(Guest(name: "Eve")))
            injector.bind(Visitor.self, to: .value(Guest(name: "Eva")))
            return try await request()
        }
        #expect(isolated == "1 for Eva")
        try await injector.withScope(.request, providing: Ticket(number: 1), Guest(name: "Ada") as any Visitor) {
            let inside = inOverride {
                injector.bind(Ticket.self, to: .value(Ticket(number: 9)))
                return injector.instance(for: Receipt.self).text
            }
            #expect(inside == "9 for Ada")
            inOverride {
                injector.bind(Ticket.self, lifetime: .scope(.request), to: .make { Ticket(number: 7) })
                #expect(injector.instance(for: Ticket.self).number == 7)
            }
            #expect(injector.instance(for: Receipt.self).text == "1 for Ada")
        }
        #expect(try await request() == "1 for Ada")
    }

    @Test("A decorator wraps the value once for each scope")
    func decorated() throws {
        injector.decorate(Visitor.self) { base in Guest(name: "\(base.name), decorated") }
        try injector.withScope(.request, providing: Guest(name: "Ada") as any Visitor) {
            let visitor = injector.instance(for: Visitor.self)
            #expect(visitor.name == "Ada, decorated")
            #expect(injector.instance(for: Visitor.self) as? Guest === visitor as? Guest)
            inOverride {
                injector.decorate(Visitor.self) { base in Guest(name: "\(base.name) twice") }
                #expect(injector.instance(for: Visitor.self).name == "Ada, decorated twice")
            }
            #expect(injector.instance(for: Visitor.self).name == "Ada, decorated")
        }
        injector.bind(Ticket.self, lifetime: .scope(.request), to: .provided)
        try injector.withScope(.request, providing: Ticket(number: 1)) {
            inOverride {
                injector.decorate(Ticket.self) { base in Ticket(number: base.number + 1) }
                #expect(injector.instance(for: Ticket.self).number == 2)
            }
            #expect(injector.instance(for: Ticket.self).number == 1)
        }
    }
}
