import Fusion
import Testing
import Wormer

/// Every form of binding for `Screen` on the main actor, in `container` or in the main container.
@MainActor
private let spellings: [(name: String, bind: @MainActor @Sendable (Container) -> Void)] = [
    ("scope, value", { $0.bind(to: Screen.self, value: Screen()) }),
    ("lifetime, value", { $0.bind(Screen.self, value: Screen()) }),
    ("scope, factory", { $0.bind(to: Screen.self) { _ in Screen() } }),
    ("lifetime, factory", { $0.bind(Screen.self) { _ in Screen() } }),
    ("register scope, value", { $0.register(to: Screen.self, value: Screen()) }),
    ("register lifetime, value", { $0.register(Screen.self, value: Screen()) }),
    ("register scope, factory", { $0.register(to: Screen.self) { _ in Screen() } }),
    ("register lifetime, factory", { $0.register(Screen.self) { _ in Screen() } }),
    ("onEnd", { $0.bind(Screen.self, lifetime: .singleton, to: .onMainActor { Screen() }.onEnd { _ in }) }),
    (
        "awaited onEnd",
        {
            $0.bind(Screen.self, lifetime: .singleton, to: .onMainActor { Screen() }.onEnd { _ async in })
        }
    ),
    ("scope, wired", { $0.bind(Screen.self, to: .onMainActor(Screen.init(width:))) }),
    ("lifetime, wired", { $0.bind(Screen.self, to: .onMainActor(Screen.init(width:title:))) }),
    ("static scope, value", { _ in Container.bind(to: Screen.self, value: Screen()) }),
    ("static lifetime, value", { _ in Container.bind(Screen.self, value: Screen()) }),
    ("static scope, factory", { _ in Container.bind(to: Screen.self) { _ in Screen() } }),
    ("static lifetime, factory", { _ in Container.bind(Screen.self) { _ in Screen() } }),
    ("static register scope, value", { _ in Container.register(to: Screen.self, value: Screen()) }),
    ("static register lifetime, value", { _ in Container.register(Screen.self, value: Screen()) }),
    ("static register scope, factory", { _ in Container.register(to: Screen.self) { _ in Screen() } }),
    ("static register lifetime, factory", { _ in Container.register(Screen.self) { _ in Screen() } }),
    (
        "static onEnd",
        { _ in
            Container.bind(Screen.self, lifetime: .singleton, to: .onMainActor { Screen() }.onEnd { _ in })
        }
    ),
    (
        "static awaited onEnd",
        { _ in
            Container.bind(Screen.self, lifetime: .singleton, to: .onMainActor { Screen() }.onEnd { _ async in })
        }
    ),
    ("static scope, wired", { _ in Container.bind(Screen.self, to: .onMainActor(Screen.init(width:))) }),
    ("static lifetime, wired", { _ in Container.bind(Screen.self, to: .onMainActor(Screen.init(width:title:))) }),
]

@Suite("A container binds instances that belong to an actor")
struct ActorBindingTests {
    @Test("Every form of binding creates a main-actor instance on the main actor and throws an error elsewhere")
    func everySpelling() async throws {
        for (name, bind) in await spellings {
            try await withEmptyMain { () async throws in
                Container.bind(Int.self, value: 80)
                await bind(.main)
                let error = #expect(throws: InjectionError.self, "\(name)") {
                    try Container.main.injector.throwingInstance(for: Screen.self)
                }
                guard case .wrongIsolation(let actor)? = error?.reason, actor === MainActor.shared else {
                    Issue.record("\(name): unexpected reason: \(String(describing: error))")
                    return
                }
                #expect(try await Injector.default.asyncInstance(for: Screen.self).width == 80, "\(name)")
                #expect(await MainActor.run { Container.resolveAssert(Screen.self).width } == 80, "\(name)")
            }
        }
    }

    @Test("A contribution and a decorator on the main actor need an awaited request elsewhere")
    func composed() async throws {
        let container = Container()
        await MainActor.run {
            container.injector.contribute(to: Screen.self, .onMainActor { Screen(width: 1) })
            container.injector.decorate(Int.self, onMainActor: { base in Screen(width: base).width + 1 })
        }
        container.bind(Int.self, value: 1)
        #expect(throws: InjectionError.self) { try container.injector.throwingInstances(for: Screen.self) }
        #expect(throws: InjectionError.self) { try container.injector.throwingInstance(for: Int.self) }
        #expect(try await container.injector.asyncInstances(for: Screen.self).count == 1)
        #expect(try await container.injector.asyncInstance(for: Int.self) == 2)
    }

    @Test("Factories and initializers of another global actor run on it during an awaited request")
    func otherActor() async throws {
        let container = Container()
        container.bind(Int.self, value: 3)
        container.bind(.singleton, to: Tool.self) { @ToolActor _ in Tool(size: 1) }
        container.bind(Tool.self, id: "wired", lifetime: .singleton, to: .async(Tool.init(size:)))
        let error = #expect(throws: InjectionError.self) { try container.injector.throwingInstance(for: Tool.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject Tool: it is created on ToolActor, and only an asynchronous lookup can create it.
                  looked up at  FusionTests/ActorBindingTests.swift:LINE
                  bound at      FusionTests/ActorBindingTests.swift:LINE
                  to do         Bind a 'Sendable' value, or '.make { }' with code that belongs to no actor:
                                injector.bind(Tool.self, to: .value(<#Tool#>))
                  or            Wait for it:
                                try await injector.asyncInstance(for: Tool.self)
                """
        )
        let made = try await container.injector.asyncInstance(for: Tool.self)
        #expect(container.resolveAssert(Tool.self) === made)
        let wired = try await container.injector.asyncInstance(for: Tool.self, id: "wired")
        #expect(wired.size == 3)
        #expect(container.resolveAssert(Tool.self, id: "wired") === wired)
    }

    @Test("An asynchronous initializer is auto-wired in the main container, and its 'onEnd' runs")
    func asyncWiring() async throws {
        @Sendable func describe(number: Int, missing: UInt8?) async throws -> String { "\(number) \(missing == nil)" }
        let ended = Tally()
        try await withEmptyMain {
            Container.bind(Int.self, value: 3)
            Container.bind(
                String.self,
                lifetime: .singleton,
                to: .async(describe(number:missing:)).onEnd { _ in ended.increment() }
            )
            #expect(try await Injector.default.asyncInstance(for: String.self) == "3 true")
            try await Injector.default.end()
        }
        #expect(ended.count == 1)
    }
}
