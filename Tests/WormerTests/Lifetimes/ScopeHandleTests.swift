import Testing

@testable import Wormer

@Suite("A handle opens a scope for the lookups that are made through it")
struct ScopeHandleTests {
    typealias User = Sessions.User
    typealias Drafts = Sessions.Drafts
    typealias Response = Sessions.Response
    private let ends = Shared<[String]>([])
    private let injector: Injector

    init() { injector = Sessions.injector(ends: ends) }

    @Test("Two handles of one scope have instances of their own, in synchronous and asynchronous closures")
    func twoAccounts() async throws {
        let ada = try injector.open(Sessions.session, providing: Sessions.ada)
        let bob = try injector.open(Sessions.session, providing: Sessions.bob)
        let drafts = ada.run { injector.instance(for: Drafts.self) }
        #expect(drafts.user == Sessions.ada)
        #expect(bob.run { injector.instance(for: Drafts.self).user } == Sessions.bob)
        let again = try await ada.run {
            await Task.yield()
            return try await injector.asyncInstance(for: Drafts.self)
        }
        #expect(again === drafts)
        #expect(injector.safeInstance(for: Drafts.self) == nil)
        try await bob.end()
        #expect(ends.value == ["drafts of Bob"])
        #expect(ada.run { injector.instance(for: Drafts.self) } === drafts)
        try await ada.end()
        try await ada.end()
        #expect(ends.value == ["drafts of Bob", "drafts of Ada"])
    }

    @Test("A factory of one account's instance that enters another account sees that account there")
    func accountInsideAccount() async throws {
        let ada = try injector.open(Sessions.session, providing: Sessions.ada)
        let bob = try injector.open(Sessions.session, providing: Sessions.bob)
        let enter: @Sendable (Injector) -> [User] = { injector in
            let inside = bob.run { ada.run { injector.instance(for: User.self) } }
            return [
                injector.instance(), bob.run { injector.instance(for: Drafts.self).user }, inside, injector.instance(),
            ]
        }
        injector.bind([User].self, lifetime: .scope(Sessions.session), to: .make { enter($0) })
        injector.bindAsync(Set<User>.self, lifetime: .scope(Sessions.session)) { (injector: Injector) in
            await Task.yield()
            return try await bob.run { [try await injector.asyncInstance(for: Drafts.self).user] }
        }
        #expect(ada.run { injector.instance() } == [Sessions.ada, Sessions.bob, Sessions.ada, Sessions.ada])
        #expect(try await ada.run { try await injector.asyncInstance() } == Set([Sessions.bob]))
        try await ada.end()
        try await bob.end()
    }

    @Test("A lookup after the end names the lines of the opening and of the end")
    func afterEnd() async throws {
        let line: UInt = #line
        let account = try injector.open(Sessions.session, providing: Sessions.ada)
        try await account.end()
        injector.bind(Piece.self, lifetime: .scope(Sessions.session), to: .make { Piece() })
        let error = account.run {
            #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Piece.self) }
        }
        #expect(
            error?.description.countingLines(from: line) == """
                Cannot inject Piece: the scope 'session of tests' has ended.
                  looked up at  WormerTests/ScopeHandleTests.swift:+5
                  bound at      WormerTests/ScopeHandleTests.swift:+3
                  opened at     WormerTests/ScopeHandleTests.swift:+1
                  ended at      WormerTests/ScopeHandleTests.swift:+2
                  to do         Resolve it before the scope ends, or from a scope that is open.
                """
        )
        try injector.begin(Sessions.session, providing: Sessions.ada)
        let request = try injector.open(Sessions.request)
        try await injector.end()
        let end = "ended at      WormerTests/ScopeHandleTests.swift:\(#line - 1)"
        let late = request.run {
            #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Response.self) }
        }
        #expect(late?.description.contains(end) == true)
    }

    @Test("An outer scope ends the scopes inside it first, innermost first and each once")
    func endsInner() async throws {
        let factory = Factory<Piece>.make { Piece() }.onEnd { [ends] _ in ends.change { $0.append("piece") } }
        injector.bind(Piece.self, lifetime: .scope(Sessions.page), to: factory)
        let account = try injector.open(Sessions.session, providing: Sessions.ada)
        let (request, page) = try account.run {
            let request = try injector.open(Sessions.request)
            return (request, try request.run { try injector.open(Sessions.page) })
        }
        page.run {
            _ = injector.instance(for: Piece.self)
            _ = injector.instance(for: Response.self)
        }
        try await account.end()
        #expect(ends.value == ["piece", "response to Ada", "drafts of Ada"])
        try await page.end()
        try await request.end()
        #expect(ends.value.count == 3)
        #expect(request.run { injector.safeInstance(for: Response.self) } == nil)
    }

    @Test("A closure that still runs in an ended scope finds it ended, but its 'withScope' does not throw")
    func endedAroundClosure() async throws {
        let account = try injector.open(Sessions.session, providing: Sessions.ada)
        try await account.run {
            try await injector.withScope(Sessions.request) {
                _ = injector.instance(for: Response.self)
                try await account.end()
                let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Response.self) }
                let hasEnded = if case .scopeNotOpen(Sessions.request, _, _?)? = error?.reason { true } else { false }
                #expect(hasEnded)
            }
        }
        #expect(ends.value == ["response to Ada", "drafts of Ada"])
    }

    @Test("Inside the closure of a handle, the scopes around the closure are open, too")
    func runInside() async throws {
        injector.bind(Piece.self, lifetime: .scope(Sessions.job), to: .make { Piece() })
        let ada = try injector.open(Sessions.session, providing: Sessions.ada)
        let piece = try await injector.withScope(Sessions.job) {
            let piece: Piece = injector.instance()
            #expect(ada.run { injector.instance(for: Piece.self) } === piece)
            let inTask = try await ada.run {
                try await injector.withScope(Sessions.request) { injector.instance(for: Piece.self) }
            }
            #expect(inTask === piece)
            return piece
        }
        let job = try injector.open(Sessions.job)
        #expect(job.run { ada.run { injector.instance(for: Piece.self) } } !== piece)
        try await ada.end()
        try await job.end()
    }

    @Test("A factory ends a scope that is already ending and that waits for an instance which needs the factory")
    func endedByAwaitedFactory() async throws {
        try await underWatchdog { () async throws in
            let ada = try injector.open(Sessions.session, providing: Sessions.ada)
            let (isWaiting, isEnding) = (Gate(), Gate())
            injector.bindAsync(Int.self, lifetime: .singleton) {
                await isEnding.pass()
                try await ada.end()
                return 7
            }
            let factory = Factory<String>.async { injector in
                await isWaiting.open()
                return try await "\(injector.asyncInstance(for: Int.self))"
            }.onEnd { text in ends.change { $0.append(text) } }
            injector.bind(String.self, lifetime: .scope(Sessions.session), to: factory)
            async let number = injector.asyncInstance(for: Int.self)
            let text = Task { try await ada.run { try await injector.asyncInstance(for: String.self) } }
            await isWaiting.pass()
            let end = Task { try await ada.end() }
            while ada.opened.isOpen { await Task.yield() }
            await isEnding.open()
            #expect(try await number == 7)
            #expect(try await text.value == "7")
            try await end.value
            #expect(ends.value == ["7"])
        }
    }
}
