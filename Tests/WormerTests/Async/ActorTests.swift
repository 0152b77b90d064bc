import Testing
import Wormer

@globalActor
private actor Workshop {
    static let shared = Workshop()

    static func run<Result: Sendable>(_ body: @Workshop () -> Result) async -> Result { await body() }
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
    init() { Workshop.assertIsolated() }

    init(width: Int) { Workshop.assertIsolated() }
}

private protocol Titled { var title: String { get } }

@MainActor
private final class Page: @MainActor Titled {
    let title: String

    init(width: Int) { title = "page \(width)" }
}

@Workshop
private final class Sign: @Workshop Titled { let title = "sign" }

@MainActor
private final class Window {
    let number: Int

    init() { number = 1 }
}

@Suite("An instance that belongs to an actor is created on it")
struct ActorTests {
    private let injector = Injector(parent: nil)

    @Test("A main-actor instance resolves synchronously on the main actor and asynchronously elsewhere")
    func mainActor() async throws {
        injector.bind(interface: Int.self, toImplementation: Int.self) { 320 }
        injector.bind(Screen.self, lifetime: .singleton, to: .onMainActor(Screen.init(width:)))
        injector.bind(interface: Screen.self, id: "closure", toImplementation: Screen.self) {
            @MainActor in Screen(width: 1)
        }
        let screen = try await injector.asyncInstance(for: Screen.self)
        #expect(screen.width == 320)
        #expect(try injector.throwingInstance(for: Screen.self) === screen)
        #expect(try await injector.asyncInstance(for: Screen.self, id: "closure").width == 1)
        #expect(await MainActor.run { injector.instance(for: Screen.self, id: "closure").width } == 1)
    }

    @Test("Each lookup of a main-actor transient creates one on the main actor, and is an error elsewhere")
    func mainActorTransient() async throws {
        injector.bind(Window.self, to: .onMainActor(Window.init))
        // The second lookup takes another path than the first.
        for _ in 0..<3 {
            let (one, other) = await MainActor.run { [injector] in
                (injector.instance(for: Window.self), injector.instance(for: Window.self))
            }
            #expect(one !== other)
            let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Window.self) }
            guard case .wrongIsolation? = error?.reason else {
                Issue.record("the error is \(error as Any)")
                return
            }
            #expect(injector.safeInstance(for: Window.self) == nil)
            let awaited = try await injector.asyncInstance(for: Window.self)
            #expect(awaited !== one)
        }
        let decorated = await Window()
        injector.decorate(Window.self, onMainActor: { _ in decorated })
        let (one, other) = await MainActor.run { [injector] in
            (injector.instance(for: Window.self), injector.instance(for: Window.self))
        }
        #expect(one === decorated)
        #expect(other === decorated)
    }

    @Test("Instances of another global actor come from closures and from initializers with parameters")
    func otherActor() async throws {
        injector.bind(interface: Int.self, toImplementation: Int.self) { 320 }
        injector.bind(interface: Tool.self, toImplementation: Tool.self, asSingleton: true) { @Workshop in Tool() }
        injector.bind(Tool.self, id: "wired", to: .async(Tool.init(width:)))
        #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Tool.self) }
        let error = await Workshop.run {
            #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Tool.self) }
        }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject Tool: it is created on Workshop, and only an asynchronous lookup can create it.
                  looked up at  WormerTests/ActorTests.swift:LINE
                  bound at      WormerTests/ActorTests.swift:LINE
                  to do         Wait for it:
                                try await injector.asyncInstance(for: Tool.self)
                  or            Bind it with code that belongs to no actor:
                                injector.bind(Tool.self, to: .make { <#Tool#> })
                """
        )
        let tool = try await injector.asyncInstance(for: Tool.self)
        #expect(try injector.throwingInstance(for: Tool.self) === tool)
        _ = try await injector.asyncInstance(for: Tool.self, id: "wired")
    }

    @Test("A conformance isolated to an actor is checked on that actor")
    func conformance() async throws {
        let titled = (any Titled).self
        injector.bind(interface: Int.self, toImplementation: Int.self) { 1 }
        injector.bind(interface: titled, id: 1, toImplementation: Page.self) { @MainActor in Page(width: 1) }
        injector.bind(titled, id: 2, lifetime: .singleton, to: .onMainActor { Page(width: 2) }.onEnd { _ in })
        injector.bind(titled, id: 4, to: .onMainActor { width in Page(width: width + 3) })
        injector.bind(interface: titled, id: 6, toImplementation: Page.self) { @MainActor in Page(width: 5) }
        injector.decorate(titled, id: 6, onMainActor: { _ in Page(width: 6) })
        injector.bind(interface: titled, id: 7, toImplementation: Sign.self) { @Workshop in Sign() }
        for id in [1, 2, 4, 6, 7] {
            let made = try await injector.asyncInstance(for: titled, id: id)
            #expect(type(of: made) == (id == 7 ? Sign.self : Page.self) as Any.Type)
        }
    }

    @Test("A decorator on the main actor wraps an instance created elsewhere")
    func decorator() async throws {
        injector.bind(interface: Int.self, toImplementation: Int.self, asSingleton: true) { 1 }
        injector.decorate(
            Int.self,
            onMainActor: { base in
                MainActor.assertIsolated()
                return base + 1
            }
        )
        #expect(try await injector.asyncInstance(for: Int.self) == 2)
        #expect(injector.instance(for: Int.self) == 2)
    }

    @Test("A decorator on the main actor wraps an instance that another actor creates")
    func decoratorOfAnotherActor() async throws {
        injector.bind(interface: Tool.self, toImplementation: Tool.self, asSingleton: true) { @Workshop in Tool() }
        let isDecorated = Shared(false)
        injector.decorate(
            Tool.self,
            onMainActor: { base in
                MainActor.assertIsolated()
                isDecorated.change { $0 = true }
                return base
            }
        )
        let tool = try await injector.asyncInstance(for: Tool.self)
        #expect(isDecorated.value && injector.safeInstance(for: Tool.self) === tool)
    }

    @Test("A closure of .onMainActor can receive the injector")
    func injectorOnMainActor() async throws {
        injector.bind(Int.self, id: "width", to: .make { 640 })
        injector.bind(Screen.self, to: .onMainActor { injector in Screen(width: injector.instance(id: "width")) })
        #expect(try await injector.asyncInstance(for: Screen.self).width == 640)
    }

    @Test("A classic initializer of the main actor runs synchronously on the main actor")
    @MainActor
    func onMainActor() throws {
        injector.bind(interface: Window.self, toImplementation: Window.self, initializer: Window.init)
        injector.bind(interface: Int.self, toImplementation: Int.self) { Window().number }
        #expect(try injector.throwingInstance(for: Window.self).number == 1)
        #expect(injector.instance(for: Int.self) == 1)
        // With '@Sendable in', a closure that is written here belongs to no actor.
        injector.bind(interface: Int.self, toImplementation: Int.self) { @Sendable in 3 }
        #expect(try offTheMainThread { try injector.throwingInstance(for: Int.self) } == 3)
    }
}
