import Foundation
import Testing

@testable import Wormer

@Suite("Scopes that overlap, and their ends, keep out of each other's way")
struct OverlappingScopeTests {
    typealias Drafts = Sessions.Drafts
    typealias Response = Sessions.Response
    private let ends = Shared<[String]>([])
    private let injector: Injector

    init() { injector = Sessions.injector(ends: ends) }

    /// Binds a piece for a scope, at whose end a closure runs.
    private func bindPiece(_ scope: Wormer.Scope, onEnd end: @escaping @Sendable () async throws -> Void) {
        injector.bind(Piece.self, lifetime: .scope(scope), to: .make { Piece() }.onEnd { _ in try await end() })
    }

    // MARK: - Ends

    @Test("An 'onEnd' can end any scope around its own that is ending, and does not wait for it")
    func endInsideEnd() async throws {
        let session = try injector.open(Sessions.session, providing: Sessions.ada)
        let job = try injector.open(Sessions.job)
        bindPiece(Sessions.request) { [ends] in
            try await session.end()
            ends.change { $0.append("piece") }
        }
        let request = try session.run { try job.run { try injector.open(Sessions.request) } }
        request.run { _ = injector.instance(for: Piece.self) }
        try await underWatchdog { try await session.end() }
        #expect(ends.value == ["piece"])
        try await job.end()
    }

    @Test("Two scopes that end at the same time can end each other")
    func mutualEnds() async throws {
        let (ada, job) = (try injector.open(Sessions.session, providing: Sessions.ada), try injector.open(Sessions.job))
        let (inJob, inSession) = (Gate(), Gate())
        bindPiece(Sessions.job) {
            await inJob.open()
            await inSession.pass()
            try await ada.end()
        }
        injector.bindMake(String.self, lifetime: .scope(Sessions.session)) {
            ""
        } onEnd: { _ in
            await inSession.open()
            await inJob.pass()
            try await job.end()
        }
        _ = (job.run { injector.instance(for: Piece.self) }, ada.run { injector.instance(for: String.self) })
        try await underWatchdog {
            async let end: Void = job.end()
            try await ada.end()
            try await end
        }
    }

    @Test("The factory of a scope that was not declared inside another one can end the other one")
    func endByFactoryOfOther() async throws {
        let session = try injector.open(Sessions.session, providing: Sessions.ada)
        session.run { injector.instance(for: Drafts.self) }
        injector.bindAsync(Piece.self, lifetime: .scope(Sessions.job)) { _ in
            try await session.end()
            return Piece()
        }
        try await session.run {
            try await injector.withScope(Sessions.job) { _ = try await injector.asyncInstance(for: Piece.self) }
        }
        #expect(ends.value == ["drafts of Ada"])
    }

    @Test("A synchronous closure's scope ends a scope inside it whose handle lives on")
    func livingHandle() async throws {
        // The outer scope forgot the inner one when its own instances had ended.
        bindPiece(Sessions.request) { [ends] in
            await Task.yield()
            ends.change { $0.append("piece") }
        }
        func open() throws -> OpenScope {
            try injector.withScope(Sessions.session, providing: Sessions.ada) {
                let request = try injector.open(Sessions.request)
                request.run { _ = injector.instance(for: Piece.self) }
                return request
            }
        }
        let request = try open()
        #expect(await eventually { ends.value == ["piece"] })
        withExtendedLifetime(request) {}
    }

    @Test("A synchronous scope ends an inner scope, if no 'onEnd' awaits, before its own instances")
    func synchronousOrder() throws {
        for (scope, text) in [(Sessions.session, "outer"), (Sessions.request, "inner")] {
            let factory = Factory<String>.make { text }.onEnd { [ends] end in ends.change { $0.append(end) } }
            injector.bind(String.self, id: text, lifetime: .scope(scope), to: factory)
        }
        var request: OpenScope?
        try injector.withScope(Sessions.session, providing: Sessions.ada) {
            _ = injector.instance(for: String.self, id: "outer")
            request = try injector.open(Sessions.request)
            request?.run { _ = injector.instance(for: String.self, id: "inner") }
        }
        #expect(ends.value == ["inner", "outer"])
    }

    // MARK: - Where an `onEnd` runs

