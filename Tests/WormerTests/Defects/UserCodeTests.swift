import Testing
import Wormer

/// An identifier whose `hash(into:)` and `==` call a function of the test.
private struct Caller: Hashable, Sendable {
    let number: Int
    /// The same for all identifiers that are to be compared with each other.
    let hash: Int
    let call: @Sendable () -> Void

    static func == (lhs: Caller, rhs: Caller) -> Bool {
        lhs.call()
        return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
        call()
        hasher.combine(hash)
    }
}

@Suite("User code that the injector runs can call the injector")
struct UserCodeTests {
    /// Calls the injector in every way, with identifiers of other types.
    @Sendable private static func call(_ injector: Injector) {
        _ = injector.safeInstance(for: Int.self)
        _ = injector.safeInstance(for: String.self, id: "caller")
        _ = injector.isBound(interface: String.self)
        injector.bind(String.self, id: "caller", to: .make { "called" })
        _ = injector.safeInstance(for: String.self, id: "caller")
        injector.unbind(interface: String.self, id: "caller")
    }

    /// Calls the injector in every way with an identifier.
    private func useEverywhere(_ id: Caller, of injector: Injector) {
        injector.bind(Piece.self, id: id, lifetime: .singleton, to: .make { Piece("bound") })
        let bound = injector.safeInstance(for: Piece.self, id: AnyHashable(id))
        #expect(bound?.name == "bound" && injector.instance(for: Piece.self, id: id) === bound)
        #expect(injector.isBound(interface: Piece.self, id: id))
        injector.decorate(Piece.self, id: id) { (piece: Piece) in Piece("decorated \(piece.name)") }
        #expect(injector.safeInstance(for: Piece.self, id: id)?.name == "decorated bound")
        injector.contribute(to: Int.self, id: id, .make { id.number })
        #expect(injector.instances(for: Int.self).contains(id.number))
        injector.assign(Piece("assigned"), to: Key(Piece.self, id: id), at: CodeLocation(fileID: #fileID, line: #line))
        #expect(injector.safeInstance(for: Piece.self, id: id)?.name == "assigned")
        injector.unassign(Key(Piece.self, id: id))
        #expect(injector.safeInstance(for: Piece.self, id: id)?.name == "decorated bound")
        injector.dropInstances(of: .singleton)
        injector.unbind(interface: Int.self, id: id)
        injector.unbind(interface: Piece.self, id: id)
        #expect(injector.safeInstance(for: Piece.self, id: id) == nil)
        injector.reset()
    }

    // Defect: both ran under the lock of the storage, and the first such call hung.
    @Test(
        "hash(into:) and == of an identifier can call the injector in every operation",
        arguments: [false, true],
        [false, true]
    )
    func identifiers(sharingAHash: Bool, insideAnOverride: Bool) {
        underWatchdog {
            let injector = Injector(parent: nil)
            injector.bind(Int.self, lifetime: .singleton, to: .make { 1 })
            let calls = Shared(0)
            func identifier(_ number: Int) -> Caller {
                Caller(number: number, hash: sharingAHash ? 0 : number) { [unowned injector] in
                    calls.increment()
                    UserCodeTests.call(injector)
                }
            }
            Layer.$current.withValue(insideAnOverride ? Layer() : nil) {
                for round in 0..<20 {
                    for number in 0..<4 { useEverywhere(identifier(number), of: injector) }
                    injector.bind(Piece.self, id: identifier(round), to: .make { Piece() })
                    if insideAnOverride {
                        Layer.$current.withValue(Layer()) { useEverywhere(identifier(round), of: injector) }
                    }
                }
                injector.unassignAll()
                injector.unbind(interface: Piece.self, id: identifier(0))
                #expect(injector.safeInstance(for: Piece.self, id: identifier(0)) == nil)
            }
            #expect(calls.value > 1_000)
        }
    }

    // Defect: as above.
    @Test("Eight threads whose identifiers call the injector in every comparison find their own bindings")
    func identifiersOnThreads() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let barrier = Barrier(8)
            onThreads(8) { thread in
                let id = Caller(number: thread, hash: 0) { [unowned injector] in UserCodeTests.call(injector) }
                barrier.arrive()
                for round in 0..<100 {
                    let piece = Piece("\(thread) \(round)")
                    injector.bind(Piece.self, id: id, to: .make { piece })
                    #expect(injector.safeInstance(for: Piece.self, id: id) === piece)
                    #expect(injector.safeInstance(for: Piece.self, id: id) === piece)
                    if round % 3 == 0 {
                        injector.unbind(interface: Piece.self, id: id)
                        #expect(injector.safeInstance(for: Piece.self, id: id) == nil)
                    }
                }
            }
        }
    }

    // Defect: as above, while the requests of an initializer are recorded, each key once.
    @Test("An initializer can request an identifier that calls the injector")
    func recordedIdentifiers() {
        underWatchdog {
            let injector = Injector(parent: nil)
            injector.bind(
                String.self,
                to: .make { [unowned injector] in
                    for number in 0..<8 {
                        let id = Caller(number: number / 2, hash: 0) { [unowned injector] in
                            UserCodeTests.call(injector)
                        }
                        _ = injector.safeInstance(for: Piece.self, id: id)
                    }
                    return "requested"
                }
            )
            #expect(injector.instance(for: String.self) == "requested")
            #expect(injector.instance(for: String.self) == "requested")
        }
    }

