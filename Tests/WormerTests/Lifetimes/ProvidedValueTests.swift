import Testing
import Wormer

@Suite("Values are provided when a scope is opened")
struct ProvidedValueTests {
    private static func injector() -> Injector {
        let injector = Injector(parent: nil)
        injector.bind(Ticket.self, lifetime: .scope(.request), to: .provided)
        injector.bind(Visitor.self, lifetime: .scope(.request), to: .provided)
        injector.bind(Receipt.self, lifetime: .scope(.request), to: .using(Receipt.init(ticket:visitor:)))
        return injector
    }

    private let injector = ProvidedValueTests.injector()

    private func text(of body: () throws -> some Any) -> String {
        do {
            return "\(try body())"
        } catch {
            return "\(error)".withoutLocations
        }
    }

    @Test("Requests, closures and auto-wired initializers receive the values by their static types")
    func values() async throws {
        injector.bind(
            String.self,
            to: .make { injector in
                "\(try injector.throwingInstance(for: Ticket.self).number), made"
            }
        )
        let visitor = Guest(name: "Ada")
        try await injector.withScope(.request, providing: Ticket(number: 1), visitor as any Visitor) {
            #expect(injector.instance(for: Ticket.self).number == 1)
            #expect(injector.safeInstance(for: Visitor.self) as? Guest === visitor)
            #expect(injector.instance(for: Receipt.self).text == "1 for Ada")
            #expect(injector.instance(for: String.self) == "1, made")
            // Again, after the first requests.
            #expect(injector.instance(for: Ticket.self).number == 1)
            #expect(injector.safeInstance(for: Visitor.self) as? Guest === visitor)
        }
        try await injector.withScope(.request, providing: visitor as any Visitor, Ticket(number: 2)) {
            try await #expect(injector.asyncInstance(for: Ticket.self).number == 2)
            try await #expect(injector.asyncInstance(for: Receipt.self).text == "2 for Ada")
        }
    }

    @Test("Inner scopes, child tasks and child injectors see the values")
    func visibility() async throws {
        let (injector, child) = (injector, Injector(parent: injector))
        try await child.withScope(.request, providing: Ticket(number: 3)) {
            try await injector.withScope(.job) {
                #expect(injector.instance(for: Ticket.self).number == 3)
                #expect(child.instance(for: Ticket.self).number == 3)
            }
            async let inChild = injector.instance(for: Ticket.self).number
            #expect(await inChild == 3)
            let inTask = Task { injector.safeInstance(for: Ticket.self)?.number }
            #expect(await inTask.value == 3)
            let detached = Task.detached { injector.safeInstance(for: Ticket.self)?.number }
            #expect(await detached.value == nil)
        }
    }

    @Test("A scope opened inside itself has its own values")
    func nested() throws {
        try injector.withScope(.request, providing: Ticket(number: 1)) {
            try injector.withScope(.request, providing: Ticket(number: 2)) {
                #expect(injector.instance(for: Ticket.self).number == 2)
            }
            try injector.withScope(.request) {
                #expect(injector.safeInstance(for: Ticket.self) == nil)
            }
            #expect(injector.instance(for: Ticket.self).number == 1)
        }
    }

