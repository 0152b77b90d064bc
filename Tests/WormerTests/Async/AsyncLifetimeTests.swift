import Testing
import Wormer

private final class Frame: Sendable {
    let piece: Piece

    init(piece: Piece) { self.piece = piece }
}

/// An identifier that counts its comparisons.
private struct Counted: Hashable, Sendable {
    let comparisons: Shared<Int>

    static func == (lhs: Counted, rhs: Counted) -> Bool {
        lhs.comparisons.increment()
        return true
    }

    func hash(into hasher: inout Hasher) {}
}

@Suite("Asynchronous factories support every lifetime")
struct AsyncLifetimeTests {
    private let injector = Injector(parent: nil)

    /// Binds `Piece` with consecutive numbers.
    private func bindPiece(_ lifetime: Lifetime, onEnd: (@Sendable (Piece) async throws -> Void)? = nil) {
        let count = Shared(0)
        let factory: Factory<Piece> = .async {
            await Task.yield()
            return Piece("\(count.increment() + 1)")
        }
        injector.bind(Piece.self, lifetime: lifetime, to: onEnd.map { factory.onEnd($0) } ?? factory)
    }

    @Test("Tasks in a scope share one asynchronous instance, and the scope awaits its end")
    func scope() async throws {
        let journal = Journal()
        bindPiece(
            .scope(.request),
            onEnd: { piece in
                await Task.yield()
                journal.note("\(piece.name) ended")
            }
        )
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

    // Defect: the lookup searched the dependencies of the instance for what would have to be awaited.
    @Test("An asynchronous lookup of an existing instance of a scope does not look for its dependencies")
    func existing() async throws {
        let comparisons = Shared(0)
        let id = Counted(comparisons: comparisons)
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

    @Test("A scope that ends during a construction waits for the instance and ends it")
    func scopeEndsMeanwhile() async throws {
        let hasBegun = Gate()
        let mayEnd = Gate()
        let journal = Journal()
        let factory = Factory<Piece>.async {
            await hasBegun.open()
            await mayEnd.pass()
            return Piece("late")
        }.onEnd { _ in journal.note("ended") }
        injector.bind(Piece.self, lifetime: .scope(.request), to: factory)
        try await underWatchdog {
            try await injector.withScope(.request) {
                let requester = Task { try await injector.asyncInstance(for: Piece.self) }
                await hasBegun.pass()
                requester.cancel()
                await #expect(throws: CancellationError.self) { try await requester.value }
                Task.detached { await mayEnd.open() }
            }
            #expect(journal.entries == ["ended"])
        }
    }

    // Defect: a second instance was created, because no reference held the first until the waiting task read it.
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

    @Test("A weak asynchronous instance is shared as long as a reference to it exists")
    func weak() async throws {
        try await underWatchdog {
            for _ in 0..<100 {
                let isGone = Gate()
                injector.bindAsync(Product.self, lifetime: .weak) {
                    await Task.yield()
                    return Product { Task { await isGone.open() } }
                }
                try await withThrowingTaskGroup(of: Product.self) { group in
                    for _ in 0..<10 { group.addTask { try await injector.asyncInstance() } }
                    let made = try await group.reduce(into: []) { $0.append($1) }
                    #expect(made.allSatisfy { $0 === made[0] })
                    #expect(try injector.throwingInstance(for: Product.self) === made[0])
                }
                await isGone.pass()
                #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Product.self) }
            }
        }
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
        // Defect: the instance was released before the request read it, and the request created it again and again.
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
