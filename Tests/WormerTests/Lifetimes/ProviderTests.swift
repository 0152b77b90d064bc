import Testing
@testable import Wormer
import WormerGraph

private final class Desk: Sendable {
    let pieces: Provider<Piece>

    init(pieces: Provider<Piece>) { self.pieces = pieces }
}

/// Needs `Egg`, which needs a `Provider<Hen>`.
private final class Hen: Sendable {
    let egg: Egg

    init(egg: Egg) { self.egg = egg }
}

private final class Egg: Sendable {
    let hen: Provider<Hen>

    init(hen: Provider<Hen>) { self.hen = hen }
}

@Suite("A provider resolves an instance when it is called")
struct ProviderTests {
    let injector = Injector(parent: nil)

    @Test("A provider parameter needs no binding and resolves an instance at each call")
    func parameter() {
        let made = Tally()
        injector.bind(Piece.self, to: .make { Piece("\(made.increment())") })
        injector.bind(Desk.self, lifetime: .singleton, to: .using(Desk.init(pieces:)))
        let desk: Desk = injector.instance()
        #expect(made.count == 0)
        #expect([desk.pieces().name, desk.pieces().name] == ["1", "2"])
        injector.bind(Piece.self, lifetime: .singleton, to: .make { Piece("shared") })
        #expect(desk.pieces() === desk.pieces())
        #expect(!injector.isBound(Provider<Piece>.self))
    }

    @Test("A provider can be created from a closure, without an injector")
    func closure() async throws {
        let made = Tally()
        let desk = Desk(pieces: Provider { Piece("\(made.increment())") })
        let names = [desk.pieces().name, try await desk.pieces.get().name, desk.pieces().name]
        #expect(names == ["1", "2", "3"])
        let broken = Provider<Piece> { throw PlannedFailure(description: "planned") }
        func get() throws(InjectionError) -> Piece { try broken.get() }
        let error = #expect(throws: InjectionError.self) { try get() }
        #expect(error?.description.contains("its factory threw PlannedFailure: planned") == true)
        await #expect(throws: InjectionError.self) { try await broken.get() }
    }

    @Test("A provider breaks a cycle between two singletons")
    func cycle() throws {
        injector.bind(Hen.self, lifetime: .singleton, to: .using(Hen.init(egg:)))
        injector.bind(Egg.self, lifetime: .singleton, to: .using(Egg.init(hen:)))
        try injector.verify()
        let egg: Egg = injector.instance()
        #expect(egg.hen().egg === egg)
        #expect(egg.hen() === injector.instance(for: Hen.self))
    }

