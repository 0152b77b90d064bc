import Testing
import Wormer

// As in `InjectorMistakeTests`, line `+1` is the line after the one with `#line`.

@Suite("Error texts show lookups off the actor of an instance and their remedies")
struct IsolationMistakeTests {
    private let injector = Injector(parent: nil)

    /// The text of the error that `request` throws off the main actor.
    private func message(
        from line: UInt,
        _ request: @escaping @Sendable (Injector) throws -> Void
    ) async throws -> String {
        let error = await Task.detached {
            #expect(throws: InjectionError.self) { try request(injector) }
        }.value
        return try #require(error).description.countingLines(from: line)
    }

    @Test("The error for a main-actor instance shows the awaited lookup")
    func mainActor() async throws {
        let line = UInt(#line)
        injector.bind(ShopWindow.self, to: .onMainActor { ShopWindow() })
        let text = try await message(from: line) { _ = try $0.throwingInstance(for: ShopWindow.self) }
        #expect(
            text == """
                Cannot inject ShopWindow: it is created on MainActor, but the lookup came from elsewhere.
                  looked up at  WormerTests/IsolationMistakeTests.swift:+2
                  bound at      WormerTests/IsolationMistakeTests.swift:+1
                  to do         Resolve it on MainActor, or wait for it:
                                try await injector.asyncInstance(for: ShopWindow.self)
                  or            Bind it with code that belongs to no actor:
                                injector.bind(ShopWindow.self, to: .make { <#ShopWindow#> })
                """
        )
    }

    @Test("The error for a named main-actor closure shows another closure to write")
    @MainActor
    func named() async throws {
        let line = UInt(#line)
        injector.bindInterface(named: "oven", toImplementation: GasOven.self) { GasOven() }
        let text = try await message(from: line) { _ = try $0.throwingInstance(named: "oven") as GasOven }
        #expect(
            text == """
                Cannot inject the instance named "oven": it is created on MainActor, but the lookup came from elsewhere.
                  looked up at  WormerTests/IsolationMistakeTests.swift:+2
                  bound at      WormerTests/IsolationMistakeTests.swift:+1
                  to do         Resolve it on MainActor, or bind a type instead of the name: a lookup by name cannot wait.
                  or            Bind it with code that belongs to no actor:
                                injector.bindInterface(named: "oven", toImplementation: <#Type#>.self) { <#Type#>() }
                """
        )
    }

    @Test("The error for a main-actor parameter shows the path and the awaited outer lookup")
    @MainActor
    func needed() async throws {
        let line = UInt(#line)
        injector.bind(interface: Flour.self, toImplementation: Flour.self) { Flour() }
        injector.bind(Mixer.self, lifetime: .singleton, to: .using(Mixer.init(flour:)))
        let text = try await message(from: line) { _ = try $0.throwingInstance(for: Mixer.self) }
        #expect(
            text == """
                Cannot inject Flour: it is created on MainActor, but the lookup came from elsewhere.
                  path          Mixer, looked up at WormerTests/IsolationMistakeTests.swift:+3, bound at \
                WormerTests/IsolationMistakeTests.swift:+2
                                Flour, looked up at WormerTests/IsolationMistakeTests.swift:+2, bound at \
                WormerTests/IsolationMistakeTests.swift:+1
                  to do         Await the outermost lookup, and bind each step above with '.using' or '.async':
                                try await injector.asyncInstance(for: Mixer.self)
                  or            Bind it with code that belongs to no actor:
                                injector.bind(Flour.self, to: .make { <#Flour#> })
                """
        )
    }

    @Test("The error for a main-actor contribution shows the awaited lookup of all contributions")
    func contribution() async throws {
        let line = UInt(#line)
        injector.contribute(to: Topping.self, .onMainActor { Sugar() })
        let text = try await message(from: line) { _ = try $0.throwingInstances(for: Topping.self) }
        #expect(
            text == """
                Cannot inject contribution to Topping: it is created on MainActor, but the lookup came from elsewhere.
                  looked up at  WormerTests/IsolationMistakeTests.swift:+2
                  bound at      WormerTests/IsolationMistakeTests.swift:+1
                  to do         Resolve it on MainActor, or wait for it:
                                try await injector.asyncInstances(for: Topping.self)
                  or            Bind it with code that belongs to no actor:
                                injector.contribute(to: Topping.self, .make { <#Topping#> })
                """
        )
    }
}
