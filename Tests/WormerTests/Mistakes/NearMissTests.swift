import Testing
@testable import Wormer

@Suite("An error lists bindings that are similar to the lookup")
struct NearMissTests {
    let injector = Injector(parent: nil)

    @Test("An error lists at most three near misses: the same name, an implementation, an optional")
    func nearMisses() {
        enum Elsewhere {
            struct Unrelated {}
        }
        injector.bind(Unrelated?.self, to: .make { Unrelated() })
        injector.bind(Unrelated?.self, id: 1, to: .make { Unrelated() })
        injector.bind(interface: Any.self, toImplementation: Unrelated.self) { Unrelated() }
        injector.bind(interface: Elsewhere.Unrelated.self, toImplementation: Elsewhere.Unrelated.self) {
            Elsewhere.Unrelated()
        }
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Unrelated.self) }
        #expect(error?.nearMisses.map(\.kind) == [.sameName, .implementation, .optional])
        #expect(
            error?.nearMisses.dropFirst().map(\.description.withoutLocations) == [
                "Any, which it implements, bound at WormerTests/NearMissTests.swift:LINE",
                "Optional<Unrelated>, which is optional, bound at WormerTests/NearMissTests.swift:LINE",
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
    @Test("If the lookup has an identifier, other identifiers of the type are the likeliest near misses")
    func identifiers() {
        injector.contribute(to: Double.self, .make { 1 })
        injector.bind(Double.self, id: "console", to: .make { 2 })
        let error = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(for: Double.self, id: "consle")
        }
        #expect(error?.nearMisses.first?.kind == .otherIdentifier)
        #expect(error?.nearMisses.count == 2)
    }

    // Defect: the identifiers were spelled and compared for each step of a sort, which took 0.8 s among 10,000 bindings.
    @Test("A failing lookup spells and compares no more identifiers among many bindings than among few")
    func manyIdentifiers() {
        func calls(among count: Int) -> [Int] {
            let (spelled, compared) = (Shared(0), Shared(0))
            func id(_ number: Int) -> CallingID {
                CallingID(number, hash: number) { call in
                    if call == .description { spelled.increment() }
                    if call == .equality || call == .hash { compared.increment() }
                }
            }
            let injector = Injector(parent: nil)
            for number in 0..<count { injector.bind(Double.self, id: id(number), to: .value(1)) }
            spelled.change { $0 = 0 }
            compared.change { $0 = 0 }
            let error = #expect(throws: InjectionError.self) {
                try injector.throwingInstance(for: Double.self, id: id(-1))
            }
            #expect(error?.description.contains("Double (id: number 0 (CallingID))") == true)
            return [spelled.value, compared.value]
        }
        let few = calls(among: 4)
        #expect(calls(among: 64) == few)
        #expect(calls(among: 128) == few)
    }

    // Defect: only strings were escaped, so a description from outside could add lines to an error.
    @Test("The description of any identifier, and a name, is escaped in an error, so that it can't add lines")
    func escaped() {
        struct Path: Hashable, Sendable, CustomStringConvertible {
            let description: String
        }
        injector.bind(Double.self, id: Path(description: "b\r\n\"C\""), to: .value(1))
        let error = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(for: Double.self, id: Path(description: "a\nto do \\ \u{1B}"))
        }
        #expect(
            error?.description.withoutLocations == #"""
                Cannot inject Double (id: a\nto do \ \u{1B} (NearMissTests.Path)): nothing is bound to it.
                  looked up at  WormerTests/NearMissTests.swift:LINE
                  near misses   Double (id: b\r\n"C" (NearMissTests.Path)), bound at WormerTests/NearMissTests.swift:LINE
                  to do         Bind it before it is resolved:
                                injector.bind(Double.self, id: <#NearMissTests.Path#>, to: .make { <#Double#> })
                """#
        )
        let named = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(named: "a\nb") as Double
        }
        #expect(named?.description.contains(#"named "a\nb""#) == true)
    }

    // Defect: the near misses among many identifiers were the first ones in the alphabet.
    @Test("Near misses are first identifiers that differ by a letter or two, then others as they were bound")
    func similarIdentifiers() {
        for id in ["zulu", "yankee", "europe-west", "alpha", "europe-east"] {
            injector.bind(Double.self, id: id, to: .value(1))
        }
        let error = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(for: Double.self, id: "europe-wset")
        }
        #expect(error?.nearMisses.map(\.identifier) == ["europe-west", "europe-east", "zulu"])
        let other = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Double.self, id: 7) }
        #expect(other?.nearMisses.map(\.identifier) == ["zulu", "yankee", "europe-west"])
    }
}
