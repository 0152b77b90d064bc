import Testing
import Wormer

/// An identifier that has the same hash as all others of its type.
private struct CollidingIdentifier: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) {}
}

private final class Item: Sendable {
    let id: CollidingIdentifier
    let round: Int

    init(_ id: CollidingIdentifier, _ round: Int) {
        self.id = id
        self.round = round
    }
}

@Suite("Threads change bindings whose identifiers have equal hashes")
struct CollidingIdentifierTests {
    @Test("Each thread finds what it bound, and nothing once it removed that, while the table grows")
    func threads() {
        underWatchdog {
            let injector = Injector(parent: nil)
            onThreads(6) { thread in
                let ids = [2 * thread, 2 * thread + 1].map(CollidingIdentifier.init)
                let foreign = CollidingIdentifier(number: (2 * thread + 3) % 12)
                for round in 0..<1_500 {
                    for id in ids {
                        let lifetime: Lifetime = round % 3 == 0 ? .transient : .singleton
                        injector.bind(Item.self, id: id, lifetime: lifetime, to: .make { Item(id, round) })
                        for _ in 0..<3 {
                            let item = injector.safeInstance(for: Item.self, id: id)
                            #expect(item?.id == id && item?.round == round)
                        }
                        let other = injector.safeInstance(for: Item.self, id: foreign)
                        #expect(other == nil || other?.id == foreign)
                    }
                    if round % 5 == 0 {
                        #expect(injector.unbind(Item.self, id: ids[0]))
                        #expect(injector.safeInstance(for: Item.self, id: ids[0]) == nil)
                        #expect(injector.safeInstance(for: Item.self, id: AnyHashable(ids[1]))?.round == round)
                    }
                    if round % 50 == 0 {
                        let all: [CollidingIdentifier: Item] = injector.instance()
                        #expect(all.allSatisfy { $0.key == $0.value.id })
                    }
                    // Removed entries fill the table, so that it is copied again and again.
                    injector.bind(Int.self, id: 10_000 * thread + round, to: .value(round))
                    injector.unbind(Int.self, id: 10_000 * thread + round)
                }
            }
        }
    }

    @Test("Decorators that threads add to one identifier at the same time are all applied")
    func decorators() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let shared = CollidingIdentifier(number: -1)
            injector.bind(Int.self, id: shared, to: .value(0))
            onThreads(6) { thread in
                let own = CollidingIdentifier(number: thread)
                for _ in 0..<100 {
                    injector.decorate(Int.self, id: shared) { $0 + 1 }
                    injector.bind(Int.self, id: own, to: .value(thread))
                    #expect(injector.unbind(Int.self, id: own))
                }
            }
            #expect(injector.instance(for: Int.self, id: shared) == 600)
        }
    }
}
