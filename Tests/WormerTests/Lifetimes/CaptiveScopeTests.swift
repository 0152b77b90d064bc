import Foundation
import Testing

@testable import Wormer

@Suite("What lives longer than a scope gets no instance of the scope, in whatever way it asks")
struct CaptiveScopeTests {
    typealias Drafts = Sessions.Drafts
    typealias Response = Sessions.Response
    private let injector = Sessions.injector()

    /// The error of a lookup for a piece, whose factories should not get the drafts of a session.
    private func checkIsCaptive(_ request: () async throws -> Void) async {
        let error = await #expect(throws: InjectionError.self) { try await request() }
        #expect(error?.reason.name == "captiveDependency")
    }

    @Test(
        "A singleton whose parameters are awaited gets no instance of a scope through their functions",
        arguments: [true, false]
    )
    func throughParameters(isAsync: Bool) async throws {
        injector.bind(
            String.self,
            to: isAsync
                ? .async { "\(try await $0.asyncInstance(for: Drafts.self))" }
                : .make { "\(try $0.throwingInstance(for: Drafts.self))" }
        )
        injector.bind(Piece.self, lifetime: .singleton, to: .using { (text: String) in Piece(text) })
        try await injector.withScope(Sessions.session, providing: Sessions.ada) {
            for _ in 0..<3 { await checkIsCaptive { _ = try await injector.asyncInstance(for: Piece.self) } }
        }
    }

    @Test("A singleton gets no instance of a scope through a transient, a decorator or a task of its factory")
    func indirectCaptives() async throws {
        try injector.begin(Sessions.session, providing: Sessions.ada)
        injector.bind(String.self, lifetime: .transient, to: .make { "\(try $0.throwingInstance(for: Drafts.self))" })
        injector.bind(Piece.self, lifetime: .singleton, to: .make { Piece(try $0.throwingInstance(for: String.self)) })
        await checkIsCaptive { _ = try injector.throwingInstance(for: Piece.self) }
        injector.bind(Piece.self, lifetime: .singleton, to: .make { Piece() })
        injector.decorate(Piece.self) { (_: Piece, drafts: Drafts) in Piece(drafts.user.name) }
        await checkIsCaptive { _ = try injector.throwingInstance(for: Piece.self) }
        injector.bindAsync(Piece.self, id: "async", lifetime: .singleton) { injector in
            async let text = injector.asyncInstance(for: String.self)
            return Piece(try await text)
        }
        await checkIsCaptive { _ = try await injector.asyncInstance(for: Piece.self, id: "async") }
        try await injector.end()
    }

    @Test("A singleton may keep a provider, and use a scope that its factory opens in a task of a group")
    func allowedHolders() async throws {
        try injector.begin(Sessions.session, providing: Sessions.ada)
        let factory = Factory<[Provider<Drafts>]>.make { [try $0.throwingInstance(for: Provider<Drafts>.self)] }
        injector.bind([Provider<Drafts>].self, lifetime: .singleton, to: factory)
        let provider = injector.instance(for: [Provider<Drafts>].self)[0]
        #expect(provider().user == Sessions.ada)
        try await injector.end(Sessions.session)
        injector.bindAsync(Piece.self, lifetime: .singleton) { injector in
            let bob = try injector.open(Sessions.session, providing: Sessions.bob)
            let name = try await withThrowingTaskGroup(of: String.self) { group in
                group.addTask {
                    try await bob.run {
                        try await injector.withScope(Sessions.request) {
                            try await injector.asyncInstance(for: Response.self).drafts.user.name
                        }
                    }
                }
                return try await group.next() ?? ""
            }
            try await bob.end()
            return Piece(name)
        }
        #expect(try await injector.asyncInstance(for: Piece.self).name == "Bob")
    }

    @Test("A factory can enter a handle that an earlier factory opened")
    func handleOfEarlierFactory() async throws {
        injector.bindMake(OpenScope.self, lifetime: .singleton) { injector in
            let session = try injector.open(Sessions.session, providing: Sessions.ada)
            #expect(session.run { injector.safeInstance(for: Drafts.self) } != nil)
            return session
        }
        injector.bindMake(Piece.self, lifetime: .singleton) { injector in
            let session = try injector.throwingInstance(for: OpenScope.self)
            return Piece(try session.run { try injector.throwingInstance(for: Drafts.self).user.name })
        }
        let session: OpenScope = injector.instance()
        #expect(try injector.throwingInstance(for: Piece.self).name == Sessions.ada.name)
        try await session.end()
    }

    /// A change that makes a lookup which has claimed the slot look again.
    enum Change: CaseIterable, Sendable { case binding, unbinding, resetting, dropping }

    @Test(
        "An asynchronous singleton gets no instance of a scope while others change its binding",
        arguments: Change.allCases
    )
    func changes(change: Change) async throws {
        let injector = Injector(parent: nil)
        @Sendable func bind() {
            injector.bind(Piece.self, lifetime: .scope(Sessions.session), to: .make { Piece() })
            injector.bind(
                [Piece].self,
                lifetime: .singleton,
                to: .async { [try await $0.asyncInstance(for: Piece.self)] }
            )
        }
        bind()
        let (isOver, hasEnded) = (Shared(false), Gate())
        Thread.detachNewThread {
            while !isOver.value {
                switch change {
                case .binding: break
                case .unbinding: injector.unbind([Piece].self)
                case .resetting: injector.unbindAll()
                case .dropping: injector.registry.reset(.singleton)
                }
                if change != .dropping {
                    bind()
                }
                sched_yield()
            }
            Task { await hasEnded.open() }
        }
        for _ in 0..<2_000 {
            try await injector.withScope(Sessions.session) {
                _ = injector.safeInstance(for: Piece.self)
                let pieces = try? await injector.asyncInstance(for: [Piece].self)
                #expect(pieces?.isEmpty != false)
            }
        }
        isOver.change { $0 = true }
        await hasEnded.pass()
    }
}
