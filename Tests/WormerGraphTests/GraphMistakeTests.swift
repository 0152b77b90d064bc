import Testing
@testable import Wormer
import WormerGraph

@Suite("verify() and explain() report mistakes before a lookup")
struct GraphMistakeTests {
    private let injector = Injector(parent: nil)

    // Defect: the fault had the name and the line of the binding.
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

    // Defect: as above.
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
