import Testing
@testable import Wormer

@Suite("Messages about a scope that takes values show how to open it with them")
struct ScopeValueMistakeTests {
    private let injector = Injector(parent: nil)
    private let shift = Scope("late shift")

    init() {
        injector.bind(Baker.self, lifetime: .scope(shift), to: .provided)
        injector.bind(Oven.self, lifetime: .scope(shift), to: .provided)
        injector.bind(Sugar.self, lifetime: .scope(Scope("order")), to: .provided)
        injector.bind(Flour.self, lifetime: .scope(shift), to: .make { Flour() })
    }

    @Test("The error for a lookup outside the scope shows all of its values, whatever is looked up")
    func notOpen() throws {
        let text = try message { _ = try injector.throwingInstance(for: Flour.self) }
        #expect(
            text.hasSuffix(
                """
                  to do         Open the scope around the lookup. Child tasks inherit it:
                                try await injector.withScope(Scope("late shift"), providing: <#Baker#>, <#Oven#> as any Oven) \
                { <#lookups#> }
                  or            Begin it, for all lookups until it ends:
                                try injector.begin(Scope("late shift"), providing: <#Baker#>, <#Oven#> as any Oven)
                """
            )
        )
    }

    @Test("The error for a value that is missing shows the others, too")
    func notProvided() throws {
        let text = try message {
            // Were it opened for a task, messages about other lookups would mention detached tasks.
            try injector.begin(shift, providing: Baker(name: "Ada"))
            _ = try injector.throwingInstance(for: Oven.self)
        }
        #expect(text.hasSuffix("injector.begin(Scope(\"late shift\"), providing: <#Baker#>, <#Oven#> as any Oven)"))
    }

    @Test("The error for a scope that has begun in a child shows the values that the parent declares")
    func child() throws {
        let child = Injector(parent: injector)
        try child.begin(shift)
        let text = try message { _ = try child.throwingInstance(for: Flour.self) }
        #expect(
            text.hasSuffix(
                """
                  to do         Begin the scope in the injector that has the binding, or bind it where the scope begins:
                                try injector.begin(Scope("late shift"), providing: <#Baker#>, <#Oven#> as any Oven)
                """
            )
        )
    }

    @Test("The errors for an inner scope, and for the end of one that has not begun, show the values to begin it")
    func outerScope() async throws {
        let opened = try message { try injector.begin(Scope("break", inside: shift)) }
        #expect(
            opened.hasSuffix(
                """
                  to do         Open that scope first:
                                try injector.begin(Scope("late shift"), providing: <#Baker#>, <#Oven#> as any Oven)
                """
            )
        )
        let ended = await #expect(throws: ScopeError.self) { try await injector.end(shift) }
        #expect(ended?.description.hasSuffix("providing: <#Baker#>, <#Oven#> as any Oven)") == true)
    }
}
