import Testing
@testable import Wormer

// A catalog of mistakes: each test makes one mistake and asserts the full text of the error. Line `+1` is the line
// after the one on which the test calls `mistake` or `message`.

@Suite("Error texts show mistakes with an injector and their remedies")
struct InjectorMistakeTests {
    private let injector = Injector(parent: nil)

    @Test("The error for an interface whose implementation is bound instead shows how to use the implementation")
    func onlyImplementation() throws {
        try mistake {
            injector.bind(GasOven.self, to: .make { GasOven() })
            _ = try injector.throwingInstance(for: Oven.self, id: "left")
        } shows: {
            """
            Cannot inject Oven (id: "left"): nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   GasOven, which conforms to it, bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Bind it to the implementation that is bound:
                            injector.bind(Oven.self, id: "left", to: .using { (gasOven: GasOven) in gasOven })
            """
        }
    }

    @Test("The error for an interface whose implementation is bound with an identifier shows how to use it")
    func onlyIdentifiedImplementation() throws {
        try mistake {
            injector.bind(GasOven.self, id: 2, to: .make { GasOven() })
            _ = try injector.throwingInstance(for: Oven.self)
        } shows: {
            """
            Cannot inject Oven: nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   GasOven (id: 2), which conforms to it, bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Bind it to the implementation that is bound:
                            injector.bind(Oven.self, to: .make { injector in try injector.throwingInstance(for: \
            GasOven.self, id: 2) })
            """
        }
    }

    @Test("The error for an interface whose implementation is bound to another protocol asks for a binding")
    func implementationOfAnother() throws {
        try mistake {
            injector.bind((any Sendable).self, to: .value(GasOven()))
            _ = try injector.throwingInstance(for: Oven.self)
        } shows: {
            """
            Cannot inject Oven: nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   Any, which conforms to it, bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Bind it before it is resolved:
                            injector.bind(Oven.self, to: .make { <#Oven#> })
            """
        }
    }

    @Test("The error for an unbound interface shows the binding to write")
    func notBound() throws {
        try mistake {
            _ = try injector.throwingInstance(for: Oven.self)
        } shows: {
            """
            Cannot inject Oven: nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+1
              to do         Bind it before it is resolved:
                            injector.bind(Oven.self, to: .make { <#Oven#> })
            """
        }
    }

    @Test("The error of throwingInstance for a misspelled identifier shows the bound identifier")
    func identifier() throws {
        try mistake {
            injector.bind(Oven.self, id: "basement", to: .make { GasOven() })
            _ = try injector.throwingInstance(for: Oven.self, id: "basment")
        } shows: {
            """
            Cannot inject Oven (id: "basment"): nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   Oven (id: "basement"), bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Resolve the one that is bound, or bind this one, too:
                            injector.instance(for: Oven.self, id: "basement")
            """
        }
    }

    @Test("The error for a case of the wrong enumeration shows both enumerations")
    func identifierOfOtherType() throws {
        try mistake {
            injector.bind(Oven.self, id: Branch.north, to: .make { GasOven() })
            _ = try injector.throwingInstance(for: Oven.self, id: Wind.north)
        } shows: {
            """
            Cannot inject Oven (id: Wind.north): nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   Oven (id: Branch.north), bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Resolve the one that is bound, or bind this one, too:
                            injector.instance(for: Oven.self, id: Branch.north)
            """
        }
    }

    @Test("The error for an unbound type shows a bound type of the same name")
    func sameName() throws {
        try mistake {
            injector.bind(Mill.Flour.self, to: .make { Mill.Flour() })
            _ = try injector.throwingInstance(for: Flour.self)
        } shows: {
            """
            Cannot inject Flour: nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   Mill.Flour, which is another type, bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Resolve the one that is bound, or bind this one, too:
                            injector.instance(for: Mill.Flour.self)
            """
        }
    }

