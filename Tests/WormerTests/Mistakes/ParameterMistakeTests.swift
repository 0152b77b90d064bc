import Testing
import Wormer

// As in `InjectorMistakeTests`, line `+1` is the line after the one on which the test calls `mistake`.

private final class Client: Sendable {
    init(oven: any Oven, timeout: Double = 30, log: @escaping @Sendable (Int) -> String = { "\($0)" }) {}
}

/// A decorator with a parameter of its own interface, after the one that it decorates.
private struct DoubleOven: Oven {
    init(base: any Oven, other: any Oven) {}
}

private final class RangeCooker: Oven {}

@Suite("Error texts say what to write for a parameter that can't be resolved")
struct ParameterMistakeTests {
    private let injector = Injector(parent: nil)

    @Test("The error for a default argument shows a factory with a value, and one that leaves it out")
    func defaultArgument() throws {
        try mistake {
            injector.bind(Oven.self, to: .make { GasOven() })
            injector.bind(Client.self, to: .using(Client.init))
            _ = try injector.throwingInstance(for: Client.self)
        } shows: {
            """
            Cannot inject Double: nothing is bound to it.
              path          Client, looked up at WormerTests/ParameterMistakeTests.swift:+3, bound at \
            WormerTests/ParameterMistakeTests.swift:+2
                            Double, looked up at WormerTests/ParameterMistakeTests.swift:+2
              to do         '.using' resolves every parameter, also one with a default argument. Pass a value:
                            .using(Client.init, .byType, .value(<#Double#>), .byType)
              or            Leave it out:
                            .using { (oven: any Oven) in <#Client#> }
            """
        }
    }

    private func advice(_ bind: () -> Void) throws -> String {
        let text = try message {
            bind()
            _ = try injector.throwingInstance(for: Oven.self)
        }
        return text.components(separatedBy: "default argument. ").last.map { "\($0)" } ?? ""
    }

