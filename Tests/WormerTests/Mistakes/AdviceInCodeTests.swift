import Testing
@testable import Wormer

@Suite("Messages advise code that works")
struct AdviceInCodeTests {
    private let injector = Injector(parent: nil)
    private let shift = Scope("shift")

    private func declareValues(in injector: Injector) {
        injector.bind(Baker.self, lifetime: .scope(shift), to: .provided)
        injector.bind(Oven.self, lifetime: .scope(shift), to: .provided)
        injector.bind(Sugar.self, lifetime: .scope(Scope("order")), to: .provided)
        injector.bind(Flour.self, lifetime: .scope(shift), to: .make { Flour() })
    }

    @Test("What needs a scope that takes values is advised with the values, whatever is looked up")
    func values() throws {
        declareValues(in: injector)
        let text = try message {
            _ = try injector.throwingInstance(for: Flour.self)
        }
        let (values, lookups) = ("providing: <#Baker#>, <#Oven#> as any Oven", "{ <#lookups#> }")
        #expect(
            text.hasSuffix(
                """
                  to do         Open the scope around the lookup. Child tasks inherit it:
                                try await injector.withScope(Scope("shift"), \(values)) \(lookups)
                  or            Begin it, for all lookups until it ends:
                                try injector.begin(Scope("shift"), \(values))
                """
            )
        )
        let missing = try message {
            try injector.withScope(shift, providing: Baker(name: "Ada")) {
                _ = try injector.throwingInstance(for: Oven.self)
            }
        }
        #expect(missing.hasSuffix("try injector.begin(Scope(\"shift\"), \(values))"))
    }

    @Test("A scope that has begun in a child is advised with the values that the parent declares")
    func child() throws {
        declareValues(in: injector)
        let child = Injector(parent: injector)
        try child.begin(shift)
        let text = try message { _ = try child.throwingInstance(for: Flour.self) }
        #expect(text.hasSuffix("injector.begin(Scope(\"shift\"), providing: <#Baker#>, <#Oven#> as any Oven)"))
    }

    @Test("The error for an inner scope, and for the end of one that has not begun, shows the values to begin it with")
    func outerScope() async throws {
        declareValues(in: injector)
        let begin = "try injector.begin(.init(\"shift\"), providing: <#Baker#>, <#Oven#> as any Oven)"
        let opened = try message { try injector.begin(Scope("break", inside: shift)) }
        #expect(opened.hasSuffix("Open that scope first:\n                " + begin))
        let ended = await #expect(throws: ScopeError.self) { try await injector.end(shift) }
        #expect(ended?.description.hasSuffix(begin) == true)
    }
}
