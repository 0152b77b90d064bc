import Testing
import Wormer

@Suite("A scope may begin again while it ends")
struct SessionChangeTests {
    typealias User = Sessions.User
    typealias Drafts = Sessions.Drafts
    private let injector = Injector(parent: nil)

    @Test("end() returns although an 'onEnd' begins its scope again and creates an instance in it")
    func begunAgain() async throws {
        let (limit, created, ended, mayBegin) = (100, Tally(), Tally(), Shared(true))
        let factory = Factory<Piece>.make {
            created.increment()
            return Piece()
        }.onEnd { [unowned injector] _ in
            guard ended.increment() < limit, mayBegin.value else { return }
            try injector.begin(Sessions.job)
            // The `onEnd` itself is in the scope that ends.
            _ = try await Task.detached { try injector.throwingInstance(for: Piece.self) }.value
        }
        injector.bind(Piece.self, lifetime: .scope(Sessions.job), to: factory)
        try injector.begin(Sessions.job)
        _ = injector.instance(for: Piece.self)
        try await injector.end()
        #expect(ended.count < limit)
        // The instance that the last `onEnd` created ends, too.
        mayBegin.change { $0 = false }
        try await injector.end()
        #expect(ended.count == created.count)
    }

    /// The user of the session that a lookup finds, and the user of the response in that session.
    private struct Found: Equatable {
        let user: String?
        let response: String?
    }

    @Test("The 'onEnd' of a session sees nothing of a session that begins meanwhile, and the other way round")
    func nextSession() async throws {
        let (injector, found) = (injector, Shared<[Found]>([]))
        let (isEnding, mayEnd) = (Gate(), Gate())
        @Sendable func find() {
            let user = injector.safeInstance(for: User.self)?.name
            let response = injector.safeInstance(for: Sessions.Response.self)?.drafts.user.name
            found.change { $0.append(Found(user: user, response: response)) }
        }
        injector.bind(User.self, lifetime: .scope(Sessions.session), to: .provided)
        let factory = Factory<Drafts>.using(Drafts.init(user:)).onEnd { drafts in
            guard drafts.user == Sessions.ada else { return }
            await isEnding.open()
            await mayEnd.pass()
            find()
            // A task of the session, too, is in no other session.
            await Task { find() }.value
        }
        injector.bind(Drafts.self, lifetime: .scope(Sessions.session), to: factory)
        injector.bind(Sessions.Response.self, lifetime: .scope(Sessions.request), to: .using(Sessions.Response.init))
        try await underWatchdog { () async throws in
            try injector.begin(Sessions.session, providing: Sessions.ada)
            _ = injector.instance(for: Drafts.self)
            let logout = Task { try await injector.end(Sessions.session) }
            await isEnding.pass()
            try injector.begin(Sessions.session, providing: Sessions.bob)
            try injector.begin(Sessions.request)
            find()
            await mayEnd.open()
            try await logout.value
            find()
            let bob = Found(user: "Bob", response: "Bob")
            let ada = Found(user: "Ada", response: nil)
            #expect(found.value == [bob, ada, ada, bob])
            try await injector.end()
        }
    }
}
