import Testing
@testable import Wormer
import WormerGraph

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
        try mistake {
            injector.bind(Character.self, to: .make { Character() })
            _ = try injector.throwingInstance(for: Swift.Character.self)
        } shows: {
            """
            Cannot inject Swift.Character: nothing is bound to it.
              looked up at  WormerTests/TypeNameTests.swift:+2
              near misses   WormerTests.Character, which is another type, bound at WormerTests/TypeNameTests.swift:+1
              to do         Resolve the one that is bound, or bind this one, too:
                            injector.instance(for: WormerTests.Character.self)
            """
        }
    }

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
        #expect(injector.explain(String.self).contains("\n  Swift.Character - not bound\n"))
    }

    @Test("The error for a case of a local enumeration says that the bound identifier has another type")
    func localEnumerations() throws {
        try mistake {
            do {
                enum Side { case left }
                injector.bind(Oven.self, id: Side.left, to: .make { GasOven() })
            }
            enum Side { case left }
            _ = try injector.throwingInstance(for: Oven.self, id: Side.left)
        } shows: {
            """
            Cannot inject Oven (id: TypeNameTests.Side.left): nothing is bound to it.
              looked up at  WormerTests/TypeNameTests.swift:+6
              near misses   Oven (id: TypeNameTests.Side.left), with an identifier of another type, bound at \
            WormerTests/TypeNameTests.swift:+3
              to do         Resolve the one that is bound, or bind this one, too:
                            injector.instance(for: Oven.self, id: TypeNameTests.Side.left)
            """
        }
    }

    @Test("Two function types that return types of the same name are shown with modules")
    func functionsOfTypesOfOneName() throws {
        try mistake {
            injector.bind((@Sendable () -> [Character]).self, to: .value({ [] }))
            injector.bind(String.self, to: .using { (make: @Sendable () -> [Swift.Character]) in String(make()) })
            _ = try injector.verify()
        } shows: {
            """
            1 fault in the bindings:
              - @Sendable () -> Swift.Array<Swift.Character> is not bound; String \
            (WormerTests/TypeNameTests.swift:+2) needs it; near misses: @Sendable () -> \
            Swift.Array<WormerTests.Character>, which is another type, bound at WormerTests/TypeNameTests.swift:+1
            """
        }
    }

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
            ("any Hashable & RefinedVault<Int>", (any RefinedVault<Int> & Hashable).self),
        ] as [(String, Any.Type)]
    )
    func constrainedExistentials(name: String, type: Any.Type) {
        #expect(shortName(type) == name)
    }

    @Test(
        "The advice has parentheses around a function type",
        arguments: [
            ((() -> [Int]).self, "() -> Array<Int>", "(() -> Array<Int>)"),
            (Result<() -> [Int], any Error>.self, "Result<() -> Array<Int>, Error>", nil),
            (Variadic.self, "(Int...) -> Array<Int>", "((Int...) -> Array<Int>)"),
        ] as [(Any.Type, String, String?)]
    )
    func advice(type: Any.Type, name: String, code: String?) {
        func check<P>(_ type: P.Type) {
            let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: type) }
            let lines = error?.description.components(separatedBy: "\n")
            #expect(lines?.first == "Cannot inject \(name): nothing is bound to it.")
            #expect(lines?.last?.hasSuffix(" injector.bind(\(code ?? name).self, to: .make { <#\(name)#> })") == true)
        }
        check(type)
    }

    private typealias Variadic = (Int...) -> [Int]
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
