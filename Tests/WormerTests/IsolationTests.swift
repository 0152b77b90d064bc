import Testing
import Wormer

@Suite("Initializers that belong to an actor")
struct IsolationTests {
    @MainActor
    final class Screen {
        let number: Int

        init() {
            number = 1
        }
    }

    @Test("What belongs to the main actor is made on it")
    @MainActor
    func onMainActor() throws {
        let injector = Injector(parent: nil)
        injector.bind(interface: Screen.self, toImplementation: Screen.self, initializer: Screen.init)
        injector.bind(interface: Int.self, toImplementation: Int.self) { Screen().number }
        #expect(try injector.throwingInstance(for: Screen.self).number == 1)
        #expect(injector.instance(for: Int.self) == 1)
    }

    @Test("Asked for elsewhere, it is an error and nothing is made")
    func offMainActor() async throws {
        let injector = Injector(parent: nil)
        injector.bind(interface: Screen.self, toImplementation: Screen.self, asSingleton: true) {
            @MainActor in Screen()
        }
        let error = #expect(throws: InjectionError.self) {
            try offTheMainThread { try injector.throwingInstance(for: Screen.self) }
        }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject IsolationTests.Screen: it is made on MainActor, and the request came from elsewhere.
                  requested at  WormerTests/IsolationTests.swift:LINE
                  bound at      WormerTests/IsolationTests.swift:LINE
                  to do         Bind a 'Sendable' value, or '.make { }' with code that belongs to no actor:
                                injector.bind(IsolationTests.Screen.self, to: .value(<#IsolationTests.Screen#>))
                  or            Request it on MainActor, or wait for it:
                                try await injector.asyncInstance(for: IsolationTests.Screen.self)
                """
        )
        let made = try await MainActor.run { try injector.throwingInstance(for: Screen.self) }
        #expect(try injector.throwingInstance(for: Screen.self) === made)
    }

    @Test("A closure written '@Sendable in' on the main actor is made anywhere")
    @MainActor
    func optOut() throws {
        let injector = Injector(parent: nil)
        injector.bind(interface: Int.self, toImplementation: Int.self) { @Sendable in 3 }
        #expect(try offTheMainThread { try injector.throwingInstance(for: Int.self) } == 3)
    }
}
