import Testing
@testable import Wormer

@Suite("Error texts show code for constrained existentials")
struct ConstrainedMistakeTests {
    private let injector = Injector(parent: nil)

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test("The error for an unbound constrained existential shows the binding to write")
    func notBound() throws {
        let text = try message { _ = try injector.throwingInstance(for: (any Clock<Duration>).self) }
        #expect(
            text == """
                Cannot inject any Clock<Duration>: nothing is bound to it.
                  looked up at  WormerTests/ConstrainedMistakeTests.swift:+0
                  to do         Bind it before it is resolved:
                                injector.bind((any Clock<Duration>).self, to: .make { <#any Clock<Duration>#> })
                """
        )
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test("The error for a cycle through a constrained existential shows how to decorate")
    func cycle() throws {
        struct Bread: Recipe {
            typealias Product = Flour
            init(recipe: any Recipe<Flour>) {}
        }
        try mistake {
            injector.bind((any Recipe<Flour>).self, to: .using(Bread.init(recipe:)))
            _ = try injector.throwingInstance(for: (any Recipe<Flour>).self)
        } shows: {
            """
            Cannot inject any Recipe<Flour>: it depends on itself.
              path          any Recipe<Flour>, looked up at WormerTests/ConstrainedMistakeTests.swift:+2, bound at \
            WormerTests/ConstrainedMistakeTests.swift:+1
                            any Recipe<Flour>, looked up at WormerTests/ConstrainedMistakeTests.swift:+1, bound at \
            WormerTests/ConstrainedMistakeTests.swift:+1
              to do         Decorate the implementation that was bound before:
                            injector.decorate((any Recipe<Flour>).self) { base in <#any Recipe<Flour>#> }
            """
        }
    }
}