    @Test("An 'onEnd' sees the scopes around the opening of its own, and not those around the end")
    func endsElsewhere() async throws {
        injector.bind(Piece.self, lifetime: .scope(Sessions.job), to: .make { Piece() })
        injector.bindMake(String.self, lifetime: .scope(Sessions.session)) {
            ""
        } onEnd: { [ends] _ in
            let piece = injector.safeInstance(for: Piece.self)
            ends.change { $0.append(piece == nil ? "alone" : "in a job") }
        }
        let (job, ada) = (try injector.open(Sessions.job), try injector.open(Sessions.session, providing: Sessions.ada))
        try await job.run {
            try await ada.run {
                let bob = try injector.open(Sessions.session, providing: Sessions.bob)
                bob.run { injector.instance(for: String.self) }
                try await Task.detached { try await bob.end() }.value
            }
        }
        func open() throws -> OpenScope {
            let bob = try injector.open(Sessions.session, providing: Sessions.bob)
            bob.run { injector.instance(for: String.self) }
            return bob
        }
        var released: OpenScope? = try open()
        let ended = try open()
        try await job.run {
            try await ada.run {
                released = nil
                try await ended.end()
            }
        }
        #expect(released == nil)
        #expect(await eventually { ends.value.count == 3 })
        #expect(ends.value == ["in a job", "alone", "alone"])
        try await ada.end()
        try await job.end()
    }

    /// Binds a text for a session, whose end requests a piece.
    private func bindText() {
        injector.bindMake(String.self, lifetime: .scope(Sessions.session)) {
            ""
        } onEnd: { [ends, injector] _ in
            await Task.yield()
            ends.change { $0.append(injector.instance(for: Piece.self).name) }
        }
    }

    @Test("The 'onEnd' of a handle that a test abandons makes no late lookup", arguments: [false, true])
    func abandonedInTest(isBegun: Bool) async throws {
        injector.bind(Piece.self, lifetime: .transient, to: .make { Piece() })
        bindText()
        let late = Shared(0)
        let layer = Override(onLateLookup: { _ in late.increment() })
        layer.run(onErrors: Override.report) {
            #expect(throws: Never.self) {
                if isBegun {
                    try injector.begin(Sessions.session, providing: Sessions.ada)
                    _ = injector.instance(for: String.self)
                } else {
                    try injector.open(Sessions.session, providing: Sessions.ada).run {
                        _ = injector.instance(for: String.self)
                    }
                }
            }
        }
        #expect(await eventually { !ends.value.isEmpty })
        #expect(late.value == 0)
    }

    // MARK: - What is seen

    @Test("A session that begins in an override or a child hides what began inside the session outside")
    func hiddenByBegun() async throws {
        try injector.begin(Sessions.session, providing: Sessions.ada)
        try injector.begin(Sessions.request)
        try await Override().run(onErrors: Override.report) { () async throws in
            #expect(injector.safeInstance(for: Response.self) != nil)
            try injector.begin(Sessions.session, providing: Sessions.bob)
            #expect(injector.instance(for: Drafts.self).user == Sessions.bob)
            #expect(injector.safeInstance(for: Response.self) == nil)
            try injector.begin(Sessions.request)
            #expect(injector.instance(for: Response.self).drafts.user == Sessions.bob)
        }
        let child = Injector(parent: injector)
        Sessions.bind(in: child)
        try child.begin(Sessions.session, providing: Sessions.bob)
        #expect(child.instance(for: Drafts.self).user == Sessions.bob)
        #expect(child.safeInstance(for: Response.self) == nil)
        // An instance sees the same as the task that opened its scope.
        child.bind(Response?.self, lifetime: .scope(Sessions.job), to: .make { $0.safeInstance(for: Response.self) })
        #expect(try child.open(Sessions.job).run { child.instance(for: Response?.self) } == nil)
        #expect(injector.instance(for: Response.self).drafts.user == Sessions.ada)
        try await child.end()
        try await injector.end()
    }

    @Test("The closure of a handle sees the scopes that the handle's scope is inside, wherever it runs")
    func outerOfHandle() async throws {
        let ada = try injector.open(Sessions.session, providing: Sessions.ada)
        let job = try injector.open(Sessions.job)
        let request = try ada.run { try job.run { try injector.open(Sessions.request) } }
        try injector.begin(Sessions.session, providing: Sessions.bob)
        #expect(request.run { injector.instance(for: Drafts.self).user } == Sessions.ada)
        let page = try request.run { try injector.open(Sessions.page) }
        injector.bind(Drafts?.self, lifetime: .scope(Sessions.page), to: .make { $0.safeInstance(for: Drafts.self) })
        #expect(page.run { injector.instance(for: Drafts?.self)?.user } == Sessions.ada)
        try await ada.end()
        try await job.end()
        try await injector.end()
    }

    @Test("The handle of a session that has ended opens nothing inside another session")
    func openAfterEnd() async throws {
        let ada = try injector.open(Sessions.session, providing: Sessions.ada)
        try injector.begin(Sessions.session, providing: Sessions.bob)
        try await ada.end()
        let error = ada.run { #expect(throws: ScopeError.self) { try injector.open(Sessions.request) } }
        let isOutside = if case .outerScopeNotOpen(Sessions.session)? = error?.reason { true } else { false }
        #expect(isOutside)
        try await injector.end()
    }
}
