import Testing
import Wormer

@Suite("Decorators, contributions and overrides of what is made asynchronously")
struct AsyncComposingTests {
    private let injector = Injector(parent: nil)

    private func bindAPI() {
        injector.bind(
            (any API).self,
            lifetime: .singleton,
            to: .async {
                await Task.yield()
                return BaseAPI()
            }
        )
    }

    @Test("Decorators are put around it in their order, whose parameters may need awaiting, and it stays shared")
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

    @Test("Decorated when it is made already, it is made and decorated anew, and so by a request that waits")
    func decoratedLater() async throws {
        bindAPI()
        _ = try await injector.asyncInstance(for: (any API).self)
        injector.decorate((any API).self) { LoggingAPI($0) }
        #expect(throws: InjectionError.self) { try injector.throwingInstance(for: (any API).self) }
        #expect(try await injector.asyncInstance(for: (any API).self).text == "log(base)")
    }

    @Test("Around what is synchronous a decorator whose parameters need awaiting makes a request wait")
    func awaitedDecorator() async throws {
        injector.bind((any API).self, lifetime: .singleton, to: .make { BaseAPI() })
        injector.bind(String.self, to: .async { "awaited" })
        injector.decorate((any API).self) { (base: any API, logger: String) in
            LoggingAPI(base: base, logger: logger)
        }
        #expect(throws: InjectionError.self) { try injector.throwingInstance(for: (any API).self) }
        #expect(try await injector.asyncInstance(for: (any API).self).text == "awaited(base)")
    }

    @Test("Contributions: those of the parents first, each made as it needs to be")
    func contributions() async throws {
        injector.bind(String.self, to: .async { "awaited" })
        injector.contribute(to: (any Plugin).self, .make { NamedPlugin(name: "plain") })
        injector.contribute(to: (any Plugin).self, .using(NamedPlugin.init(name:)))
        let child = Injector(parent: injector)
        child.contribute(to: (any Plugin).self, lifetime: .singleton, .using(SharedPlugin.init(name:)))
        child.contribute(
            to: (any Plugin).self,
            .onMainActor {
                MainActor.assertIsolated()
                return NamedPlugin(name: "main actor")
            }
        )
        let plugins = try await child.asyncInstances(for: (any Plugin).self)
        #expect(plugins.map(\.name) == ["plain", "awaited", "awaited", "main actor"])
        let again = try await child.asyncInstances(for: (any Plugin).self)
        #expect(plugins[2] as? SharedPlugin === again[2] as? SharedPlugin)
        #expect(try await injector.asyncInstances(for: (any Plugin).self).count == 2)
        #expect(try await child.asyncInstance(for: [any Plugin].self).count == 4)
        #expect(try await injector.asyncInstances(for: Int.self) == [])
    }

    // Each contribution had its own.
    @Test("All contributions together are one resolution")
    func oneResolution() async throws {
        injector.bind(Piece.self, lifetime: .resolution, to: .async { Piece() })
        for _ in 0..<2 {
            injector.contribute(to: Piece.self, .using { (piece: Piece) in piece })
        }
        let first = try await injector.asyncInstances(for: Piece.self)
        #expect(first[0] === first[1])
        let second = try await injector.asyncInstances(for: Piece.self)
        #expect(second[0] === second[1] && second[0] !== first[0])
    }

    // It was an error that it is not bound.
    @Test("A contribution that is taken back while another is made is left out")
    func takenBack() async throws {
        let injector = injector
        injector.bind(
            String.self,
            to: .async {
                injector.unbind(interface: (any Plugin).self, id: "second")
                return "first"
            }
        )
        injector.contribute(to: (any Plugin).self, .using(NamedPlugin.init(name:)))
        injector.contribute(to: (any Plugin).self, id: "second", .make { NamedPlugin(name: "second") })
        #expect(try await injector.asyncInstances(for: (any Plugin).self).map(\.name) == ["first"])
    }

    @Test("An asynchronous initializer may work in an override of its own, and sees the one it was asked for in")
    func overrides() async throws {
        let injector = injector
        injector.bind(Int.self, to: .make { 1 })
        injector.bind(
            String.self,
            lifetime: .singleton,
            to: .async {
                let outside = try await injector.asyncInstance(for: Int.self)
                let inside = try await inOverride {
                    injector.bind(Int.self, to: .async { 2 })
                    await Task.yield()
                    return try await injector.asyncInstance(for: Int.self)
                }
                return "\(outside) \(inside) \(try await injector.asyncInstance(for: Int.self))"
            }
        )
        try await inOverride { () async throws in
            injector.bind(Int.self, to: .make { 3 })
            #expect(try await injector.asyncInstance(for: String.self) == "3 2 3")
        }
        #expect(try await injector.asyncInstance(for: String.self) == "1 2 1")
    }
}