    @Test("A value of the standard library, an optional or a closure of it, in any factory or decorator, is passed")
    func values() throws {
        let remove = "\n  or            Leave it out:\n                "
        let pass = "Pass a value:\n                "
        injector.bind(Flour.self, to: .make { Flour() })
        let text = try advice { injector.bind(Oven.self, to: .using { (_: String) in GasOven() }) }
        #expect(text == pass + ".using(<#initializer#>, .value(<#String#>))" + remove + ".make { <#Oven#> }")
        let closure = try advice {
            injector.bind(
                Oven.self,
                to: .using { (_: Flour, _: @escaping @Sendable (Int?) -> [String: Bool]) in GasOven() }
            )
        }
        #expect(closure.hasSuffix(remove + ".using { (flour: Flour) in <#Oven#> }"))
        let identified = try advice {
            injector.bind(Flour.self, id: "rye", to: .make { Flour() })
            let make = { @Sendable (_: Flour, _: Bool) in GasOven() }
            injector.bind(Oven.self, to: .using(make, .id("rye"), .byType))
        }
        #expect(identified.hasPrefix(pass + ".using(<#initializer#>, .id(\"rye\"), .value(<#Bool#>))"))
        let decorator = try advice {
            injector.bind(Oven.self, to: .make { GasOven() })
            injector.decorate(Oven.self) { (base: any Oven, _: Flour, _: Duration?, _: UInt8) in base }
        }
        #expect(
            decorator == pass + "with: <#decorator#>, .byType, .byType, .value(<#UInt8#>)" + remove
                + "with: { (base: any Oven, flour: Flour) in <#Oven#> }"
        )
    }

    @Test("The error for a misspelled identifier of a parameter shows the argument with the one that is bound")
    func identifier() throws {
        try mistake {
            injector.bind(Oven.self, id: "card", to: .make { GasOven() })
            injector.bind(Client.self, to: .using(Client.init, .id("crad"), .value(1), .byType))
            _ = try injector.throwingInstance(for: Client.self)
        } shows: {
            """
            Cannot inject Oven (id: "crad"): nothing is bound to it.
              path          Client, looked up at WormerTests/ParameterMistakeTests.swift:+3, bound at \
            WormerTests/ParameterMistakeTests.swift:+2
                            Oven (id: "crad"), looked up at WormerTests/ParameterMistakeTests.swift:+2
              near misses   Oven (id: "card"), bound at WormerTests/ParameterMistakeTests.swift:+1
              to do         Resolve the one that is bound, or bind this one, too:
                            .id("card")
            """
        }
    }

    @Test("The error for a function type that differs in '@Sendable' shows the type for the parameter")
    func functionType() throws {
        try mistake {
            injector.bind((@Sendable (Int) -> Flour).self, to: .make { { _ in Flour() } })
            injector.bind(Baker.self, to: .using { (_: (Int) -> Flour) in Baker(name: "") })
            _ = try injector.throwingInstance(for: Baker.self)
        } shows: {
            """
            Cannot inject (Int) -> Flour: nothing is bound to it.
              path          Baker, looked up at WormerTests/ParameterMistakeTests.swift:+3, bound at \
            WormerTests/ParameterMistakeTests.swift:+2
                            (Int) -> Flour, looked up at WormerTests/ParameterMistakeTests.swift:+2
              near misses   @Sendable (Int) -> Flour, which differs in '@Sendable', bound at \
            WormerTests/ParameterMistakeTests.swift:+1
              to do         Take the one that is bound, or bind this one, too:
                            @Sendable (Int) -> Flour
            """
        }
    }

    @Test("The error for a decorator that takes its interface twice says which of the two to use")
    func decoratorOfTwo() throws {
        let text = try message {
            injector.bind(Oven.self, to: .make { GasOven() })
            injector.decorate(Oven.self, with: DoubleOven.init)
            _ = try injector.throwingInstance(for: Oven.self)
        }
        #expect(
            text.hasSuffix(
                "to do         Use the first parameter of the decorator, which is what it decorates, and take no other Oven."
            )
        )
    }

    @Test("The error for a decorator of a weak instance that returns a struct shows the line of the decorator")
    func decoratedWithStruct() throws {
        try mistake {
            injector.bind(Oven.self, lifetime: .weak, to: .make { RangeCooker() })
            injector.decorate(Oven.self) { _ in GasOven() }
            _ = try injector.throwingInstance(for: Oven.self)
        } shows: {
            """
            Cannot inject Oven: its lifetime is weak, but GasOven is not a class.
              looked up at  WormerTests/ParameterMistakeTests.swift:+3
              bound at      WormerTests/ParameterMistakeTests.swift:+1
              decorated at  WormerTests/ParameterMistakeTests.swift:+2
              to do         Create an instance of a class, or bind Oven with another lifetime:
                            injector.bind(Oven.self, lifetime: .singleton, to: .make { <#Oven#> })
            """
        }
    }

    @Test("Advice about an element of an array or a dictionary is about the whole")
    func elements() throws {
        let scope = Scope("scope of elements")
        func advice(_ lookup: () throws -> Void) throws -> String {
            try message(lookup).components(separatedBy: "to do         ").last.map { "\($0)" } ?? ""
        }
        injector.contribute(to: Topping.self, id: 3, lifetime: .scope(scope), .make { Sugar() })
        injector.bind(Flour.self, lifetime: .singleton, to: .using { (_: [any Topping]) in Flour() })
        injector.bind(Baker.self, lifetime: .singleton, to: .using { (_: [Int: any Topping]) in Baker(name: "") })
        try injector.withScope(scope) {
            let array = try advice { _ = try injector.throwingInstance(for: Flour.self) }
            #expect(array == "Take a parameter 'topping: Provider<[Topping]>' instead, and call it for each use.")
            let dictionary = try advice { _ = try injector.throwingInstance(for: Baker.self) }
            #expect(
                dictionary == "Take a parameter 'topping: Provider<[Int: Topping]>' instead, and call it for each use."
            )
        }
        injector.contribute(to: Oven.self, id: "async", .async { GasOven() })
        let awaited = try advice { _ = try injector.throwingInstances(for: Oven.self) }
        #expect(awaited.hasPrefix("Wait for it:\n                try await injector.asyncInstances(for: Oven.self)\n"))
        let other = Injector(parent: nil)
        other.contribute(to: Topping.self, .using { (_: [any Topping]) in Sugar() })
        let cycle = try advice { _ = try other.throwingInstances(for: Topping.self) }
        #expect(cycle == "Let one of them take a parameter 'topping: Provider<[Topping]>', and call it later.")
    }
}
