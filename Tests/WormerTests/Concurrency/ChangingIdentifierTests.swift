import Testing
import Wormer

/// An identifier whose `==` changes.
private final class ChangingIdentifier: Hashable, Sendable {
    enum Answer: CaseIterable { case byIdentity, always, never }

    let answer: Shared<Answer>

    init(_ answer: Shared<Answer>) {
        self.answer = answer
    }

    static func == (lhs: ChangingIdentifier, rhs: ChangingIdentifier) -> Bool {
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
struct ChangingIdentifierTests {
    private let injector = Injector(parent: nil)

    // Defect: the storage searched a slot with the user's `==` and released a slot that it did not find: a use after
    // free.
    @Test("Changing == during a construction or before end() leaves the instance intact")
    func constructing() async throws {
        let alive = Shared(0)
        let answer = Shared(ChangingIdentifier.Answer.byIdentity)
        for round in 0..<300 {
            for changed in ChangingIdentifier.Answer.allCases {
                let ids = (0..<3).map { _ in ChangingIdentifier(answer) }
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
    @Test("Threads that look up, bind and drop while == changes get intact instances, and all are released")
    func threads() async {
        let alive = Shared(0)
        underWatchdog {
            let answer = Shared(ChangingIdentifier.Answer.byIdentity)
            let ids = (0..<4).map { _ in ChangingIdentifier(answer) }
            let injector = injector
            onThreads(6) { thread in
                for round in 0..<2_000 {
                    let id = ids[(thread + round) % 4]
                    switch thread {
                    case 0:
                        answer.change { $0 = ChangingIdentifier.Answer.allCases[round % 3] }
                    case 1:
                        injector.bind(Canary.self, id: id, lifetime: .singleton, to: .make { Canary(alive) })
                    case 2 where round % 8 == 0: injector.unbind(Canary.self, id: id)
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
