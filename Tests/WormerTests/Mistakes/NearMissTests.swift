import Testing
@testable import Wormer

private enum Login {
    struct State {}
    enum Form { struct State {} }
}
private enum Cart { struct State {} }

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

    @Test("A type of the same name in an enclosing type is a near miss, but one in a type beside it is not")
    func nestedTypes() throws {
        injector.bind(Login.State.self, to: .make { Login.State() })
        try mistake {
            _ = try injector.throwingInstance(for: Cart.State.self)
        } shows: {
            """
            Cannot inject Cart.State: nothing is bound to it.
              looked up at  WormerTests/NearMissTests.swift:+1
              to do         Bind it before it is resolved:
                            injector.bind(Cart.State.self, to: .make { <#Cart.State#> })
            """
        }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Login.Form.State.self) }
        #expect(error?.nearMisses.map(\.kind) == [.sameName])
    }

    @Test("Near misses include the bindings of parents")
    func nearMissesInParents() {
        injector.bind(interface: Int.self, id: 1, toImplementation: Int.self) { 1 }
        let child = Injector(parent: injector)
        let error = #expect(throws: InjectionError.self) { try child.throwingInstance(for: Int.self, id: 2) }
        #expect(error?.nearMisses.map(\.kind) == [.otherIdentifier])
    }

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

    @Test(
        "Near misses that differ by swapped letters, their case or only their type come first, and are the advice",
        arguments: ["crad", "card ", "Card", "CARD", "cardd", "car", "xard"]
    )
    func close(id: String) throws {
        for id in ["paypal", "card", "bank", "cart"] { injector.bind(Double.self, id: id, to: .value(1)) }
        let text = try message { _ = try injector.throwingInstance(for: Double.self, id: id) }
        let advice = "Resolve the one that is bound, or bind this one, too:\n                "
        #expect(text.hasSuffix(advice + "injector.instance(for: Double.self, id: \"card\")"))
    }

    @Test("An identifier of the same type is nearer than others, and one with the same text is meant")
    func typesOfIdentifiers() throws {
        enum Host: Hashable { case number(Int), card }
        for id in ["a", "b", "c"] { injector.bind(Double.self, id: id, to: .value(1)) }
        injector.bind(Double.self, id: Host.number(1), to: .value(1))
        let error = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(for: Double.self, id: Host.number(2))
        }
        #expect(error?.nearMisses.map(\.identifier) == [Host.number(1), "a", "b"] as [AnyHashable])
        struct Name: Hashable, Sendable { let rawValue: String }
        injector.bind(Int.self, id: Name(rawValue: "card"), to: .value(1))
        let named = try message { _ = try injector.throwingInstance(for: Int.self, id: Name(rawValue: "crad")) }
        #expect(named.contains("Resolve the one that is bound"))
        injector.bind(Int8.self, id: 1001, to: .value(1))
        let number = try message { _ = try injector.throwingInstance(for: Int8.self, id: 1002) }
        #expect(!number.contains("Resolve the one that is bound"))
        injector.bind(Float.self, id: 1, to: .value(1))
        injector.bind(Float.self, id: Host.card, to: .value(1))
        let text = try message { _ = try injector.throwingInstance(for: Float.self, id: "card") }
        #expect(text.hasSuffix("injector.instance(for: Float.self, id: NearMissTests.Host.card)"))
    }

    @Test("The only binding of a type is meant if the identifier was forgotten, or is too much")
    func forgottenIdentifier() throws {
        injector.bind(Oven.self, id: "left", to: .make { GasOven() })
        let forgotten = try message { _ = try injector.throwingInstance(for: Oven.self) }
        #expect(forgotten.hasSuffix("injector.instance(for: Oven.self, id: \"left\")"))
        injector.bind(Flour.self, to: .make { Flour() })
        let additional = try message { _ = try injector.throwingInstance(for: Flour.self, id: "rye") }
        #expect(additional.hasSuffix("injector.instance(for: Flour.self)"))
        injector.bind(Double.self, id: "rate", to: .value(1))
        let plain = try message { _ = try injector.throwingInstance(for: Double.self) }
        #expect(plain.hasSuffix("injector.instance(for: Double.self, id: \"rate\")"))
        injector.bind(Oven.self, id: "right", to: .make { GasOven() })
        let ambiguous = try message { _ = try injector.throwingInstance(for: Oven.self) }
        #expect(ambiguous.hasSuffix("injector.bind(Oven.self, to: .make { <#Oven#> })"))
    }

    @Test("Function types that differ in attributes or effects, and tuples that differ in labels, are near misses")
    func functionTypes() throws {
        func nearMiss<Bound, Requested>(_ bound: Bound.Type, _ requested: Requested.Type) throws -> String {
            let injector = Injector(parent: nil)
            injector.bind(bound, to: .make { throw PlannedFailure(description: "") })
            let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: requested) }
            return try #require(error?.nearMisses.first).description.withoutLocations
        }
        let place = ", bound at WormerTests/NearMissTests.swift:LINE"
        let sendable = try nearMiss((@Sendable (Int) -> String).self, ((Int) -> String).self)
        #expect(sendable == "@Sendable (Int) -> String, which differs in '@Sendable'" + place)
        let async = try nearMiss((@MainActor (Flour) async throws -> Void).self, (@Sendable (Flour) -> Void).self)
        #expect(async.hasSuffix(", which differs in '@MainActor async throws'" + place))
        let parameter = try nearMiss(((@Sendable () -> Int) -> Int).self, ((() -> Int) -> Int).self)
        #expect(parameter.hasSuffix(", which differs in '@Sendable'" + place))
        let tuple = try nearMiss((name: String, age: Int).self, (String, Int).self)
        #expect(tuple == "(name: String, age: Int), which differs in 'age: name:'" + place)
    }

    // MARK: - Other injectors

    @Test("What only a child binds is said where a parent's binding needs it, as long as the child lives")
    func child() {
        injector.bind(Mixer.self, to: .using(Mixer.init(flour:)))
        do {
            let child = Injector(parent: injector)
            child.bind(Flour.self, to: .make { Flour() })
            let error = #expect(throws: InjectionError.self) { try child.throwingInstance(for: Mixer.self) }
            #expect(
                error?.description.withoutLocations == """
                    Cannot inject Flour: nothing is bound to it.
                      path          Mixer, looked up at WormerTests/NearMissTests.swift:LINE, bound at \
                    WormerTests/NearMissTests.swift:LINE
                                    Flour, looked up at WormerTests/NearMissTests.swift:LINE
                      near misses   Flour in a child, which its parent doesn't ask, bound at WormerTests/NearMissTests.swift:LINE
                      to do         Bind Mixer in the child, too.
                    """
            )
        }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Mixer.self) }
        #expect(error?.nearMisses.map(\.kind) == [])
    }

    private struct Unheard {}

    @Test("What an injector of one's own binds is said where the main one is asked, and the other way round")
    func otherInjector() {
        inOverride(Override()) {
            injector.bind(Unheard.self, id: 7, to: .make { Unheard() })
            injector.bindInterface(named: "unheard", toImplementation: Unheard.self) { Unheard() }
            let named = #expect(throws: InjectionError.self) {
                try Injector.default.throwingInstance(named: "unheard") as Unheard
            }
            #expect(named?.description.contains("Resolve it in the injector that binds it") == true)
            let error = #expect(throws: InjectionError.self) {
                try Injector.default.throwingInstance(for: Unheard.self, id: 7)
            }
            #expect(
                error?.description.withoutLocations == """
                    Cannot inject NearMissTests.Unheard (id: 7): nothing is bound to it.
                      looked up at  WormerTests/NearMissTests.swift:LINE
                      near misses   NearMissTests.Unheard (id: 7) in another injector, bound at \
                    WormerTests/NearMissTests.swift:LINE
                      to do         Resolve it in the injector that binds it, or bind it in this one, too:
                                    Injector.default.bind(NearMissTests.Unheard.self, id: 7, to: .make { \
                    <#NearMissTests.Unheard#> })
                    """
            )
        }
        let unrelated = Injector(parent: nil)
        let error = #expect(throws: InjectionError.self) { try unrelated.throwingInstance(for: Unheard.self, id: 7) }
        #expect(error?.nearMisses.map(\.kind) == [])
    }
}
