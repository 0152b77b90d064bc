import Testing
import Wormer
import WormerGraph

@Suite("verify() knows which scopes a factory opened around its lookups")
struct OpenedScopeGraphTests {
    private typealias Drafts = Sessions.Drafts
    private let injector = Injector(parent: nil)

    init() {
        injector.bind(Drafts.self, lifetime: .scope(Sessions.session), to: .make { Drafts(user: Sessions.ada) })
        injector.bind(String.self, to: .make { injector in try injector.throwingInstance(for: Drafts.self).user.name })
    }

    private var faults: [String] {
        do {
            try injector.verify()
            return []
        } catch {
            return error.faults.map(\.description.withoutLocations)
        }
    }

    private static let factories: [Factory<Piece>] = [
        .make { injector in
            try injector.withScope(Sessions.session) {
                Piece(try injector.throwingInstance(for: Drafts.self).user.name)
            }
        },
        // The transient text looks the drafts up.
        .make { injector in
            try injector.withScope(Sessions.session) { Piece(try injector.throwingInstance(for: String.self)) }
        },
        .make { injector in
            let session = try injector.open(Sessions.session)
            return session.run { Piece(injector.instance(for: Drafts.self).user.name) }
        },
        .async { injector in
            try await injector.withScope(Sessions.session) {
                async let drafts = injector.asyncInstance(for: Drafts.self)
                return Piece(try await drafts.user.name)
            }
        },
        .async { injector in
            try await injector.withScope(Sessions.session) {
                Piece(try await injector.asyncInstance(for: Drafts?.self)?.user.name ?? "")
            }
        },
    ]

    @Test(
        "A factory may open a scope, use its instance and keep nothing of it",
        arguments: factories.indices,
        [Lifetime.singleton, .weak, .scope(Sessions.job)]
    )
    func opened(factory: Int, lifetime: Lifetime) async throws {
        injector.bind(Piece.self, lifetime: lifetime, to: Self.factories[factory])
        let piece = try await injector.withScope(Sessions.job) { try await injector.asyncInstance(for: Piece.self) }
        #expect(piece.name == "Ada")
        #expect(faults == [])
        #expect(try injector.verify().remarks.filter { $0.kind == .conditional }.isEmpty)
        try await injector.end()
    }

    @Test("A transient instance on the way may open the scope itself")
    func openedOnTheWay() throws {
        injector.bindMake(Int.self) { injector in
            try injector.withScope(Sessions.session) { injector.instance(for: Drafts.self).user.name.count }
        }
        let factory = Factory<Piece>.make { Piece("\(try $0.throwingInstance(for: Int.self))") }
        injector.bind(Piece.self, lifetime: .singleton, to: factory)
        #expect(try injector.throwingInstance(for: Piece.self).name == "3")
        #expect(faults == [])
    }

    @Test("A lookup outside the scope, or of an instance of another scope, is captive all the same")
    func notOpened() throws {
        injector.bindMake(Piece.self, lifetime: .singleton) { injector in
            let name = try injector.withScope(Sessions.session) { injector.instance(for: Drafts.self).user.name }
            #expect(injector.safeInstance(for: Drafts.self) == nil)
            return Piece(name)
        }
        injector.bindMake(Int.self, lifetime: .singleton) { injector in
            try injector.withScope(Sessions.job) { injector.safeInstance(for: Drafts.self) == nil ? 0 : 1 }
        }
        try injector.withScope(Sessions.session) {
            #expect(injector.instance(for: Piece.self).name == "Ada")
            #expect(injector.instance(for: Int.self) == 0)
        }
        let file = "WormerGraphTests/OpenedScopeGraphTests.swift:LINE"
        #expect(
            faults
                == ["Int", "Piece"].map { holder in
                    "a singleton would hold a shorter-lived instance (scope session of tests): "
                        + "\(holder) (\(file)) -> Sessions.Drafts (\(file)); take a parameter 'drafts: Provider<Sessions.Drafts>' instead"
                }
        )
    }
}
