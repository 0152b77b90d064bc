import Testing
import Wormer

private struct Pair: Sendable {
    let first: Piece
    let second: Piece
}

private struct Triple: Sendable {
    let pair: Pair
    let third: Piece
}

@Suite("Lifetimes of what is made asynchronously")
struct AsyncLifetimeTests {
    private let injector = Injector(parent: nil)

    /// Binds `Piece`, each with a number of its own.
    private func bindPiece(_ lifetime: Lifetime, onEnd: (@Sendable (Piece) async throws -> Void)? = nil) {
        let count = Shared(0)
        let factory: Factory<Piece> = .async {
            await Task.yield()
            return Piece("\(count.increment() + 1)")
        }
        injector.bind(Piece.self, lifetime: lifetime, to: onEnd.map { factory.onEnd($0) } ?? factory)
    }

    @Test("In a scope: one for all tasks in it, another for the next, and its end is awaited")
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

    @Test("A scope that ends while an instance is constructed for nobody any more waits for it and ends it")
    func scopeEndsMeanwhile() async throws {
        let hasBegun = Gate()
        let mayEnd = Gate()
        let journal = Journal()
        injector.bind(
            Piece.self,
            lifetime: .scope(.request),
            to: .async {
                await hasBegun.open()
                await mayEnd.pass()
                return Piece("late")
            }.onEnd { _ in journal.note("ended") }
        )
        try await underWatchdog {
            try await injector.withScope(.request) {
                let asker = Task { try await injector.asyncInstance(for: Piece.self) }
                await hasBegun.pass()
                asker.cancel()
                await #expect(throws: CancellationError.self) { try await asker.value }
                Task.detached { await mayEnd.open() }
            }
            #expect(journal.entries == ["ended"])
        }
    }

    // One that nothing was made around was shared by all that the thread asked for later.
    @Test("For one resolution: shared below one request, and by no other request")
    func resolution() async throws {
        bindPiece(.resolution)
        injector.bind(Pair.self, to: .using(Pair.init(first:second:)))
        injector.bind(Triple.self, to: .asyncUsing(Triple.init(pair:third:)))
        let triple = try await injector.asyncInstance(for: Triple.self)
        #expect(triple.pair.first === triple.pair.second && triple.pair.first === triple.third)
        let pair = try await injector.asyncInstance(for: Pair.self)
        #expect(pair.first === pair.second && pair.first !== triple.third)
        let names = try await [
            injector.asyncInstance(for: Piece.self), injector.asyncInstance(for: Piece.self),
        ].map(\.name)
        #expect(names == ["3", "4"])
    }

    // It was made again: nobody held it between its making and the look of who waited.
    @Test("Weak: who has waited gets what was made, however late he looks")
    func weakAndLate() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let injector = injector
        let makings = Shared(0)
        injector.bind(
            Piece.self,
            lifetime: .weak,
            to: .async {
                makings.increment()
                return Piece()
            }
        )
        let slow = SlowExecutor()
        let asker = Task(executorPreference: slow) { try await injector.asyncInstance(for: Piece.self) }
        await underWatchdog {
            // The making runs elsewhere; long before the last of these it is done and has let go.
            while makings.value == 0 {
                slow.runOne()
                await Task.yield()
            }
            for _ in 0..<10_000 { await Task.yield() }
            slow.runAll()
            await #expect(throws: Never.self) { try await asker.value }
        }
        #expect(makings.value == 1)
    }

    @Test("Weak: shared as long as somebody holds it, however many ask for the first one")
    func weak() async throws {
        let injector = injector
        try await underWatchdog {
            for _ in 0..<100 {
                let isGone = Gate()
                injector.bind(
                    Product.self,
                    lifetime: .weak,
                    to: .async {
                        await Task.yield()
                        return Product { Task { await isGone.open() } }
                    }
                )
                try await withThrowingTaskGroup(of: Product.self) { group in
                    for _ in 0..<10 {
                        group.addTask { try await injector.asyncInstance() }
                    }
                    let made = try await group.reduce(into: []) { $0.append($1) }
                    #expect(made.allSatisfy { $0 === made[0] })
                    #expect(try injector.throwingInstance(for: Product.self) === made[0])
                }
                await isGone.pass()
                #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Product.self) }
            }
        }
    }

    @Test("Bound anew while it is made: who waits gets what was made for him, who asks later the new one")
    func boundAnew() async throws {
        let hasBegun = Gate()
        let mayEnd = Gate()
        injector.bind(
            Piece.self,
            lifetime: .singleton,
            to: .async {
                await hasBegun.open()
                await mayEnd.pass()
                return Piece("old")
            }
        )
        async let old = injector.asyncInstance(for: Piece.self)
        await hasBegun.pass()
        injector.bind(Piece.self, to: .make { Piece("new") })
        #expect(try await injector.asyncInstance(for: Piece.self).name == "new")
        await mayEnd.open()
        #expect(try await old.name == "old")
        #expect(injector.instance(for: Piece.self).name == "new")
    }

    @Test("A parent's singleton is made in the parent, once for all its children")
    func children() async throws {
        bindPiece(.singleton)
        let child = Injector(parent: injector)
        let sibling = Injector(parent: injector)
        let made = try await child.asyncInstance(for: Piece.self)
        #expect(try await sibling.asyncInstance(for: Piece.self) === made)
        #expect(injector.instance(for: Piece.self) === made)
    }
}
