import Testing
import Wormer

private final class Frame: Sendable {
    let piece: Piece

    init(piece: Piece) { self.piece = piece }
}

@Suite("Asynchronous factories support every lifetime")
struct AsyncLifetimeTests {
    private let injector = Injector(parent: nil)

    @Test("Tasks in a scope share one asynchronous instance, and the scope awaits its end")
    func scope() async throws {
        let (journal, count) = (Journal(), Tally())
        let factory = Factory<Piece>.async {
            await Task.yield()
            return Piece("\(count.increment())")
        }
        let ending = factory.onEnd { piece in
            await Task.yield()
            journal.note("\(piece.name) ended")
        }
        injector.bind(Piece.self, lifetime: .scope(.request), to: ending)
        for round in 1...2 {
            try await injector.withScope(.request) { () async throws in
                async let one = injector.asyncInstance(for: Piece.self)
                async let other = injector.asyncInstance(for: Piece.self)
                #expect(try await one === other)
                #expect(try await injector.throwingInstance(for: Piece.self) === one)
                #expect(try await one.name == "\(round)")
            }
        }
        #expect(journal.entries == ["1 ended", "2 ended"])
    }

    @Test("An asynchronous lookup of an existing instance of a scope does not look for its dependencies")
    func existing() async throws {
        let comparisons = Shared(0)
        let id = CallingID { if $0 == .equality { comparisons.increment() } }
        injector.bind(Piece.self, id: id, lifetime: .scope(.request), to: .make { Piece() })
        injector.bind(Frame.self, lifetime: .scope(.request), to: .using(Frame.init(piece:), .id(id)))
        try await injector.withScope(.request) { () async throws in
            let created = try await injector.asyncInstance(for: Frame.self)
            #expect(comparisons.value > 0)
            comparisons.change { $0 = 0 }
            #expect(try await injector.asyncInstance(for: Frame.self) === created)
            #expect(comparisons.value == 0)
        }
    }

    @Test("A task that waits for a weak instance receives it, even if it resumes late")
    func weakAndLate() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let creations = Shared(0)
        injector.bindAsync(Piece.self, lifetime: .weak) {
            creations.increment()
            return Piece()
        }
        let slow = SlowExecutor()
        let requester = Task(executorPreference: slow) { try await injector.asyncInstance(for: Piece.self) }
        await underWatchdog {
            // The construction runs on another executor. It has finished long before the last of these yields.
            while creations.value == 0 {
                slow.runOne()
                await Task.yield()
            }
            for _ in 0..<10_000 { await Task.yield() }
            slow.runAll()
            await #expect(throws: Never.self) { try await requester.value }
        }
        #expect(creations.value == 1)
    }

    @Test("Binding again during a construction affects later lookups, and those that wait look again")
    func boundAnew() async throws {
        let hasBegun = Gate()
        let mayEnd = Gate()
        injector.bindAsync(Piece.self, lifetime: .singleton) {
            await hasBegun.open()
            await mayEnd.pass()
            return Piece("old")
        }
        async let old = injector.asyncInstance(for: Piece.self)
        await hasBegun.pass()
        injector.bind(Piece.self, to: .make { Piece("new") })
        #expect(try await injector.asyncInstance(for: Piece.self).name == "new")
        await mayEnd.open()
        #expect(try await old.name == "new")
        #expect(injector.instance(for: Piece.self).name == "new")
    }

    @Test("A weak asynchronous instance is created at most once for each lookup")
    func weakCreations() async throws {
        let creations = Shared(0)
        injector.bindAsync(Piece.self, lifetime: .weak) {
            creations.increment()
            return Piece()
        }
        for _ in 0..<1_000 { _ = try await injector.asyncInstance(for: Piece.self) }
        // A request that comes before the previous task has released its instance shares that instance.
        #expect(creations.value <= 1_000)
        let held: Piece = try await injector.asyncInstance()
        #expect(try await injector.asyncInstance(for: Piece.self) === held)
    }
}
