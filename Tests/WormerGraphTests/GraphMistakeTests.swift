import Testing
@testable import Wormer
import WormerGraph

@Suite("verify() and explain() report mistakes before a lookup")
struct GraphMistakeTests {
    private let injector = Injector(parent: nil)

    @Test("A parameter whose type is bound under an identifier is a fault that says how to name it")
    func identifiedParameter() {
        struct PaymentEndpoint: Sendable {}
        struct CardGateway: Sendable { let endpoint: PaymentEndpoint }
        injector.bind(PaymentEndpoint.self, id: "payments", to: .value(PaymentEndpoint()))
        injector.bind(CardGateway.self, to: .using(CardGateway.init))
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(
            error?.faults.map(\.description.withoutLocations) == [
                """
                GraphMistakeTests.PaymentEndpoint is not bound; GraphMistakeTests.CardGateway \
                (WormerGraphTests/GraphMistakeTests.swift:LINE) needs it; near misses: GraphMistakeTests.PaymentEndpoint \
                (id: "payments"), bound at WormerGraphTests/GraphMistakeTests.swift:LINE; as a parameter of '.using', \
                write '.id("payments")'
                """
            ]
        )
    }

    @Test("verify() reports an unbound dependency of a decorator at the line of the decorator")
    func missingForDecorator() throws {
        try mistake {
            injector.bind(Oven.self, to: .value(GasOven()))
            injector.decorate(Oven.self) { $0 }
            injector.decorate(Oven.self, with: AttendedOven.init(base:baker:))
            _ = try injector.verify()
        } shows: {
            """
            1 fault in the bindings:
              - Baker is not bound; the decorator of Oven (WormerGraphTests/GraphMistakeTests.swift:+3) needs it
            """
        }
    }

    @Test("verify() reports a cycle and a captive dependency through a decorator at the line of the decorator")
    func connectionsOfDecorator() throws {
        try mistake {
            injector.bind(Oven.self, lifetime: .singleton, to: .value(GasOven()))
            injector.bind(Baker.self, lifetime: .scope(Scope("shift")), to: .using { (_: any Oven) in Baker(name: "") })
            injector.decorate(Oven.self, with: AttendedOven.init(base:baker:))
            _ = try injector.verify()
        } shows: {
            """
            2 faults in the bindings:
              - cycle: Baker (WormerGraphTests/GraphMistakeTests.swift:+2) -> the decorator of Oven \
            (WormerGraphTests/GraphMistakeTests.swift:+3) -> Baker (WormerGraphTests/GraphMistakeTests.swift:+2)
              - a singleton would hold a shorter-lived instance (scope shift): the decorator of Oven \
            (WormerGraphTests/GraphMistakeTests.swift:+3) -> Baker (WormerGraphTests/GraphMistakeTests.swift:+2); take a \
            parameter 'baker: Provider<Baker>' instead
            """
        }
    }

    @Test("verify() reports a decorator without a binding, and explain(_:) an array without contributions")
    func warnings() throws {
        let line = UInt(#line)
        injector.decorate(Oven.self) { oven in oven }
        let text = try "\(injector.verify())".countingLines(from: line)
        #expect(
            text == """
                0 bindings verified.
                Without effect:
                  - the decorator of Oven (WormerGraphTests/GraphMistakeTests.swift:+1): Oven is not bound
                """
        )
        let empty = "Array<Topping> - empty: nothing is contributed to Topping"
        #expect(injector.explain([any Topping].self) == empty)
    }

