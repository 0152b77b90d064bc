import Testing
import Wormer

@Suite("What a decorator needs, and what it refuses, is ended")
struct DecoratedEndTests {
    private final class Log: Sendable {}

    enum Form: CaseIterable, Sendable {
        case synchronous, awaited, awaitedFromAnAsyncFactory

        fileprivate func factory(_ name: String) -> Factory<Piece> {
            self == .awaitedFromAnAsyncFactory ? .async { Piece(name) } : .make { Piece(name) }
        }

        fileprivate func make(from injector: Injector) async throws {
            if self == .synchronous {
                _ = try injector.throwingInstance(for: Piece.self)
            } else {
                _ = try await injector.asyncInstance(for: Piece.self)
            }
        }
    }

    static let lifetimes: [Lifetime] = [.singleton, .scope(.session), .scope(.request)]

    let injector = Injector(parent: nil)
    let journal = Journal()

    /// Runs `body` in the scope of the lifetime, or before an `end()` of it.
    ///
    /// - Returns: The errors of `onEnd` closures.
    private func errors(of lifetime: Lifetime, after body: () async throws -> Void) async throws -> [String] {
        try await errorsOfEnds {
            if lifetime == .scope(.request) {
                try await injector.withScope(.request) { try await body() }
            } else {
                try await body()
                try await lifetime == .singleton ? injector.end() : injector.end(.session)
            }
        }
    }

    @Test(
        "The dependencies of a decorator end after the instance that it decorates",
        arguments: Form.allCases,
        lifetimes
    )
    func order(form: Form, lifetime: Lifetime) async throws {
        injector.bindMake(Log.self, lifetime: lifetime) {
            Log()
        } onEnd: { _ in
            journal.note("log ended")
        }
        injector.bind(
            Piece.self,
            lifetime: lifetime,
            to: form.factory("store").onEnd { journal.note("\($0.name) ended") }
        )
        injector.decorate(Piece.self) { (base: Piece, _: Log) in Piece("logged \(base.name)") }
        let errors = try await errors(of: lifetime) { try await form.make(from: injector) }
        #expect(errors == [])
        #expect(journal.entries == ["store ended", "log ended"])
    }

    @Test(
        "The end of a lifetime waits for an instance whose decorator threw, and throws its error",
        arguments: Form.allCases,
        lifetimes
    )
    func refused(form: Form, lifetime: Lifetime) async throws {
        let (journal, mayEnd) = (journal, Gate())
        injector.bindPiece("kept", lifetime, id: "kept", journal)
        injector.bind(
            Piece.self,
            lifetime: lifetime,
            to: form.factory("base").onEnd { piece in
                await mayEnd.pass()
                journal.note("\(piece.name) ended")
                throw PlannedFailure(description: piece.name)
            }
        )
        injector.decorate(Piece.self) { (_: Piece) -> Piece in throw PlannedFailure(description: "no") }
        try await underWatchdog {
            let errors = try await errors(of: lifetime) {
                _ = injector.instance(for: Piece.self, id: "kept")
                await #expect(throws: InjectionError.self) { try await form.make(from: injector) }
                #expect(journal.entries == [])
                Task.detached { await mayEnd.open() }
            }
            #expect(errors == ["base"])
        }
        #expect(journal.entries == ["base ended", "kept ended"])
        try await injector.end()
    }

    @Test("end(_:) waits for the refused instances of its scope only, and end() for all others")
    func oneScope() async throws {
        for (name, lifetime) in [("singleton", Lifetime.singleton), ("session", .scope(.session))] {
            let factory = Factory<Piece>.make { Piece(name) }.onEnd { throw PlannedFailure(description: $0.name) }
            injector.bind(Piece.self, id: name, lifetime: lifetime, to: factory)
            injector.decorate(Piece.self, id: name) { (_: Piece) -> Piece in throw PlannedFailure(description: "no") }
            #expect(injector.safeInstance(for: Piece.self, id: name) == nil)
        }
        #expect(try await errorsOfEnds { try await injector.end(.session) } == ["session"])
        #expect(try await errorsOfEnds { try await injector.end() } == ["singleton"])
        try await injector.end()
    }

