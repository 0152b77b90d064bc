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
    ("register scope, factory", { $0.register(to: Screen.self) { _ in Screen() } }),
    ("main-actor factory", { $0.bind(Screen.self, to: .onMainActor { Screen() }) }),
    ("static scope, value", { _ in Container.bind(to: Screen.self, value: Screen()) }),
    ("static lifetime, value", { _ in Container.bind(Screen.self, value: Screen()) }),
    ("static scope, factory", { _ in Container.bind(to: Screen.self) { _ in Screen() } }),
    ("static lifetime, factory", { _ in Container.bind(Screen.self) { _ in Screen() } }),
    ("static main-actor factory", { _ in Container.bind(Screen.self, to: .onMainActor { Screen() }) }),
]

@Suite("A container binds instances that belong to an actor")
struct ActorBindingTests {
    @Test("Every form of binding creates a main-actor instance on the main actor and throws an error elsewhere")
    func everySpelling() async throws {
        for (name, bind) in await spellings {
            try await withEmptyMain { () async throws in
                await bind(.main)
                let error = #expect(throws: InjectionError.self, "\(name)") {
                    try Container.main.injector.throwingInstance(for: Screen.self)
                }
                let actor = if case .wrongIsolation(let actor)? = error?.reason { actor } else { nil as (any Actor)? }
                #expect(actor === MainActor.shared, "\(name)")
                #expect(try await Injector.default.asyncInstance(for: Screen.self).width == 80, "\(name)")
                #expect(await MainActor.run { Container.resolveAssert(Screen.self).width } == 80, "\(name)")
            }
        }
    }
}