    @Test("verify() remarks a child's decorator of what a parent binds or contributes")
    func decoratorOfParent() throws {
        injector.bind(Oven.self, to: .value(GasOven()))
        injector.contribute(to: Topping.self, .value(Sugar()))
        let (line, child) = (UInt(#line), Injector(parent: injector))
        child.decorate(Oven.self) { oven in oven }
        child.decorateContributions(to: Topping.self) { topping in topping }
        let text = try "\(child.verify())".countingLines(from: line)
        #expect(
            text == """
                2 bindings verified.
                Without effect:
                  - the decorator of Oven (WormerGraphTests/GraphMistakeTests.swift:+1): Oven is bound in a parent
                  - the decorator of contribution to Topping (WormerGraphTests/GraphMistakeTests.swift:+2): contribution to \
                Topping is bound in a parent
                """
        )
    }

    @Test("verify() shows how to pass a value for a default argument")
    func defaultArgument() throws {
        final class Client: Sendable {
            init(oven: any Oven, timeout: Double = 30) {}
        }
        try mistake {
            injector.bind(Oven.self, to: .value(GasOven()))
            injector.bind(Client.self, to: .using(Client.init(oven:timeout:)))
            _ = try injector.verify()
        } shows: {
            """
            1 fault in the bindings:
              - Double is not bound; GraphMistakeTests.Client (WormerGraphTests/GraphMistakeTests.swift:+2) needs it; \
            '.using' resolves every parameter, also one with a default argument; pass a value: \
            .using(GraphMistakeTests.Client.init, .byType, .value(<#Double#>))
            """
        }
    }

    @Test("verify() remarks a parameter of an optional or a list of values that is resolved to nothing")
    func lostDefaultArgument() throws {
        final class Client: Sendable {
            init(name: String? = "shop", tags: [String] = ["new"], oven: (any Oven)? = nil, toppings: [any Topping]) {}
        }
        let line = UInt(#line)
        injector.bind(Client.self, to: .using(Client.init))
        let text = try "\(injector.verify())".countingLines(from: line)
        let place = "GraphMistakeTests.Client (WormerGraphTests/GraphMistakeTests.swift:+1)"
        let start = "  - a default argument for"
        #expect(
            text == """
                1 binding verified.
                Without effect:
                \(start) Optional<String>, which \(place) resolves to nothing; pass a value: \
                .using(GraphMistakeTests.Client.init, .value(<#Optional<String>#>), .byType, .byType, .byType)
                \(start) Array<String>, which \(place) resolves to nothing; pass a value: \
                .using(GraphMistakeTests.Client.init, .byType, .value(<#Array<String>#>), .byType, .byType)
                Empty, because nothing is contributed or bound:
                  - Array<Topping>, which \(place) resolves
                """
        )
    }

    @Test("verify() remarks a list or a dictionary that is empty because nothing contributes to it")
    func empty() async throws {
        struct Menu: Sendable { let toppings: [any Topping] }
        struct Kitchen: Sendable { let ovens: [String: any Oven], toppings: [any Topping]? }
        let line = UInt(#line)
        injector.bind(Menu.self, to: .using(Menu.init))
        injector.bind(Kitchen.self, to: .using(Kitchen.init))
        injector.bindMake(Baker.self) { Baker(name: "\(try $0.throwingInstance(for: [any Oven].self).count)") }
        injector.decorate(Baker.self, with: { (baker: Baker, _: [Flour]) in baker })
        let text = try await "\(injector.verifyInstances())".countingLines(from: line)
        let file = "WormerGraphTests/GraphMistakeTests.swift"
        #expect(
            text == """
                3 bindings verified.
                Empty, because nothing is contributed or bound:
                  - Array<Flour>, which the decorator of Baker (\(file):+4) resolves
                  - Array<Oven>, which Baker (\(file):+3) resolves
                  - Array<Topping>, which GraphMistakeTests.Menu (\(file):+1) resolves
                  - Dictionary<String, Oven>, which GraphMistakeTests.Kitchen (\(file):+2) resolves
                  - Array<Topping>, which GraphMistakeTests.Kitchen (\(file):+2) resolves
                """
        )
        injector.contribute(to: Topping.self, .value(Sugar()))
        injector.bind(Oven.self, id: "north", to: .value(GasOven()))
        injector.bind([Flour].self, to: .value([]))
        injector.bind([any Oven].self, to: .value([]))
        #expect(try await injector.verifyInstances().remarks.isEmpty)
    }

    @Test("verify() says what only a child binds, and a parent's binding needs")
    func boundInChild() throws {
        let child = Injector(parent: injector)
        try mistake {
            injector.bind(Mixer.self, to: .using(Mixer.init(flour:)))
            child.bind(Flour.self, to: .value(Flour()))
            _ = try child.verify()
        } shows: {
            """
            1 fault in the bindings:
              - Flour is not bound; Mixer (WormerGraphTests/GraphMistakeTests.swift:+1) needs it; near misses: Flour in a \
            child, which its parent doesn't ask, bound at WormerGraphTests/GraphMistakeTests.swift:+2; bind what needs it \
            there, too
            """
        }
    }

    @Test("verify() remarks a scope that two modules declare, with both lines")
    func scopeOfTwoModules() throws {
        let one = Scope("checkout", fileID: "Billing/Scopes.swift", line: 3)
        let other = Scope("checkout", fileID: "Shop/Scopes.swift", line: 5)
        injector.bind(Oven.self, lifetime: .scope(one), to: .value(GasOven()))
        injector.bind(Flour.self, lifetime: .scope(one), to: .value(Flour()))
        #expect(try injector.verify().remarks.isEmpty)
        injector.bind(Baker.self, lifetime: .scope(Scope("inner", inside: other)), to: .value(Baker(name: "")))
        let text = "two modules declare the scope 'checkout', which is one scope: at "
        let remarks = try injector.verify().remarks.filter { $0.kind == .sameName }.map(\.description)
        #expect(remarks == [text + "Shop/Scopes.swift:5 and at Billing/Scopes.swift:3"])
    }

    @Test("explain() lists near misses for a misspelled identifier")
    func explain() {
        let line = UInt(#line)
        injector.bind(Oven.self, id: "users", to: .value(GasOven()))
        let text = injector.explain(Oven.self, id: "user").countingLines(from: line)
        #expect(
            text == """
                Oven (id: "user") - not bound; near misses: Oven (id: "users"), bound at \
                WormerGraphTests/GraphMistakeTests.swift:+1
                """
        )
    }
}