    @Test("The error for a lookup of the implementation shows the bound interface")
    func implementation() throws {
        try mistake {
            injector.bind(interface: Oven.self, toImplementation: GasOven.self) { GasOven() }
            _ = try injector.throwingInstance(for: GasOven.self)
        } shows: {
            """
            Cannot inject GasOven: nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   Oven, which it implements, bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Resolve the interface, or bind the type itself:
                            injector.instance(for: Oven.self)
            """
        }
    }

    @Test("The error for a type of which an optional is bound shows the lookup of the optional")
    func optional() throws {
        try mistake {
            injector.bind(Flour?.self, to: .make { Flour() })
            _ = try injector.throwingInstance(for: Flour.self)
        } shows: {
            """
            Cannot inject Flour: nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   Optional<Flour>, which is optional, bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Resolve the optional:
                            injector.instance(for: Optional<Flour>.self)
            """
        }
    }

    @Test("The error for an unbound parameter shows the path through two initializers")
    func parameter() throws {
        try mistake {
            injector.bind(Oven.self, to: .make { GasOven() })
            injector.bind(Mixer.self, to: .using(Mixer.init(flour:)))
            injector.bind(Bakery.self, lifetime: .singleton, to: .using(Bakery.init(oven:mixer:)))
            _ = try injector.throwingInstance(for: Bakery.self)
        } shows: {
            """
            Cannot inject Flour: nothing is bound to it.
              path          Bakery, looked up at WormerTests/InjectorMistakeTests.swift:+4, bound at \
            WormerTests/InjectorMistakeTests.swift:+3
                            Mixer, looked up at WormerTests/InjectorMistakeTests.swift:+3, bound at \
            WormerTests/InjectorMistakeTests.swift:+2
                            Flour, looked up at WormerTests/InjectorMistakeTests.swift:+2
              to do         Bind it before it is resolved:
                            injector.bind(Flour.self, to: .make { <#Flour#> })
            """
        }
    }

    @Test("The error for a single lookup of an interface with contributions shows the lookup of all")
    func contributed() throws {
        try mistake {
            injector.contribute(to: Topping.self, .value(Sugar()))
            _ = try injector.throwingInstance(for: Topping.self)
        } shows: {
            """
            Cannot inject Topping: nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   contribution to Topping, bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Resolve all contributions:
                            let all: [Topping] = injector.instances()
            """
        }
    }

    @Test("The error for a misspelled name shows the bound name")
    func name() throws {
        try mistake {
            injector.bindInterface(named: "oven", toImplementation: GasOven.self) { GasOven() }
            let _: any Oven = try injector.throwingInstance(named: "oven1")
        } shows: {
            """
            Cannot inject the instance named "oven1": nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              near misses   named "oven", bound at WormerTests/InjectorMistakeTests.swift:+1
              to do         Resolve the one that is bound, or bind this one, too:
                            let instance: <#Type#> = try injector.throwingInstance(named: "oven")
            """
        }
    }

    @Test("The error for a name bound to another type shows both types")
    func nameOfOtherType() throws {
        try mistake {
            injector.bindInterface(named: "oven", toImplementation: GasOven.self) { GasOven() }
            let _: Flour = try injector.throwingInstance(named: "oven")
        } shows: {
            """
            Cannot inject the instance named "oven": its factory created an instance of GasOven, not of Flour.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              bound at      WormerTests/InjectorMistakeTests.swift:+1
              to do         Resolve GasOven or one of its protocols, or bind Flour to the name:
                            injector.bindInterface(named: "oven", toImplementation: <#Type#>.self) { <#Type#>() }
            """
        }
    }

    @Test("The error for an implementation that does not conform shows the checked binding to write")
    func doesNotConform() throws {
        try mistake {
            injector.bindUnchecked(Oven.self) { Flour() }
            _ = try injector.throwingInstance(for: Oven.self)
        } shows: {
            """
            Cannot inject Oven: its factory created an instance of Flour, not of Oven.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              bound at      WormerTests/InjectorMistakeTests.swift:+1
              to do         Bind it with code that the compiler checks:
                            injector.bind(Oven.self, to: .make { <#Oven#> })
            """
        }
    }