    @Test("An instance whose lifetime ended during its construction ends before the next end() returns")
    func endedDuringItsConstruction() async throws {
        let mayEnd = Gate()
        let factory = Factory<Piece>.async { [unowned injector] in
            try await injector.end()
            return Piece("late")
        }.onEnd { piece in
            await mayEnd.pass()
            throw PlannedFailure(description: piece.name)
        }
        injector.bind(Piece.self, lifetime: .singleton, to: factory)
        try await underWatchdog {
            _ = try await injector.asyncInstance(for: Piece.self)
            Task.detached { await mayEnd.open() }
            #expect(try await errorsOfEnds { try await injector.end() } == ["late"])
        }
    }

    // MARK: - Scopes that stay open

    /// Runs `body` in a job, or in a synchronous one if `opening` is nil, waits for a condition, ends the job, and
    /// returns the errors of `onEnd` closures.
    private func errors(
        of opening: Opening?,
        after body: () throws -> Void,
        and isReady: () -> Bool
    ) async throws -> [String] {
        func runNow() throws {
            try injector.withScope(.job) {
                try body()
                #expect(isReady())
            }
        }
        return try await errorsOfEnds {
            guard let opening else { return try runNow() }
            try await opening.open(.job, in: injector) {
                try body()
                #expect(await eventually(isReady))
            }
        }
    }

    private static let openings: [Opening?] = [nil] + Opening.allCases

    /// Binds a piece of a job that a decorator refuses.
    private func bindRefused(_ onEnd: @escaping @Sendable (Piece) throws -> Void) {
        injector.bind(Piece.self, lifetime: .scope(.job), to: .make { Piece("base", journal) }.onEnd(onEnd))
        injector.decorate(Piece.self) { (_: Piece) -> Piece in throw PlannedFailure(description: "no") }
    }

    @Test("An instance that a decorator refuses ends at once, while its scope stays open", arguments: openings)
    func endsInOpenScope(opening: Opening?) async throws {
        let count = 500
        bindRefused { journal.note("\($0.name) ended") }
        let errors = try await errors(of: opening) {
            for _ in 0..<count { #expect(injector.safeInstance(for: Piece.self) == nil) }
        } and: {
            journal.entries.count == 2 * count
        }
        #expect(errors == [])
        #expect(journal.entries.count { $0 == "base ended" } == count)
        #expect(journal.entries.count { $0 == "base gone" } == count)
    }

    @Test("The 'onEnd' of a refused instance of a scope can look up what was refused", arguments: openings)
    func lookupInOpenScope(opening: Opening?) async throws {
        let (injector, runs) = (injector, Shared(0))
        bindRefused { [unowned injector] _ in
            guard runs.increment() == 0 else { return }
            #expect(injector.safeInstance(for: Piece.self) == nil)
        }
        try await underWatchdog {
            let errors = try await errors(of: opening) {
                #expect(injector.safeInstance(for: Piece.self) == nil)
            } and: {
                runs.value == 2
            }
            #expect(errors == [])
        }
    }

    @Test("The 'onEnd' of a refused instance of a scope can end the scope")
    func endingScopeInside() async throws {
        injector.bindPiece("kept", .scope(.job), id: "kept", journal)
        injector.bindMake(Piece.self, lifetime: .scope(.job)) {
            Piece("base")
        } onEnd: { [unowned injector] piece in
            try await injector.end(.job)
            journal.note("\(piece.name) ended")
        }
        injector.decorate(Piece.self) { (_: Piece) -> Piece in throw PlannedFailure(description: "no") }
        try injector.begin(.job)
        _ = injector.instance(for: Piece.self, id: "kept")
        await underWatchdog {
            #expect(injector.safeInstance(for: Piece.self) == nil)
            #expect(await eventually { journal.entries == ["kept ended", "base ended"] })
        }
        try await injector.end()
    }
}
