import Testing
import Wormer

@Suite("The cancellation of a task does not affect the 'onEnd' closures that run after it")
struct CancelledEndTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    /// Binds a piece whose `onEnd` fails in a cancelled task.
    private func bindClosing(_ name: String, _ lifetime: Lifetime) {
        injector.bindMake(Piece.self, id: name, lifetime: lifetime) {
            Piece(name)
        } onEnd: { [journal] piece in
            try await Task.sleep(nanoseconds: 1)
            try Task.checkCancellation()
            journal.note("\(piece.name) closed")
        }
    }

    /// Runs `body` in a task that is cancelled.
    private func cancelled(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await body()
        }.value
    }

    @Test("A scope of a cancelled task ends its instances, and throws CancellationError", arguments: [1, 3])
    func scope(count: Int) async {
        for number in 0..<count { bindClosing("\(number)", .scope(.request)) }
        await #expect(throws: CancellationError.self) {
            try await cancelled {
                try await injector.withScope(.request) {
                    for number in 0..<count { _ = injector.instance(for: Piece.self, id: "\(number)") }
                    try Task.checkCancellation()
                }
            }
        }
        #expect(journal.entries == (0..<count).reversed().map { "\($0) closed" })
    }

    @Test("end() and end(_:) of a cancelled task end their instances")
    func endOfAll() async throws {
        bindClosing("singleton", .singleton)
        bindClosing("session", .scope(.session))
        for name in ["singleton", "session"] { _ = injector.instance(for: Piece.self, id: name) }
        try await cancelled { try await injector.end(.session) }
        #expect(journal.entries == ["session closed"])
        try await cancelled { try await injector.end() }
        #expect(journal.entries == ["session closed", "singleton closed"])
    }

    @Test("An instance whose decorator throws ends in spite of a cancellation")
    func refused() async {
        bindClosing("base", .scope(.request))
        injector.decorate(Piece.self, id: "base") { (_: Piece) -> Piece in throw PlannedFailure(description: "no") }
        await #expect(throws: InjectionError.self) {
            try await cancelled {
                try await injector.withScope(.request) { () async throws in
                    _ = try injector.throwingInstance(for: Piece.self, id: "base")
                }
            }
        }
        #expect(journal.entries == ["base closed"])
    }

    @Test("Only an 'onEnd' that is running when its task is cancelled sees that")
    func cancelledMeanwhile() async throws {
        for name in ["first", "second", "third"] {
            injector.bindMake(Piece.self, id: name, lifetime: .scope(.request)) {
                Piece(name)
            } onEnd: { [journal] piece in
                await Task.yield()
                if piece.name == "third" {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                journal.note("\(piece.name) \(Task.isCancelled)")
            }
        }
        try await Task {
            try await injector.withScope(.request) { () async in
                for name in ["first", "second", "third"] { _ = injector.instance(for: Piece.self, id: name) }
            }
        }.value
        #expect(journal.entries == ["third true", "second false", "first false"])
    }

    @Test("An 'onEnd' sees the values of its scope and the current override", arguments: [false, true])
    func taskLocals(isCancelled: Bool) async throws {
        injector.bind(Ticket.self, lifetime: .scope(.request), to: .provided)
        injector.bindMake(Piece.self, lifetime: .scope(.request)) {
            Piece()
        } onEnd: { [unowned injector] _ in
            await Task.yield()
            let ticket = try injector.throwingInstance(for: Ticket.self)
            journal.note("\(ticket.number) \(try injector.throwingInstance(for: String.self))")
        }
        @Sendable func open() async throws {
            try await injector.withScope(.request, providing: Ticket(number: 7)) { () async in
                _ = injector.instance(for: Piece.self)
            }
        }
        try await inOverride {
            injector.bind(String.self, to: .make { "inside" })
            try await isCancelled ? cancelled { try await open() } : open()
        }
        #expect(journal.entries == ["7 inside"])
    }

    @Test("An 'onEnd' that waits for the factory that ends it is still a cycle")
    func cycle() async throws {
        let reason = Shared("")
        injector.bindMake(Piece.self, lifetime: .singleton) {
            Piece()
        } onEnd: { [unowned injector] _ in
            do {
                _ = try await injector.asyncInstance(for: String.self)
            } catch let error as InjectionError {
                if case .cycle = error.reason { reason.change { $0 = "cycle" } }
            }
        }
        injector.bindAsync(String.self, lifetime: .singleton) { [unowned injector] in
            try await injector.end()
            return "ended"
        }
        try await underWatchdog {
            _ = injector.instance(for: Piece.self)
            let text: String = try await injector.asyncInstance()
            #expect(text == "ended")
        }
        #expect(reason.value == "cycle")
    }
}