    @Test("The error for a throwing factory shows the thrown error")
    func factoryThrew() throws {
        try mistake {
            injector.bind(Oven.self, to: .make { throw OvenIsCold() })
            _ = try injector.throwingInstance(for: Oven.self)
        } shows: {
            """
            Cannot inject Oven: its factory threw OvenIsCold: OvenIsCold()
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              bound at      WormerTests/InjectorMistakeTests.swift:+1
              to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
            """
        }
    }

    @Test("The error for a cycle shows its path and a provider that breaks it")
    func cycle() throws {
        try mistake {
            injector.bind(Mixer.self, to: .using { (_: Bakery) in Mixer(flour: Flour()) })
            injector.bind(Bakery.self, to: .using { (mixer: Mixer) in Bakery(oven: GasOven(), mixer: mixer) })
            _ = try injector.throwingInstance(for: Bakery.self)
        } shows: {
            """
            Cannot inject Bakery: it depends on itself.
              path          Bakery, looked up at WormerTests/InjectorMistakeTests.swift:+3, bound at \
            WormerTests/InjectorMistakeTests.swift:+2
                            Mixer, looked up at WormerTests/InjectorMistakeTests.swift:+2, bound at \
            WormerTests/InjectorMistakeTests.swift:+1
                            Bakery, looked up at WormerTests/InjectorMistakeTests.swift:+1, bound at \
            WormerTests/InjectorMistakeTests.swift:+2
              to do         Let one of them take a parameter 'bakery: Provider<Bakery>', and call it later.
            """
        }
    }

    @Test("The error for a lookup whose type was inferred as Any asks for the type")
    func inferredAsAny() throws {
        try mistake {
            injector.bind(Oven.self, to: .make { GasOven() })
            _ = try injector.throwingInstance() as Any
        } shows: {
            """
            Cannot inject Any: nothing is bound to it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              to do         State the type of the instance, which the compiler could not infer.
            """
        }
    }

    @Test("The error for a parameter that is an injector shows the argument of a closure")
    func injectorAsParameter() throws {
        let text = try message {
            injector.bind(Oven.self, to: .using { (_: Injector) in GasOven() })
            _ = try injector.throwingInstance(for: Oven.self)
        }
        #expect(text.hasSuffix("closure:\n                .make { injector in <#function#>(injector) }"))
    }

    @Test("The error of throwingInstance for an asynchronous binding shows the awaited lookup")
    func asynchronous() throws {
        try mistake {
            injector.bind(Oven.self, lifetime: .singleton, to: .async { GasOven() })
            _ = try injector.throwingInstance(for: Oven.self)
        } shows: {
            """
            Cannot inject Oven: it is created asynchronously, and the lookup cannot wait for it.
              looked up at  WormerTests/InjectorMistakeTests.swift:+2
              bound at      WormerTests/InjectorMistakeTests.swift:+1
              to do         Wait for it:
                            try await injector.asyncInstance(for: Oven.self)
              or            If it is a singleton, create it at startup:
                            try await injector.prepare()
            """
        }
    }

    @Test("The error for an asynchronous singleton that another instance needs mentions prepare(), too")
    func asynchronousParameter() throws {
        let text = try message {
            injector.bind(Flour.self, lifetime: .singleton, to: .async { Flour() })
            injector.bind(Mixer.self, to: .make { Mixer(flour: try $0.throwingInstance()) })
            _ = try injector.throwingInstance(for: Mixer.self)
        }
        let advice = "\n  or            If it is a singleton, create it at startup:\n"
        #expect(text.hasSuffix(advice + "                try await injector.prepare()"))
    }
}
