import Testing
import Wormer

// A line `+1` is the one below that on which the test calls `message`, or sets `line`.

/// Another type of the name; in this file, 'Character' is this one.
private struct Character: Sendable {}

@Suite("What a user reads about types and identifiers that read alike")
struct SpellingTests {
    private let injector = Injector(parent: nil)

    @Test("The error of a request for a standard type names the own type of that name with its module")
    func standardTypeNotBound() throws {
        let text = try message {
            injector.bind(Character.self, to: .make { Character() })
            _ = try injector.throwingInstance(for: Swift.Character.self)
        }
        #expect(
            text == """
                Cannot inject Swift.Character: nothing is bound to it.
                  requested at  WormerTests/SpellingTests.swift:+2
                  near misses   WormerTests.Character, which is another type, bound at \
                WormerTests/SpellingTests.swift:+1
                  to do         Bind it before it is requested:
                                injector.bind(Swift.Character.self, to: .make { <#Swift.Character#> })
                """
        )
    }

    @Test("The error of a request for an own type names the standard type of that name with its module")
    func ownTypeNotBound() throws {
        let text = try message {
            injector.bind(Swift.Character.self, to: .value("a"))
            _ = try injector.throwingInstance(for: Character.self)
        }
        #expect(
            text == """
                Cannot inject WormerTests.Character: nothing is bound to it.
                  requested at  WormerTests/SpellingTests.swift:+2
                  near misses   Swift.Character, which is another type, bound at WormerTests/SpellingTests.swift:+1
                  to do         Bind it before it is requested:
                                injector.bind(WormerTests.Character.self, to: .make { <#WormerTests.Character#> })
                """
        )
    }

    @Test("A verification and an explanation name a needed standard type and a bound own one with their modules")
    func standardTypeInGraph() throws {
        let line = UInt(#line)
        injector.bind(Character.self, to: .value(Character()))
        injector.bind(String.self, to: .using { (character: Swift.Character) in String(character) })
        let text = try message(from: line) { _ = try injector.verify() }
        #expect(
            text == """
                1 fault in the bindings:
                  - Swift.Character is not bound; String (WormerTests/SpellingTests.swift:+2) needs it; near misses: \
                WormerTests.Character, which is another type, bound at WormerTests/SpellingTests.swift:+1
                """
        )
        #expect(
            injector.explain(Swift.Character.self).countingLines(from: line) == """
                Swift.Character - not bound; near misses: WormerTests.Character, which is another type, bound at \
                WormerTests/SpellingTests.swift:+1
                """
        )
        #expect(
            injector.explain(String.self).countingLines(from: line) == """
                String: String [transient] WormerTests/SpellingTests.swift:+2
                  Swift.Character - not bound
                """
        )
    }

    @Test("A verification and an explanation name a needed own type and a bound standard one with their modules")
    func ownTypeInGraph() throws {
        let line = UInt(#line)
        injector.bind(Swift.Character.self, to: .value("a"))
        injector.bind(String.self, to: .using { (_: Character) in "" })
        let text = try message(from: line) { _ = try injector.verify() }
        #expect(
            text == """
                1 fault in the bindings:
                  - WormerTests.Character is not bound; String (WormerTests/SpellingTests.swift:+2) needs it; near \
                misses: Swift.Character, which is another type, bound at WormerTests/SpellingTests.swift:+1
                """
        )
        #expect(
            injector.explain(Character.self).countingLines(from: line) == """
                WormerTests.Character - not bound; near misses: Swift.Character, which is another type, bound at \
                WormerTests/SpellingTests.swift:+1
                """
        )
    }

    // Defect: the one named it without its module, the other without its identifier.
    @Test("A verification and an explanation name a near miss that has an identifier with it and with its module")
    func identifiedNearMiss() throws {
        let line = UInt(#line)
        injector.bind(Character.self, id: 1, to: .value(Character()))
        injector.bind(String.self, to: .using { (character: Swift.Character) in String(character) })
        let text = try message(from: line) { _ = try injector.verify() }
        #expect(
            text == """
                1 fault in the bindings:
                  - Swift.Character is not bound; String (WormerTests/SpellingTests.swift:+2) needs it; near misses: \
                WormerTests.Character (id: 1), which is another type, bound at WormerTests/SpellingTests.swift:+1
                """
        )
        #expect(
            injector.explain(Swift.Character.self, id: 1).countingLines(from: line) == """
                Swift.Character (id: 1) - not bound; near misses: WormerTests.Character (id: 1), which is another \
                type, bound at WormerTests/SpellingTests.swift:+1
                """
        )
    }

    @Test("The error of a request with a case of a local enumeration says that the binding's is of another type")
    func localEnumerations() throws {
        let text = try message {
            do {
                enum Side { case left }
                injector.bind(Oven.self, id: Side.left, to: .make { GasOven() })
            }
            enum Side { case left }
            _ = try injector.throwingInstance(for: Oven.self, id: Side.left)
        }
        #expect(
            text == """
                Cannot inject Oven (id: SpellingTests.Side.left): nothing is bound to it.
                  requested at  WormerTests/SpellingTests.swift:+6
                  near misses   Oven (id: SpellingTests.Side.left), with an identifier of another type, bound at \
                WormerTests/SpellingTests.swift:+3
                  to do         Bind it before it is requested:
                                injector.bind(Oven.self, id: SpellingTests.Side.left, to: .make { <#Oven#> })
                """
        )
    }

    @Test("The advice brackets the type of a function that returns a generic type")
    func function() throws {
        let text = try message { _ = try injector.throwingInstance(for: (() -> [Int]).self) }
        #expect(
            text == """
                Cannot inject () -> Array<Int>: nothing is bound to it.
                  requested at  WormerTests/SpellingTests.swift:+0
                  to do         Bind it before it is requested:
                                injector.bind((() -> Array<Int>).self, to: .make { <#() -> Array<Int>#> })
                """
        )
    }

    @Test("The advice does not bracket a generic type with the type of a function in it")
    func genericOfFunction() throws {
        let text = try message { _ = try injector.throwingInstance(for: Result<() -> [Int], any Error>.self) }
        #expect(
            text == """
                Cannot inject Result<() -> Array<Int>, Error>: nothing is bound to it.
                  requested at  WormerTests/SpellingTests.swift:+0
                  to do         Bind it before it is requested:
                                injector.bind(Result<() -> Array<Int>, Error>.self, to: .make { \
                <#Result<() -> Array<Int>, Error>#> })
                """
        )
    }

    // Defect: the near miss was named without them.
    @Test("The types of two functions that return types of one name are named with modules")
    func functionsOfTypesOfOneName() throws {
        let text = try message {
            injector.bind((@Sendable () -> [Character]).self, to: .value({ [] }))
            injector.bind(String.self, to: .using { (make: @Sendable () -> [Swift.Character]) in String(make()) })
            _ = try injector.verify()
        }
        #expect(
            text == """
                1 fault in the bindings:
                  - @Sendable () -> Swift.Array<Swift.Character> is not bound; String \
                (WormerTests/SpellingTests.swift:+2) needs it; near misses: @Sendable () -> \
                Swift.Array<WormerTests.Character>, which is another type, bound at WormerTests/SpellingTests.swift:+1
                """
        )
    }

    // Defect: it was named without them, as the type of another function.
    @Test("The type of a function with any number of arguments is named with its dots")
    func variadicFunction() throws {
        let text = try message { let _: (Int...) -> [Int] = try injector.throwingInstance() }
        #expect(
            text == """
                Cannot inject (Int...) -> Array<Int>: nothing is bound to it.
                  requested at  WormerTests/SpellingTests.swift:+0
                  to do         Bind it before it is requested:
                                injector.bind(((Int...) -> Array<Int>).self, to: .make { <#(Int...) -> Array<Int>#> })
                """
        )
    }
}
