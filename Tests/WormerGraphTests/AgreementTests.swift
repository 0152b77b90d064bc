import Testing
import Wormer
import WormerGraph

@Suite("verify() accepts what works when it runs, and no more")
struct AgreementTests {
    private typealias Drafts = Sessions.Drafts
    private let injector = Injector(parent: nil)

    private static let factories: [Factory<Piece>] = [
        .make { injector in Piece(try injector.throwingInstance(for: Drafts.self).user.name) },
        .using { (drafts: Drafts) in Piece(drafts.user.name) },
        .using { (text: String) in Piece(text) },
        .async { injector in Piece(try await injector.asyncInstance(for: Drafts.self).user.name) },
        .async { (drafts: Drafts) in Piece(drafts.user.name) },
    ]

    @Test("A weak instance gets no instance of a scope, which others could see after the scope", arguments: 0..<5)
    func weakHolders(factory: Int) async throws {
        injector.bind(Drafts.self, lifetime: .scope(Sessions.session), to: .make { Drafts(user: Sessions.ada) })
        injector.bind(String.self, to: .using { (drafts: Drafts) in drafts.user.name })
        injector.bind(Piece.self, lifetime: .weak, to: Self.factories[factory])
        try await injector.withScope(Sessions.session) {
            let error = await #expect(throws: InjectionError.self) { try await injector.asyncInstance(for: Piece.self) }
            #expect(error?.reason.name == "captiveDependency")
        }
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(error?.faults.map(\.reason?.name) == ["captiveDependency"])
    }

    @Test("A weak instance may keep one of a scope that is always open, or a provider")
    func weakHoldersThatMay() throws {
        injector.bind(Drafts.self, lifetime: .scope(.session), to: .make { Drafts(user: Sessions.ada) })
        injector.bind(String.self, lifetime: .scope(.request), to: .make { "text" })
        let factory = Factory<Piece>.using { (drafts: Drafts, _: Provider<String>) in Piece(drafts.user.name) }
        injector.bind(Piece.self, lifetime: .weak, to: factory)
        #expect(try injector.throwingInstance(for: Piece.self).name == "Ada")
        try injector.verify()
    }

    @Test("An optional provider is nil if nothing is bound to its interface")
    func optionalProviders() async throws {
        let injector = Injector(parent: injector)
        injector.bind(
            Bool.self,
            to: .using { (piece: Provider<Piece>?, nested: Provider<Provider<Piece>>?) in piece != nil || nested != nil
            }
        )
        injector.bind(Int.self, to: .make { try $0.throwingInstance(for: Provider<Piece>?.self) == nil ? 0 : 1 })
        try injector.verify()
        #expect(injector.instance(for: Bool.self) == false)
        #expect(injector.instance(for: Int.self) == 0)
        #expect(try await injector.asyncInstance(for: Provider<Piece>?.self) == nil)
        try injector.verify()
        #expect(!injector.graph.nodes.contains { $0.kind == .missing })
        self.injector.bind(Piece.self, to: .make { Piece() })
        #expect(injector.instance(for: Bool.self) == true)
        #expect(injector.instance(for: Int.self) == 1)
        #expect(try await injector.asyncInstance(for: Provider<Piece>?.self)?().name == "piece")
        try injector.verify()
        // An identifier is that of the interface.
        #expect(injector.instance(for: Provider<Piece>?.self, id: 1) == nil)
        self.injector.bind(Piece.self, id: 1, to: .make { Piece("one") })
        #expect(injector.instance(for: Provider<Piece>?.self, id: 1)?().name == "one")
    }

    @Test("An optional provider of an optional, an array or a dictionary always exists")
    func optionalProvidersOfShapes() throws {
        injector.bind(
            Int.self,
            to: .using { (one: Provider<Piece?>?, two: Provider<[any Plugin]>?, three: Provider<[String: Piece]>?) in
                guard let one, let two, let three, one() == nil else { return 0 }
                return 1 + two().count + three().count
            }
        )
        try injector.verify()
        #expect(injector.instance(for: Int.self) == 1)
    }
}