    @Test("Calling a provider in the initializer of its owner is a cycle")
    func hasty() {
        injector.bind(Hen.self, lifetime: .singleton, to: .using(Hen.init(egg:)))
        let factory = Factory<Egg>.using { (hen: Provider<Hen>) in
            _ = try hen.get()
            return Egg(hen: hen)
        }
        injector.bind(Egg.self, lifetime: .singleton, to: factory)
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Egg.self) }
        #expect(error?.reason.name == "cycle")
        #expect(error?.path.map { "\($0.interface)" } == ["Egg", "Hen", "Egg"])
    }

    @Test("A provider resolves in the injector that was asked for it, and with its identifier")
    func byItself() throws {
        let child = Injector(parent: injector)
        injector.bind(Piece.self, to: .make { Piece("parent") })
        injector.bind(Piece.self, id: 7, lifetime: .singleton, to: .make { Piece("seven") })
        child.bind(Piece.self, to: .make { Piece("child") })
        #expect(injector.instance(for: Provider<Piece>.self)().name == "parent")
        #expect(try child.throwingInstance(for: Provider<Piece>.self).get().name == "child")
        let seven = child.instance(for: Provider<Piece>.self, id: 7)
        #expect(seven() === injector.instance(for: Piece.self, id: 7))
        let error = #expect(throws: InjectionError.self) { try child.instance(for: Provider<Piece>.self, id: 8).get() }
        #expect(error?.identifier == AnyHashable(8) && error?.nearMisses.count == 3)
        // A bound provider takes precedence.
        injector.bind(Provider<Piece>.self, to: .make { try $0.throwingInstance(id: 7) })
        #expect(injector.instance(for: Provider<Piece>.self)() === seven())
    }

    @Test("A provider parameter resolves in the injector that holds the binding of its owner")
    func parents() {
        let child = Injector(parent: injector)
        injector.bind(Piece.self, to: .make { Piece("parent") })
        child.bind(Piece.self, to: .make { Piece("child") })
        injector.bind(Desk.self, to: .using(Desk.init(pieces:)))
        child.bind(Desk.self, id: "child", to: .using(Desk.init(pieces:)))
        #expect(child.instance(for: Desk.self).pieces().name == "parent")
        #expect(child.instance(for: Desk.self, id: "child").pieces().name == "child")
    }

    @Test("A provider from Injector.default resolves in the main injector at the time of the call")
    func main() {
        inOverride {
            let provider = Injector.default.instance(for: Provider<Piece>.self)
            for name in ["first", "second"] {
                let main = Injector(parent: nil)
                main.bind(Piece.self, to: .make { Piece(name) })
                Main.current = Main(injector: main, facade: nil)
                #expect(provider().name == name)
            }
        }
    }

    @Test("A provider resolves in the override at the time of the call")
    func overrides() async throws {
        injector.bind(Piece.self, lifetime: .singleton, to: .make { Piece("outside") })
        injector.bind(Desk.self, lifetime: .singleton, to: .using(Desk.init(pieces:)))
        let desk: Desk = injector.instance()
        try await inOverride {
            injector.bind(Piece.self, to: .make { Piece("inside") })
            #expect(desk.pieces().name == "inside")
            let awaited = try await desk.pieces.get()
            #expect(awaited.name == "inside")
            let inner = injector.instance(for: Provider<Piece>.self)
            await Task.detached { #expect(inner().name == "outside") }.value
        }
        #expect(desk.pieces().name == "outside")
    }

    @Test("A provider resolves in the scope at the time of the call, so that a singleton can hold it")
    func scopes() throws {
        injector.bind(Piece.self, lifetime: .scope(.request), to: .make { Piece() })
        injector.bind(Desk.self, lifetime: .singleton, to: .using(Desk.init(pieces:)))
        try injector.verify()
        let desk: Desk = injector.instance()
        let pieces = try (0..<2).map { _ in
            try injector.withScope(.request) {
                let piece = desk.pieces()
                #expect(piece === desk.pieces())
                return piece
            }
        }
        #expect(pieces[0] !== pieces[1])
        let error = #expect(throws: InjectionError.self) { try desk.pieces.get() }
        #expect(error?.reason.name == "scopeNotOpen")
    }

    @Test("A provider supports optionals, arrays and nested providers")
    func shapes() {
        let none = injector.instance(for: Provider<Piece?>.self)
        #expect(none() == nil)
        injector.bind(Piece.self, to: .make { Piece() })
        #expect(none() != nil)
        #expect(injector.instance(for: Provider<Piece>?.self)?().name == "piece")
        #expect(injector.instance(for: Provider<Provider<Piece>>.self)()().name == "piece")
        let plugins = injector.instance(for: Provider<[any Plugin]>.self)
        #expect(plugins().isEmpty)
        injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "a") })
        #expect(plugins().map(\.name) == ["a"])
    }

    @Test("A provider does not retain its injector, and a call after its release throws an error")
    func leaks() async throws {
        let journal = Journal()
        var injector: Injector? = Injector(parent: nil)
        injector?.bind(Piece.self, lifetime: .singleton, to: .make { Piece("piece", journal) })
        injector?.bind(Desk.self, lifetime: .singleton, to: .using(Desk.init(pieces:)))
        weak var desk: Desk?
        desk = injector?.instance(for: Desk.self)
        _ = desk?.pieces()
        weak var gone: Injector?
        gone = injector
        let provider = try #require(injector?.instance(for: Provider<Piece>.self))
        injector = nil
        // Readers on other threads may defer the release.
        #expect(isSoon { gone == nil && desk == nil && journal.entries == ["piece gone"] })
        for error in [
            #expect(throws: InjectionError.self) { try provider.get() },
            await #expect(throws: InjectionError.self) { try await provider.get() },
        ] { #expect(error?.reason.name == "injectorReleased") }
    }

    @Test("An injector can be released while other threads call its providers")
    func race() {
        underWatchdog {
            for _ in 0..<200 {
                let held = Shared<Injector?>(Injector(parent: nil))
                held.value?.bind(Piece.self, to: .make { Piece() })
                let provider = held.value?.instance(for: Provider<Piece>.self)
                let barrier = Barrier(2)
                onThreads(2) { index in
                    barrier.arrive()
                    if index == 0 {
                        held.change { $0 = nil }
                    } else {
                        while let piece = try? provider?.get() { #expect(piece.name == "piece") }
                    }
                }
                #expect(throws: InjectionError.self) { try provider?.get() }
            }
        }
    }
}

@Suite("A provider can defer an asynchronous instance")
struct AsyncProviderTests {
    let injector = Injector(parent: nil)

    @Test("A provider of an asynchronous instance does not make its owner asynchronous")
    func awaiting() async throws {
        injector.bind(Piece.self, lifetime: .singleton, to: .async { Piece("awaited") })
        injector.bind(Desk.self, to: .using(Desk.init(pieces:)))
        let desk = try injector.throwingInstance(for: Desk.self)
        let error = #expect(throws: InjectionError.self) { try desk.pieces.get() }
        #expect(error?.reason.name == "needsAwaiting")
        #expect(try await desk.pieces.get().name == "awaited")
        #expect(desk.pieces() === injector.instance(for: Piece.self))
        injector.bind(Piece.self, id: "eu", to: .async { Piece("eu") })
        let european = try await injector.asyncInstance(for: Provider<Piece>.self, id: "eu")
        #expect(try await european.get().name == "eu")
    }
}
