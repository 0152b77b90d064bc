import Testing
import Wormer

@globalActor
private actor Workshop {
    static let shared = Workshop()
}

@MainActor
private final class Screen {
    let width: Int

    init(width: Int) {
        MainActor.assertIsolated()
        self.width = width
    }
}

@Workshop
private final class Tool {
    init() {
        Workshop.assertIsolated()
    }

    init(width: Int) {
        Workshop.assertIsolated()
    }
}

@Suite("What belongs to an actor is made there, wherever it is asked for")
struct ActorTests {
    @Test("The main actor: on it a request is synchronous, from elsewhere one waits")
    func mainActor() async throws {
        let injector = Injector(parent: nil)
        injector.bind(interface: Int.self, toImplementation: Int.self) { 320 }
        injector.bind(
            interface: Screen.self,
            toImplementation: Screen.self,
            asSingleton: true,
            mainActorInitializer: Screen.init(width:)
        )
        injector.bind(interface: Screen.self, id: "closure", toImplementation: Screen.self) {
            @MainActor in Screen(width: 1)
        }
        let screen = try await injector.asyncInstance(for: Screen.self)
        #expect(screen.width == 320)
        #expect(try injector.throwingInstance(for: Screen.self) === screen)
        #expect(try await injector.asyncInstance(for: Screen.self, id: "closure").width == 1)
        #expect(await MainActor.run { injector.instance(for: Screen.self, id: "closure").width } == 1)
    }

    @Test("Another global actor: by a closure and by an initializer with parameters")
    func otherActor() async throws {
        let injector = Injector(parent: nil)
        injector.bind(interface: Int.self, toImplementation: Int.self) { 320 }
        injector.bind(interface: Tool.self, toImplementation: Tool.self, asSingleton: true) { @Workshop in Tool() }
        injector.bind(
            interface: Tool.self,
            id: "wired",
            toImplementation: Tool.self,
            asyncInitializer: Tool.init(width:)
        )
        #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Tool.self) }
        let tool = try await injector.asyncInstance(for: Tool.self)
        #expect(try injector.throwingInstance(for: Tool.self) === tool)
        _ = try await injector.asyncInstance(for: Tool.self, id: "wired")
    }

    @Test("A decorator of the main actor is put around what is made elsewhere")
    func decorator() async throws {
        let injector = Injector(parent: nil)
        injector.bind(interface: Int.self, toImplementation: Int.self, asSingleton: true) { 1 }
        injector.decorate(interface: Int.self) { @MainActor base in
            MainActor.assertIsolated()
            return base + 1
        }
        #expect(try await injector.asyncInstance(for: Int.self) == 2)
        #expect(injector.instance(for: Int.self) == 2)
    }
}
