import Testing
import Wormer

@Suite("Decorators, contributions and overrides work with asynchronous factories")
struct AsyncComposingTests {
    private let injector = Injector(parent: nil)

    private func bindAPI() {
        injector.bindAsync((any API).self, lifetime: .singleton) {
            await Task.yield()
            return BaseAPI()
        }
    }

    @Test("Decorators with awaited parameters wrap a shared asynchronous instance in their order")
    func decorators() async throws {
        bindAPI()
        injector.bind(String.self, to: .async { "awaited" })
        injector.decorate((any API).self) { LoggingAPI($0, logger: "first") }
        injector.decorate((any API).self) { (base: any API, logger: String) in
            LoggingAPI(base: base, logger: logger)
        }
        #expect(try await injector.asyncInstance(for: (any API).self).text == "awaited(first(base))")
        #expect(injector.instance(for: (any API).self).text == "awaited(first(base))")
    }

    @Test("A decorator with awaited parameters makes lookups of a synchronous binding asynchronous")
    func awaitedDecorator() async throws {
        injector.bind((any API).self, lifetime: .singleton, to: .make { BaseAPI() })
        injector.bind(String.self, to: .async { "awaited" })
        injector.decorate((any API).self) { (base: any API, logger: String) in
            LoggingAPI(base: base, logger: logger)
        }
        #expect(throws: InjectionError.self) { try injector.throwingInstance(for: (any API).self) }
        #expect(try await injector.asyncInstance(for: (any API).self).text == "awaited(base)")
    }

    @Test("An awaited lookup returns all contributions, those of the parents first")
    func contributions() async throws {
        injector.bind(String.self, to: .async { "awaited" })
        injector.contribute(to: (any Plugin).self, .make { NamedPlugin(name: "plain") })
        injector.contribute(to: (any Plugin).self, .using(NamedPlugin.init(name:)))
        let child = Injector(parent: injector)
        child.contribute(to: (any Plugin).self, lifetime: .singleton, .using(SharedPlugin.init(name:)))
        let factory = Factory<any Plugin>.onMainActor {
            MainActor.assertIsolated()
            return NamedPlugin(name: "main actor")
        }
        child.contribute(to: (any Plugin).self, factory)
        let plugins = try await child.asyncInstances(for: (any Plugin).self)
        #expect(plugins.map(\.name) == ["plain", "awaited", "awaited", "main actor"])
        let again = try await child.asyncInstances(for: (any Plugin).self)
        #expect(plugins[2] as? SharedPlugin === again[2] as? SharedPlugin)
        #expect(try await injector.asyncInstances(for: (any Plugin).self).count == 2)
        #expect(try await child.asyncInstance(for: [any Plugin].self).count == 4)
        #expect(try await injector.asyncInstances(for: Int.self) == [])
        let ends = Shared(0)
        injector.contribute(to: Int.self, lifetime: .singleton, .onMainActor { 2 }.onEnd { _ in ends.increment() })
        #expect(try await injector.asyncInstances(for: Int.self) == [2])
        try await injector.end()
        #expect(ends.value == 1)
    }

    @Test("A lookup of all contributions is one resolution")
    func oneResolution() async throws {
        injector.bind(Piece.self, lifetime: .resolution, to: .async { Piece() })
        for _ in 0..<2 { injector.contribute(to: Piece.self, .using { (piece: Piece) in piece }) }
        let first = try await injector.asyncInstances(for: Piece.self)
        #expect(first[0] === first[1])
        let second = try await injector.asyncInstances(for: Piece.self)
        #expect(second[0] === second[1] && second[0] !== first[0])
    }

    @Test("A contribution that is unbound during the creation of another contribution is left out")
    func takenBack() async throws {
        injector.bindAsync(String.self) {
            injector.unbind((any Plugin).self, id: "second")
            return "first"
        }
        injector.contribute(to: (any Plugin).self, .using(NamedPlugin.init(name:)))
        injector.contribute(to: (any Plugin).self, id: "second", .make { NamedPlugin(name: "second") })
        #expect(try await injector.asyncInstances(for: (any Plugin).self).map(\.name) == ["first"])
    }

    @Test("An asynchronous initializer can open an override inside the override of its lookup")
    func overrides() async throws {
        injector.bind(Int.self, to: .make { 1 })
        injector.bindAsync(String.self, lifetime: .singleton) {
            let outside = try await injector.asyncInstance(for: Int.self)
            let inside = try await inOverride {
                injector.bind(Int.self, to: .async { 2 })
                await Task.yield()
                return try await injector.asyncInstance(for: Int.self)
            }
            return "\(outside) \(inside) \(try await injector.asyncInstance(for: Int.self))"
        }
        try await inOverride { () async throws in
            injector.bind(Int.self, to: .make { 3 })
            #expect(try await injector.asyncInstance(for: String.self) == "3 2 3")
        }
        #expect(try await injector.asyncInstance(for: String.self) == "1 2 1")
    }
}
