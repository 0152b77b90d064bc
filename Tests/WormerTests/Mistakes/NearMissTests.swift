import Testing
import Wormer

@Suite("An error lists bindings that are similar to the request")
struct NearMissTests {
    let injector = Injector(parent: nil)

    @Test("The error for an unbound identifier lists other identifiers of the interface as near misses")
    func otherIdentifiers() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        injector.bind(interface: EventBus.self, id: "main", toImplementation: LocalEventBus.self) { LocalEventBus() }
        let error = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(for: EventBus.self, id: "mian")
        }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject EventBus (id: "mian"): nothing is bound to it.
                  requested at  WormerTests/NearMissTests.swift:LINE
                  near misses   EventBus without an identifier, bound at WormerTests/NearMissTests.swift:LINE
                                EventBus (id: "main"), bound at WormerTests/NearMissTests.swift:LINE
                  to do         Bind it before it is requested:
                                injector.bind(EventBus.self, id: "mian", to: .make { <#EventBus#> })
                """
        )
        #expect(error?.identifier == AnyHashable("mian"))
    }

    @Test("An error lists at most three near misses: the same name, an implementation, a similar name")
    func nearMisses() {
        enum Elsewhere {
            struct Unrelated {}
        }
        struct Unrelatad {}
        struct Unrelatedd {}
        injector.bind(interface: Unrelatedd.self, toImplementation: Unrelatedd.self) { Unrelatedd() }
        injector.bind(interface: Unrelatad.self, toImplementation: Unrelatad.self) { Unrelatad() }
        injector.bind(interface: Any.self, toImplementation: Unrelated.self) { Unrelated() }
        injector.bind(interface: Elsewhere.Unrelated.self, toImplementation: Elsewhere.Unrelated.self) {
            Elsewhere.Unrelated()
        }
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Unrelated.self) }
        #expect(error?.nearMisses.map(\.kind) == [.sameName, .implementation, .similarName])
        #expect(
            error?.nearMisses.dropFirst().map(\.description.withoutLocations) == [
                "Any, which it implements, bound at WormerTests/NearMissTests.swift:LINE",
                "NearMissTests.Unrelatad, bound at WormerTests/NearMissTests.swift:LINE",
            ]
        )
    }

    @Test("Near misses include the bindings of parents")
    func nearMissesInParents() {
        injector.bind(interface: Int.self, id: 1, toImplementation: Int.self) { 1 }
        let child = Injector(parent: injector)
        let error = #expect(throws: InjectionError.self) { try child.throwingInstance(for: Int.self, id: 2) }
        #expect(error?.nearMisses.map(\.kind) == [.otherIdentifier])
    }

    // Defect: an unrelated service came before the identifier that was misspelled.
    @Test("If the request has an identifier, other identifiers of the type are the likeliest near misses")
    func identifiers() {
        injector.contribute(to: Double.self, .make { 1 })
        injector.bind(Double.self, id: "console", to: .make { 2 })
        let error = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(for: Double.self, id: "consle")
        }
        #expect(error?.nearMisses.first?.kind == .otherIdentifier)
        #expect(error?.nearMisses.count == 2)
    }

    @Test("A near miss with the same name is shown with its qualified name")
    func sameName() {
        injector.bind(Elsewhere.Unrelated.self, to: .make { .init() })
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Unrelated.self) }
        #expect(
            error?.nearMisses.map(\.description.withoutLocations) == [
                "Elsewhere.Unrelated, which is another type, bound at WormerTests/NearMissTests.swift:LINE"
            ]
        )
    }
}

enum Elsewhere {
    struct Unrelated {}
}
