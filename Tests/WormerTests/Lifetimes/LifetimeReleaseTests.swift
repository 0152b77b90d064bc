import Testing
import Wormer

@Suite("Instances are released at the end of their lifetime")
struct LifetimeReleaseTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    @Test("The end of a scope releases its instances and their 'onEnd' closures")
    func scope() async throws {
        injector.bind(Piece.self, lifetime: .scope(.request), to: .make { [journal] in Piece("plain", journal) })
        injector.bind(
            Piece.self,
            id: "ended",
            lifetime: .scope(.request),
            to: .make { [journal] in Piece("other", journal) }.onEnd { [journal] in journal.note("\($0.name) ended") }
        )
        try await injector.withScope(.request) {
            _ = injector.instance(for: Piece.self)
            _ = injector.instance(for: Piece.self, id: "ended")
            #expect(journal.entries == [])
        }
        #expect(Set(journal.entries) == ["plain gone", "other ended", "other gone"])
        #expect(journal.entries.firstIndex(of: "other ended")! < journal.entries.firstIndex(of: "other gone")!)
    }

    @Test("reset() releases the captures of decorators and contributions")
    func captured() {
        weak var captured: Piece?
        do {
            let piece = Piece()
            captured = piece
            injector.bind(API.self, to: .make { BaseAPI() })
            injector.decorate(API.self) { base in LoggingAPI(base, logger: piece.name) }
            injector.contribute(to: Plugin.self, .make { NamedPlugin(name: piece.name) })
        }
        #expect(captured != nil)
        injector.unbindAll()
        #expect(isSoon { captured == nil })
    }

    @Test("A handle that a binding or an instance of its injector keeps ends its scope when the injector goes")
    func handleKeptByInjector() async throws {
        final class Keeper: Sendable {
            private let handle: OpenScope
            init(_ handle: OpenScope) { self.handle = handle }
        }
        for (number, lifetime) in [Lifetime.transient, .singleton].enumerated() {
            do {
                let injector = Injector()
                let piece = Factory<Piece>.make { Piece() }.onEnd { [journal] _ in journal.note("ended") }
                injector.bind(Piece.self, lifetime: .scope(.request), to: piece)
                let handle = try injector.open(.request)
                handle.run { _ = injector.instance(for: Piece.self) }
                injector.bind(Keeper.self, lifetime: lifetime, to: .make { Keeper(handle) })
                _ = injector.instance(for: Keeper.self)
            }
            #expect(await eventually { journal.entries.count == number + 1 })
        }
    }

    @Test("The deinit of an instance with any lifetime can look up a weak instance and one of a resolution")
    func requestInDeinit() async throws {
        final class Requester: Sendable {
            let injector: Injector
            let journal: Journal
            init(_ injector: Injector, _ journal: Journal) {
                self.injector = injector
                self.journal = journal
            }
            deinit {
                let piece: Piece? = injector.safeInstance()
                journal.note("\(injector.instance(for: String.self)), \(piece?.name ?? "nobody")")
            }
        }
        injector.bind(String.self, lifetime: .resolution, to: .make { "bye" })
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece("weak") })
        for lifetime in [Lifetime.weak, .resolution, .scope(.request), .singleton] {
            let factory = Factory<Requester>.make { [unowned injector] in Requester(injector, journal) }
            injector.bind(Requester.self, lifetime: lifetime, to: factory)
            try await injector.withScope(.request) { _ = injector.instance(for: Requester.self) }
            try await injector.end()
        }
        // A thread of another test that reads at that moment delays the release.
        #expect(await eventually { journal.entries == Array(repeating: "bye, weak", count: 4) })
    }
}