    @Test("'onEnd' can request the values", arguments: [false, true])
    func teardown(isRequestedBefore: Bool) async throws {
        let (injector, journal) = (injector, Journal())
        injector.bind(
            Piece.self,
            lifetime: .scope(.request),
            to: .make { Piece("piece") }.onEnd { _ in
                let ticket = try injector.throwingInstance(for: Ticket.self)
                journal.note("ended for \(ticket.number), receipt: \(injector.safeInstance(for: Receipt.self) != nil)")
            }
        )
        injector.bind(
            Plugin.self,
            lifetime: .scope(.request),
            to: .make { SharedPlugin() }.onEnd { _ async throws in
                await Task.yield()
                journal.note("awaited for \(try await injector.asyncInstance(for: Ticket.self).number)")
            }
        )
        func makeAll(_ number: Int, _ isRequestedBefore: Bool) {
            if isRequestedBefore {
                #expect(injector.instance(for: Ticket.self).number == number)
            }
            _ = injector.instance(for: Piece.self)
        }
        func endSynchronously() throws {
            try injector.withScope(.request, providing: Ticket(number: 1)) {
                makeAll(1, isRequestedBefore)
            }
        }
        try endSynchronously()
        try await injector.withScope(.request, providing: Ticket(number: 2), Guest(name: "Ada") as any Visitor) {
            makeAll(2, isRequestedBefore)
            _ = try await injector.asyncInstance(for: Plugin.self)
        }
        // 'onEnd' creates no new instance.
        #expect(
            journal.entries == [
                "ended for 1, receipt: false", "awaited for 2", "ended for 2, receipt: false",
            ]
        )
    }

    @Test("The 'onEnd' of an instance whose decorator throws can request the values")
    func refused() async throws {
        let (injector, journal) = (injector, Journal())
        injector.bind(
            API.self,
            lifetime: .scope(.request),
            to: .make { BaseAPI() }.onEnd { _ in journal.note("\(injector.instance(for: Ticket.self).number)") }
        )
        injector.decorate(API.self) { _ in throw Refusal() }
        try await injector.withScope(.request, providing: Ticket(number: 1)) {
            #expect(injector.safeInstance(for: API.self) == nil)
        }
        #expect(journal.entries == ["1"])
    }

    @Test("A scope whose body throws ends its instances while its values exist")
    func throwing() async {
        let (injector, journal) = (injector, Journal())
        injector.bind(
            Piece.self,
            lifetime: .scope(.request),
            to: .make { Piece() }.onEnd { _ in journal.note("\(injector.instance(for: Ticket.self).number)") }
        )
        await #expect(throws: Refusal.self) {
            try await injector.withScope(.request, providing: Ticket(number: 1)) {
                _ = injector.instance(for: Piece.self)
                throw Refusal()
            }
        }
        #expect(journal.entries == ["1"])
    }

    @Test("A provider in a singleton returns the value of the current scope")
    func provider() throws {
        injector.bind(Issuer.self, lifetime: .singleton, to: .using(Issuer.init(ticket:)))
        try injector.verify()
        let issuer = injector.instance(for: Issuer.self)
        for number in 1...3 {
            try injector.withScope(.request, providing: Ticket(number: number)) {
                let ticket = issuer.ticket()
                #expect(ticket.number == number)
            }
        }
    }

    @Test("The values are released when the scope ends, even if a task outlives it")
    func release() async throws {
        weak var visitor: Guest?
        let injector = injector
        let (mayGoOn, isOver) = (Shared(false), Shared(""))
        let task = try await injector.withScope(.request, providing: Ticket(number: 1), Guest.weakly(&visitor)) {
            _ = injector.instance(for: Receipt.self)
            return Task {
                while !mayGoOn.value {
                    await Task.yield()
                }
                do {
                    _ = try injector.throwingInstance(for: Ticket.self)
                } catch {
                    isOver.change { $0 = "\(error)".withoutLocations }
                }
            }
        }
        #expect(isSoon { visitor == nil })
        mayGoOn.change { $0 = true }
        await task.value
        #expect(isOver.value.contains("it is bound for the scope 'request', which is not open here."))
    }

    @Test("An override around a scope or inside it replaces a value")
    func overrides() async throws {
        let injector = injector
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
            #expect(injector.instance(for: Receipt.self).text == "1 for Ada")
        }
        #expect(try await request() == "1 for Ada")
    }

    @Test("A binding in an override can belong to an open scope, and it ends with the override")
    func bindingInAnOverride() throws {
        try injector.withScope(.request, providing: Ticket(number: 1)) {
            inOverride {
                injector.bind(Ticket.self, lifetime: .scope(.request), to: .make { Ticket(number: 7) })
                #expect(injector.instance(for: Ticket.self).number == 7)
            }
            #expect(injector.instance(for: Ticket.self).number == 1)
        }
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

    @Test("A value can be an optional")
    func optional() throws {
        injector.bind(Visitor?.self, lifetime: .scope(.request), to: .provided)
        try injector.withScope(.request, providing: nil as (any Visitor)?) {
            let visitor = try injector.throwingInstance(for: Visitor?.self)
            #expect(visitor == nil)
        }
    }

    // MARK: - Errors and the graph

    @Test("The error for a value that was not provided names the value, the scope and the line that opened it")
    func notGiven() throws {
        try injector.withScope(.request, providing: Ticket(number: 1)) {
            #expect(
                text { try injector.throwingInstance(for: Receipt.self) } == """
                    Cannot inject Visitor: it comes with the scope 'request', which was opened without it.
                      path          Receipt, requested at WormerTests/ProvidedValueTests.swift:LINE, bound at \
                    WormerTests/ProvidedValueTests.swift:LINE
                                    Visitor, requested at WormerTests/ProvidedValueTests.swift:LINE, bound at \
                    WormerTests/ProvidedValueTests.swift:LINE
                      opened at     WormerTests/ProvidedValueTests.swift:LINE
                      to do         Open the scope with the value:
                                    try await injector.withScope(Scope("request"), providing: <#Visitor#> as any \
                    Visitor) { <#requests#> }
                    """
            )
        }
        let line: UInt = #line + 2
        do {
            _ = try injector.withScope(.request) { try injector.throwingInstance(for: Ticket.self) }
        } catch let error as InjectionError {
            guard case .notProvided(.request, let opened) = error.reason else {
                throw error
            }
            #expect(opened.line == line)
        }
    }

    @Test("A request for a value outside its scope throws an error")
    func outside() {
        #expect(
            text { try injector.throwingInstance(for: Ticket.self) } == """
                Cannot inject Ticket: it is bound for the scope 'request', which is not open here.
                  requested at  WormerTests/ProvidedValueTests.swift:LINE
                  bound at      WormerTests/ProvidedValueTests.swift:LINE
                  to do         Open the scope around the request; child tasks are in it too:
                                try await injector.withScope(Scope("request")) { <#requests#> }
                """
        )
    }

    @Test("verify() accepts provided values and reports a longer-lived instance that captures one")
    func verification() throws {
        #expect(text { try injector.verify() } == "3 bindings verified.")
        #expect(text { try injector.verify(making: true) } == "3 bindings verified.")
        injector.bind(API.self, lifetime: .scope(.request), to: .using(ThrowingAPI.init(ticket:)))
        try injector.withScope(.request, providing: Ticket(number: 1)) {
            #expect(text { try injector.verify(making: true) }.contains("its initializer threw Refusal"))
        }
        injector.bind(API.self, lifetime: .weak, to: .using(ThrowingAPI.init(ticket:)))
        #expect(text { try injector.verify() }.contains("a weak instance would hold what lives shorter (scope"))
        injector.bind(API.self, lifetime: .scope(.session), to: .using(ThrowingAPI.init(ticket:)))
        #expect(text { try injector.verify() }.contains("an instance of the scope 'session' would hold what lives"))
        injector.unbind(interface: API.self)
        injector.bind(Receipt.self, lifetime: .singleton, to: .using(Receipt.init(ticket:visitor:)))
        #expect(
            text { try injector.verify() } == """
                2 faults in the bindings:
                  - a singleton would hold what lives shorter (scope request): Receipt \
                (WormerTests/ProvidedValueTests.swift:LINE) -> Ticket (WormerTests/ProvidedValueTests.swift:LINE)
                  - a singleton would hold what lives shorter (scope request): Receipt \
                (WormerTests/ProvidedValueTests.swift:LINE) -> Visitor (WormerTests/ProvidedValueTests.swift:LINE)
                Bound more than once, of which the last binding counts:
                  - Receipt (WormerTests/ProvidedValueTests.swift:LINE), in place of the binding at \
                WormerTests/ProvidedValueTests.swift:LINE
                """
        )
    }

    @Test("The graph marks provided values")
    func graph() {
        #expect(
            injector.explain(Receipt.self).withoutLocations == """
                Receipt: Receipt [scope request] WormerTests/ProvidedValueTests.swift:LINE
                  Ticket: Ticket [scope request, provided] WormerTests/ProvidedValueTests.swift:LINE
                  Visitor [scope request, provided] WormerTests/ProvidedValueTests.swift:LINE
                """
        )
        #expect(injector.graph.mermaid.contains("scope request, provided"))
    }
}

/// A value that differs between requests.
struct Ticket: Sendable {
    let number: Int
}

protocol Visitor: Sendable {
    var name: String { get }
}

final class Guest: Visitor {
    let name: String

    init(name: String) {
        self.name = name
    }

    /// A guest that only the returned value and `reference` refer to, the latter weakly.
    static func weakly(_ reference: inout Guest?) -> any Visitor {
        let guest = Guest(name: "Ada")
        reference = guest
        return guest
    }
}

final class Receipt: Sendable {
    let text: String

    init(ticket: Ticket, visitor: any Visitor) {
        text = "\(ticket.number) for \(visitor.name)"
    }
}

private struct Refusal: Error {}

private struct Issuer: Sendable {
    let ticket: Provider<Ticket>
}

private struct ThrowingAPI: API {
    let text = "never"

    init(ticket: Ticket) throws {
        throw Refusal()
    }
}
