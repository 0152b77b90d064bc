import Testing
import Wormer
import WormerGraph

private struct Refusal: Error {}

private struct ThrowingAPI: API {
    let text = "never"

    init(ticket: Ticket) throws { throw Refusal() }
}

@Suite("Errors, verify() and the graph know the values of a scope")
struct ProvidedGraphTests {
    private let injector = Injector.withProvidedValues()

    private func text(of body: () throws -> some Any) -> String {
        do {
            return "\(try body())"
        } catch {
            return "\(error)".withoutLocations
        }
    }

    @Test("verify() accepts provided values and reports a longer-lived instance that captures one")
    func verification() async throws {
        #expect(text { try injector.verify() } == "3 bindings verified.")
        #expect(
            try await injector.verifyInstances().description.withoutLocations == """
                0 of 3 bindings verified.
                Not created:
                  - Receipt (WormerGraphTests/ProvidedGraphTests.swift:LINE): the scope 'request' has no value for it
                  - Ticket (WormerGraphTests/ProvidedGraphTests.swift:LINE): the scope 'request' has no value for it
                  - Visitor (WormerGraphTests/ProvidedGraphTests.swift:LINE): the scope 'request' has no value for it
                """
        )
        injector.bind(API.self, lifetime: .scope(.request), to: .using(ThrowingAPI.init(ticket:)))
        try await injector.withScope(.request, providing: Ticket(number: 1)) {
            let error = await #expect(throws: VerificationError.self) { try await injector.verifyInstances() }
            #expect(error?.description.contains("its factory threw Refusal") == true)
        }
        injector.bind(API.self, lifetime: .weak, to: .using(ThrowingAPI.init(ticket:)))
        #expect(text { try injector.verify() }.contains("a weak instance would hold a shorter-lived instance"))
        injector.bind(API.self, lifetime: .scope(.session), to: .using(ThrowingAPI.init(ticket:)))
        #expect(text { try injector.verify() }.contains("an instance of the scope 'session' would hold a shorter"))
        injector.bind(API.self, lifetime: .singleton, to: .using(ThrowingAPI.init(ticket:)))
        #expect(text { try injector.verify() }.contains("a singleton would hold a shorter-lived instance"))
    }

    @Test("The graph marks provided values")
    func graph() {
        #expect(
            injector.explain(Receipt.self).withoutLocations == """
                Receipt [scope request] WormerGraphTests/ProvidedGraphTests.swift:LINE
                  Ticket [scope request, provided] WormerGraphTests/ProvidedGraphTests.swift:LINE
                  Visitor [scope request, provided] WormerGraphTests/ProvidedGraphTests.swift:LINE
                Nothing is known to depend on Receipt.
                """
        )
        #expect(injector.graph.mermaid.contains("scope request, provided"))
    }

    @Test("The graph shows what a decorator of a provided value looked up")
    func decorated() throws {
        injector.bind(Int.self, to: .make { 1 })
        injector.decorate(Ticket.self) { [injector] ticket in
            Ticket(number: ticket.number + injector.instance(for: Int.self))
        }
        let number = try injector.withScope(.request, providing: Ticket(number: 1)) {
            injector.instance(for: Ticket.self).number
        }
        #expect(number == 2)
        #expect(injector.explain(Ticket.self).contains("Int [transient]"))
    }
}
