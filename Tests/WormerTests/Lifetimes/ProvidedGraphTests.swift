import Testing
import Wormer

private struct Refusal: Error {}

private struct ThrowingAPI: API {
    let text = "never"

    init(ticket: Ticket) throws {
        throw Refusal()
    }
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

    @Test("The error for a value that was not provided names the value, the scope and the line that opened it")
    func notGiven() throws {
        try injector.withScope(.request, providing: Ticket(number: 1)) {
            #expect(
                text { try injector.throwingInstance(for: Receipt.self) } == """
                    Cannot inject Visitor: the scope 'request' was opened without it.
                      path          Receipt, looked up at WormerTests/ProvidedGraphTests.swift:LINE, bound at \
                    WormerTests/ProvidedGraphTests.swift:LINE
                                    Visitor, looked up at WormerTests/ProvidedGraphTests.swift:LINE, bound at \
                    WormerTests/ProvidedGraphTests.swift:LINE
                      opened at     WormerTests/ProvidedGraphTests.swift:LINE
                      to do         Open the scope with the value:
                                    try await injector.withScope(Scope("request"), providing: <#Ticket#>, <#Visitor#> as \
                    any Visitor) { <#lookups#> }
                      or            Begin it with the value:
                                    try injector.begin(Scope("request"), providing: <#Ticket#>, <#Visitor#> as any Visitor)
                    """
            )
        }
        let line: UInt = #line + 2
        do {
            _ = try injector.withScope(.request) { try injector.throwingInstance(for: Ticket.self) }
        } catch let error as InjectionError {
            guard case .notProvided(.request, let opened) = error.reason else { throw error }
            #expect(opened.line == line)
        }
    }

    @Test("A lookup of a value outside its scope throws an error")
    func outside() {
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Ticket.self) }
        #expect(error?.reason.name == "scopeNotOpen")
    }

    @Test("verify() accepts provided values and reports a longer-lived instance that captures one")
    func verification() async throws {
        #expect(text { try injector.verify() } == "3 bindings verified.")
        #expect(
            try await injector.verifyInstances().description.withoutLocations == """
                3 bindings verified.
                Not created:
                  - Receipt (WormerTests/ProvidedGraphTests.swift:LINE): the scope 'request' has no value for it
                  - Ticket (WormerTests/ProvidedGraphTests.swift:LINE): the scope 'request' has no value for it
                  - Visitor (WormerTests/ProvidedGraphTests.swift:LINE): the scope 'request' has no value for it
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
        injector.unbind(API.self)
        injector.bind(Receipt.self, lifetime: .singleton, to: .using(Receipt.init(ticket:visitor:)))
        #expect(
            text { try injector.verify() } == """
                2 faults in the bindings:
                  - a singleton would hold a shorter-lived instance (scope request): Receipt \
                (WormerTests/ProvidedGraphTests.swift:LINE) -> Ticket (WormerTests/ProvidedGraphTests.swift:LINE); \
                take a parameter 'ticket: Provider<Ticket>' instead
                  - a singleton would hold a shorter-lived instance (scope request): Receipt \
                (WormerTests/ProvidedGraphTests.swift:LINE) -> Visitor (WormerTests/ProvidedGraphTests.swift:LINE); \
                take a parameter 'visitor: Provider<Visitor>' instead
                Bound more than once (the last binding counts):
                  - Receipt (WormerTests/ProvidedGraphTests.swift:LINE) replaces the binding at \
                WormerTests/ProvidedGraphTests.swift:LINE
                """
        )
    }

    @Test("The graph marks provided values")
    func graph() {
        #expect(
            injector.explain(Receipt.self).withoutLocations == """
                Receipt [scope request] WormerTests/ProvidedGraphTests.swift:LINE
                  Ticket [scope request, provided] WormerTests/ProvidedGraphTests.swift:LINE
                  Visitor [scope request, provided] WormerTests/ProvidedGraphTests.swift:LINE
                Nothing depends on Receipt.
                """
        )
        #expect(injector.graph.mermaid.contains("scope request, provided"))
    }
}
