import Testing
import Wormer

@Suite("Decorators wrap the instances of an interface")
struct DecoratorTests {
    let injector = Injector(parent: nil)

    private func bindAPI(_ lifetime: Lifetime = .transient) { bindAPI(in: injector, lifetime) }

    private func bindAPI(in injector: Injector, _ lifetime: Lifetime = .transient) {
        injector.bind(API.self, lifetime: lifetime, to: .make { BaseAPI() })
    }

    private var text: String { injector.instance(for: API.self).text }

    @Test("Decorators apply in the order of their registration, the last one outermost")
    func order() {
        injector.decorate(API.self) { base in LoggingAPI(base, logger: "1") }
        injector.decorate(API.self) { base in LoggingAPI(base, logger: "2") }
        bindAPI()
        injector.decorate(API.self) { base in LoggingAPI(base, logger: "3") }
        #expect(text == "3(2(1(base)))")
    }

    @Test("A shared instance is decorated once, and a transient binding for each lookup")
    func lifetimes() throws {
        let tally = Tally()
        injector.decorate(API.self) { base in LoggingAPI(base, logger: "\(tally.increment())") }
        bindAPI(.singleton)
        #expect([text, text] == ["1(base)", "1(base)"])
        bindAPI()
        #expect([text, text, text] == ["2(base)", "3(base)", "4(base)"])
        bindAPI(.scope(.request))
        func open() throws -> [String] { try injector.withScope(.request) { [text, text] } }
        #expect(try open() == ["5(base)", "5(base)"])
        #expect(try open() == ["6(base)", "6(base)"])
    }

    @Test("Decorating releases an existing singleton, and the next lookup creates and decorates a new one")
    func madeSingleton() {
        weak var old: SharedPlugin?
        injector.bind(interface: Plugin.self, toImplementation: SharedPlugin.self, asSingleton: true) {
            let plugin = SharedPlugin()
            old = plugin
            return plugin
        }
        #expect(injector.instance(for: Plugin.self).name == "shared")
        #expect(old != nil)
        injector.decorate(Plugin.self) { base in NamedPlugin(name: "decorated \(base.name)") }
        #expect(isSoon { old == nil })
        #expect(injector.instance(for: Plugin.self).name == "decorated shared")
    }

    @Test("A weak instance lives as long as its decorator is referenced")
    func weak() {
        final class Shell: Plugin {
            let base: any Plugin
            var name: String { "shell of \(base.name)" }
            init(_ base: any Plugin) { self.base = base }
        }
        injector.bind(Plugin.self, lifetime: .weak, to: .make { SharedPlugin() })
        injector.decorate(Plugin.self) { base in Shell(base) }
        let plugin: Plugin = injector.instance()
        #expect(plugin.name == "shell of shared")
        #expect(plugin as AnyObject === injector.instance(for: Plugin.self) as AnyObject)
    }

    @Test("An identifier selects the binding to decorate")
    func identifiers() {
        for id in ["a", "b"] {
            injector.bind(interface: API.self, id: id, toImplementation: BaseAPI.self) { BaseAPI(text: id) }
        }
        bindAPI()
        injector.decorate(API.self, id: "a") { base in LoggingAPI(base) }
        #expect(injector.instance(for: API.self, id: "a").text == "log(a)")
        #expect(injector.instance(for: API.self, id: "b").text == "b")
        #expect(text == "base")
    }

    @Test("Parameters of a decorator after the base are resolved for each instance")
    func autoWired() {
        injector.decorate(API.self, with: LoggingAPI.init(base:logger:))
        bindAPI()
        #expect(injector.safeInstance(for: API.self) == nil)
        injector.bind(interface: String.self, toImplementation: String.self) { "wired" }
        #expect(text == "wired(base)")
        injector.decorate(API.self) { (base: any API, number: Int?, prefix: String) in
            LoggingAPI(base, logger: "\(prefix) \(number ?? 0)")
        }
        #expect(text == "wired 0(wired(base))")
    }

    @Test("Decorators remain after unbind() and are removed by reset()")
    func unbinding() {
        injector.decorate(API.self) { base in LoggingAPI(base) }
        bindAPI()
        injector.unbind(API.self)
        #expect(injector.safeInstance(for: API.self) == nil)
        bindAPI()
        #expect(text == "log(base)")
        bindAPI(.singleton)
        #expect(text == "log(base)")
        injector.unbindAll()
        bindAPI()
        #expect(text == "base")
    }

    @Test("The error of a throwing decorator shows its location, and no instance is kept")
    func throwing() {
        bindAPI(in: injector, .singleton)
        let tally = Tally()
        injector.decorate(API.self) { base in
            guard tally.increment() > 1 else { throw PlannedFailure(description: "no log") }
            return LoggingAPI(base)
        }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: API.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject API: its decorator threw PlannedFailure: no log
                  looked up at  WormerTests/DecoratorTests.swift:LINE
                  bound at      WormerTests/DecoratorTests.swift:LINE
                  decorated at  WormerTests/DecoratorTests.swift:LINE
                  to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
                """
        )
        #expect(injector.instance(for: API.self).text == "log(base)")
    }

    @Test("A decorator that looks up its own interface is a cycle", arguments: [Lifetime.transient, .singleton])
    func cycle(lifetime: Lifetime) {
        bindAPI(in: injector, lifetime)
        injector.decorate(API.self) { (_: any API, other: any API) in other }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: API.self) }
        #expect(error?.path.count == 2)
        #expect(error?.reason.name == "cycle")
    }

    @Test("A decorator on the main actor runs on the main actor only")
    func isolation() async throws {
        bindAPI(in: injector)
        await MainActor.run {
            injector.decorate(API.self) { @MainActor base in
                MainActor.assertIsolated()
                return LoggingAPI(base)
            }
        }
        let outcome = try offTheMainThread { injector.safeInstance(for: API.self)?.text }
        #expect(outcome == nil)
        #expect(await MainActor.run { injector.safeInstance(for: API.self)?.text } == "log(base)")
    }

    @Test("An assigned instance is not decorated, and the original binding is decorated again afterwards")
    func assigned() {
        bindAPI(in: injector)
        let key = Key((any API).self)
        injector.assign(BaseAPI(text: "assigned") as any API, to: key, at: CodeLocation())
        injector.decorate(API.self) { base in LoggingAPI(base) }
        #expect(injector.instance(for: API.self).text == "assigned")
        injector.registry.unassign(key)
        #expect(injector.instance(for: API.self).text == "log(base)")
    }

    @Test("A decorator applies to the bindings of its own injector only")
    func parents() {
        let child = Injector(parent: injector)
        bindAPI(in: injector, .singleton)
        injector.decorate(API.self) { base in LoggingAPI(base, logger: "parent") }
        child.decorate(API.self) { base in LoggingAPI(base, logger: "child") }
        #expect(child.instance(for: API.self).text == "parent(base)")
        bindAPI(in: child)
        #expect(child.instance(for: API.self).text == "child(base)")
        #expect(injector.instance(for: API.self).text == "parent(base)")
    }

    @Test("'onEnd' receives the implementation and not the decorated instance")
    func ending() async throws {
        let journal = Journal()
        injector.bindPiece("implementation", .singleton, journal)
        injector.decorate(Piece.self) { _ in Piece("decorator") }
        #expect(injector.instance(for: Piece.self).name == "decorator")
        try await injector.end()
        #expect(journal.entries == ["implementation ended"])
    }
}