    // Defect: checking whether the instance exists loaded it strongly under the lock, and released it there if this was
    // the
    // last reference.
    @Test("The deinit of a weak instance can call the injector while other threads request and check the instance")
    func weakInstances() async throws {
        let made = Shared(0)
        let deinits = Shared(0)
        try await underWatchdog { () async throws in
            let injector = Injector(parent: nil)
            injector.bind(Int.self, lifetime: .singleton, to: .make { 1 })
            injector.bind(
                Product.self,
                lifetime: .weak,
                to: .make {
                    [unowned injector] in
                    made.increment()
                    return Product { [unowned injector] in
                        UserCodeTests.call(injector)
                        _ = injector.isBound(interface: Product.self)
                        deinits.increment()
                    }
                }
            )
            injector.bind(Substring.self, to: .using { (_: Product) in "wired" })
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        for round in 0..<2_000 {
                            switch task {
                            case 0..<3: _ = try await injector.asyncInstance(for: Substring.self)
                            case 3..<6: _ = injector.instance(for: Product.self)
                            case 6 where round % 20 == 0: _ = injector.graph
                            case 7: injector.dropInstances(of: .weak)
                            default: break
                            }
                            if round % 100 == 0 { await Task.yield() }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(made.value > 0)
        #expect(await eventually { deinits.value == made.value })
    }
}

/// An identifier whose `==` changes.
private final class Fickle: Hashable, Sendable {
    enum Answer: CaseIterable { case byIdentity, always, never }

    let answer: Shared<Answer>

    init(_ answer: Shared<Answer>) {
        self.answer = answer
    }

    static func == (lhs: Fickle, rhs: Fickle) -> Bool {
        switch lhs.answer.value {
        case .byIdentity: lhs === rhs
        case .always: true
        case .never: false
        }
    }

    func hash(into hasher: inout Hasher) {}
}

/// An object that detects a use after its release.
private final class Canary: Sendable {
    let words: [Int]
    private let alive: Shared<Int>

    init(_ alive: Shared<Int>) {
        self.alive = alive
        words = Array(0..<100)
        alive.increment()
    }

    deinit {
        alive.change { $0 -= 1 }
    }

    var isIntact: Bool {
        words.count == 100 && words[99] == 99
    }
}

@Suite("An identifier whose == changes does not corrupt an instance")
struct FickleIdentifierTests {
    private let injector = Injector(parent: nil)

    // Defect: the storage searched a slot with the user's `==` and released a slot that it did not find: a use after
    // free.
    @Test("Changing == during a construction or before end() leaves the instance intact")
    func constructing() async throws {
        let alive = Shared(0)
        let answer = Shared(Fickle.Answer.byIdentity)
        for round in 0..<300 {
            for changed in Fickle.Answer.allCases {
                let ids = (0..<3).map { _ in Fickle(answer) }
                let ended = Shared(0)
                for id in ids {
                    injector.bind(
                        Canary.self,
                        id: id,
                        lifetime: .singleton,
                        to: .make {
                            if round % 2 == 0 { answer.change { $0 = changed } }
                            return Canary(alive)
                        }.onEnd { canary in
                            #expect(canary.isIntact)
                            ended.increment()
                        }
                    )
                }
                for id in ids {
                    #expect(injector.safeInstance(for: Canary.self, id: id)?.isIntact != false)
                }
                answer.change { $0 = changed }
                try await injector.end()
                for id in ids {
                    #expect(injector.safeInstance(for: Canary.self, id: id)?.isIntact != false)
                }
                try await injector.end()
                #expect(ended.value >= 1)
                injector.reset()
                answer.change { $0 = .byIdentity }
            }
        }
        #expect(await eventually { alive.value == 0 })
    }

    // Defect: as above.
    @Test("Threads that request, bind and drop instances while == changes get intact instances, and all are released")
    func threads() async {
        let alive = Shared(0)
        underWatchdog {
            let answer = Shared(Fickle.Answer.byIdentity)
            let ids = (0..<4).map { _ in Fickle(answer) }
            let injector = injector
            onThreads(6) { thread in
                for round in 0..<2_000 {
                    let id = ids[(thread + round) % 4]
                    switch thread {
                    case 0:
                        answer.change { $0 = Fickle.Answer.allCases[round % 3] }
                    case 1:
                        injector.bind(Canary.self, id: id, lifetime: .singleton, to: .make { Canary(alive) })
                    case 2 where round % 8 == 0: injector.unbind(interface: Canary.self, id: id)
                    case 2 where round % 64 == 1: injector.reset()
                    case 3 where round % 4 == 0: injector.dropInstances(of: .singleton)
                    default: #expect(injector.safeInstance(for: Canary.self, id: id)?.isIntact != false)
                    }
                }
            }
            injector.reset()
        }
        #expect(await eventually { alive.value == 0 })
    }
}
