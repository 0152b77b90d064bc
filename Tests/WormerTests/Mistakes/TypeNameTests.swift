import Testing
@testable import Wormer

// Line `+1` is the line after the one on which the test calls `message` or sets `line`.

/// Another type of the same name.
///
/// In this file, `Character` means this type.
private struct Character: Sendable {}

@Suite("Error texts distinguish types and identifiers with the same name")
struct TypeNameTests {
    private let injector = Injector(parent: nil)

    @Test("The error for an unbound standard type shows a bound module type of the same name with its module")
    func standardTypeNotBound() throws {
        let text = try message {
            injector.bind(Character.self, to: .make { Character() })
            _ = try injector.throwingInstance(for: Swift.Character.self)
        }
        #expect(
            text == """
                Cannot inject Swift.Character: nothing is bound to it.
                  looked up at  WormerTests/TypeNameTests.swift:+2
                  near misses   WormerTests.Character, which is another type, bound at \
                WormerTests/TypeNameTests.swift:+1
                  to do         Bind it before it is resolved:
                                injector.bind(Swift.Character.self, to: .make { <#Swift.Character#> })
                """
        )
    }

    @Test("The error for an unbound module type shows a bound standard type of the same name with its module")
    func ownTypeNotBound() throws {
        let text = try message {
            injector.bind(Swift.Character.self, to: .value("a"))
            _ = try injector.throwingInstance(for: Character.self)
        }
        #expect(
            text == """
                Cannot inject WormerTests.Character: nothing is bound to it.
                  looked up at  WormerTests/TypeNameTests.swift:+2
                  near misses   Swift.Character, which is another type, bound at WormerTests/TypeNameTests.swift:+1
                  to do         Bind it before it is resolved:
                                injector.bind(WormerTests.Character.self, to: .make { <#WormerTests.Character#> })
                """
        )
    }

    @Test("verify() and explain() qualify an unbound standard type and a bound module type of the same name")
    func standardTypeInGraph() throws {
        let line = UInt(#line)
        injector.bind(Character.self, to: .value(Character()))
        injector.bind(String.self, to: .using { (character: Swift.Character) in String(character) })
        let text = try message(from: line) { _ = try injector.verify() }
        #expect(
            text == """
                1 fault in the bindings:
                  - Swift.Character is not bound; String (WormerTests/TypeNameTests.swift:+2) needs it; near misses: \
                WormerTests.Character, which is another type, bound at WormerTests/TypeNameTests.swift:+1
                """
        )
        #expect(
            injector.explain(Swift.Character.self).countingLines(from: line) == """
                Swift.Character - not bound; near misses: WormerTests.Character, which is another type, bound at \
                WormerTests/TypeNameTests.swift:+1
                """
        )
        #expect(
            injector.explain(String.self).countingLines(from: line) == """
                String [transient] WormerTests/TypeNameTests.swift:+2
                  Swift.Character - not bound
                Nothing depends on String.
                """
        )
    }

    @Test("verify() and explain() qualify an unbound module type and a bound standard type of the same name")
    func ownTypeInGraph() throws {
        let line = UInt(#line)
        injector.bind(Swift.Character.self, to: .value("a"))
        injector.bind(String.self, to: .using { (_: Character) in "" })
        let text = try message(from: line) { _ = try injector.verify() }
        #expect(
            text == """
                1 fault in the bindings:
                  - WormerTests.Character is not bound; String (WormerTests/TypeNameTests.swift:+2) needs it; near \
                misses: Swift.Character, which is another type, bound at WormerTests/TypeNameTests.swift:+1
                """
        )
        #expect(
            injector.explain(Character.self).countingLines(from: line) == """
                WormerTests.Character - not bound; near misses: Swift.Character, which is another type, bound at \
                WormerTests/TypeNameTests.swift:+1
                """
        )
    }

    // Defect: verify() omitted the module, and explain() omitted the identifier.
    @Test("verify() and explain() show a near miss with its identifier and its module")
    func identifiedNearMiss() throws {
        let line = UInt(#line)
        injector.bind(Character.self, id: 1, to: .value(Character()))
        injector.bind(String.self, to: .using { (character: Swift.Character) in String(character) })
        let text = try message(from: line) { _ = try injector.verify() }
        #expect(
            text == """
                1 fault in the bindings:
                  - Swift.Character is not bound; String (WormerTests/TypeNameTests.swift:+2) needs it; near misses: \
                WormerTests.Character (id: 1), which is another type, bound at WormerTests/TypeNameTests.swift:+1
                """
        )
        #expect(
            injector.explain(Swift.Character.self, id: 1).countingLines(from: line) == """
                Swift.Character (id: 1) - not bound; near misses: WormerTests.Character (id: 1), which is another \
                type, bound at WormerTests/TypeNameTests.swift:+1
                """
        )
    }

    @Test("The error for a case of a local enumeration says that the bound identifier has another type")
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
                Cannot inject Oven (id: TypeNameTests.Side.left): nothing is bound to it.
                  looked up at  WormerTests/TypeNameTests.swift:+6
                  near misses   Oven (id: TypeNameTests.Side.left), with an identifier of another type, bound at \
                WormerTests/TypeNameTests.swift:+3
                  to do         Bind it before it is resolved:
                                injector.bind(Oven.self, id: TypeNameTests.Side.left, to: .make { <#Oven#> })
                """
        )
    }

    @Test("The advice puts parentheses around a function type that returns a generic type")
    func function() throws {
        let text = try message { _ = try injector.throwingInstance(for: (() -> [Int]).self) }
        #expect(
            text == """
                Cannot inject () -> Array<Int>: nothing is bound to it.
                  looked up at  WormerTests/TypeNameTests.swift:+0
                  to do         Bind it before it is resolved:
                                injector.bind((() -> Array<Int>).self, to: .make { <#() -> Array<Int>#> })
                """
        )
    }

    @Test("The advice puts no parentheses around a generic type that contains a function type")
    func genericOfFunction() throws {
        let text = try message { _ = try injector.throwingInstance(for: Result<() -> [Int], any Error>.self) }
        #expect(
            text == """
                Cannot inject Result<() -> Array<Int>, Error>: nothing is bound to it.
                  looked up at  WormerTests/TypeNameTests.swift:+0
                  to do         Bind it before it is resolved:
                                injector.bind(Result<() -> Array<Int>, Error>.self, to: .make { \
                <#Result<() -> Array<Int>, Error>#> })
                """
        )
    }

    // Defect: the near miss was shown without modules.
    @Test("Two function types that return types of the same name are shown with modules")
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
                (WormerTests/TypeNameTests.swift:+2) needs it; near misses: @Sendable () -> \
                Swift.Array<WormerTests.Character>, which is another type, bound at WormerTests/TypeNameTests.swift:+1
                """
        )
    }

    // Defect: the type was shown without the dots, as the type of another function.
    @Test("A variadic function type is shown with its dots")
    func variadicFunction() throws {
        let text = try message { let _: (Int...) -> [Int] = try injector.throwingInstance() }
        #expect(
            text == """
                Cannot inject (Int...) -> Array<Int>: nothing is bound to it.
                  looked up at  WormerTests/TypeNameTests.swift:+0
                  to do         Bind it before it is resolved:
                                injector.bind(((Int...) -> Array<Int>).self, to: .make { <#(Int...) -> Array<Int>#> })
                """
        )
    }

    // Defect: the names had paths of the compiler, such as `any Ledger<WormerTests.Ledger.Value == Int>`.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test(
        "A constrained existential is named as it is written",
        arguments: [
            ("any Clock<Duration>", (any Clock<Duration>).self),
            ("any Ledger<String, String>", (any Ledger<String, String>).self),
            ("any RefinedVault<Int>", (any RefinedVault<Int>).self),
            ("any Hashable & Vault<Int>", (any Vault<Int> & Hashable).self),
            ("any TypeNameTests.Sealed & Vault<Int>", (any Vault<Int> & Sealed).self),
            ("any Vault<any Vault<Array<Int>>>", (any Vault<any Vault<[Int]>>).self),
            ("Dictionary<String, any Vault<(Int) -> Bool>>", [String: any Vault<(Int) -> Bool>].self),
            ("(any Vault<Int>) -> any Clock<Duration>", ((any Vault<Int>) -> any Clock<Duration>).self),
            ("any Hidden<TypeNameTests.Box<Int>>", (any Hidden<Box<Int>>).self),
            // The runtime names the arguments in its own order.
            ("any Ledger<Key == Int, Value == String>", (any Ledger<String, Int>).self),
            ("any Hashable & RefinedVault<Element == Int>", (any RefinedVault<Int> & Hashable).self),
        ] as [(String, Any.Type)]
    )
    func constrainedExistentials(name: String, type: Any.Type) {
        #expect(shortName(type) == name)
    }

    // Defect: the code did not parse.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test("The advice has a placeholder for a constrained existential with arguments in an unknown order")
    func unknownOrder() throws {
        let text = try message { _ = try injector.throwingInstance(for: (any Ledger<String, Int>).self) }
        #expect(
            text == """
                Cannot inject any Ledger<Key == Int, Value == String>: nothing is bound to it.
                  looked up at  WormerTests/TypeNameTests.swift:+0
                  to do         Bind it before it is resolved:
                                injector.bind(<#any Ledger<Key == Int, Value == String>#>.self, to: .make { \
                <#any Ledger<Key == Int, Value == String>#> })
                """
        )
    }

    fileprivate class Sealed {}
    fileprivate struct Box<Value> {}
}

protocol Vault<Element> {
    associatedtype Element
}

protocol RefinedVault<Element>: Vault {}

private protocol Hidden<Element> {
    associatedtype Element
}

protocol Ledger<Value, Key> {
    associatedtype Key
    associatedtype Value
}
