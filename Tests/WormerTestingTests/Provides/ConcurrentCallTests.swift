import Fusion
import TestSupport
import Testing
import WormerTesting

private final class Part: Sendable {
    let number: Int
    let ends = Tally()
    init(_ number: Int) { self.number = number }
}

extension Container {
    @Provides(.singleton) fileprivate func part(_ number: Int) -> Part { Part(number) }
    @Provides(.singleton) fileprivate func text(_ text: String, _ count: Int) -> Part { Part(count) }
    @Provides(.singleton) fileprivate func latePart(_ number: Int) async -> Part { Part(number) }
    @Provides(.singleton, onEnd: { (part: Part) in part.ends.increment() })
    fileprivate func endedPart(_ number: Double) -> Part { Part(0) }
    @Provides(lifetime: .weak) fileprivate func weakPart(_ number: Int) -> Part { Part(number) }
}

@Suite("Many tasks call functions at once")
struct ConcurrentCallTests {
    /// Runs a function in many tasks, and returns their results.
    private func results<Result: Sendable>(_ body: @escaping @Sendable (Int) async -> Result) async -> [Result] {
        await withTaskGroup { group in
            for number in 0..<8 { group.addTask { await body(number) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("All get the same instance for the same arguments")
    func sharing() async {
        let container = Container()
        let parts = await results { _ in
            var parts: [Part] = []
            for number in 0..<500 {
                parts.append(container.part(number))
                parts.append(container.text("\(number % 50)", number % 7))
                parts.append(await container.latePart(number % 100))
            }
            return parts
        }
        #expect(parts.allSatisfy { zip($0, parts[0]).allSatisfy { $0 === $1 } })
    }

    @Test("A weak instance is shared by all who hold it, while cells of others go")
    func weak() async {
        let container = Container()
        let held = (0..<20).map { container.weakPart(-$0 - 1) }
        let areSame = await results { task in
            (0..<2_000).allSatisfy { number in
                _ = container.weakPart(task * 2_000 + number)
                let known = held[number % 20]
                return container.weakPart(known.number) === known
            }
        }
        #expect(areSame.allSatisfy { $0 })
    }

    @Test("While a function is assigned and unassigned, each call is answered by one of the two")
    func assigning() async {
        let container = Container()
        let areRight = await results { task in
            for turn in 0..<500 {
                if task == 0 {
                    turn.isMultiple(of: 2)
                        ? container.partProvider = { Part($0 + 1_000) } : container.unassign(\.partProvider)
                }
                let part = container.part(turn % 10)
                guard part.number % 1_000 == turn % 10 else { return false }
            }
            return true
        }
        #expect(areRight.allSatisfy { $0 })
        container.unassign(\.partProvider)
        #expect(container.part(1) === container.part(1) && container.part(1).number == 1)
    }

    @Test("While a function is assigned and reset, no instance is ended twice, also none for a NaN")
    func resetting() async throws {
        let (container, created) = (Container(), Shared<[Part]>([]))
        let assigned: @Sendable (Double) -> Part = { _ in
            let part = Part(1)
            created.change { $0.append(part) }
            return part
        }
        _ = await results { task in
            for turn in 0..<300 {
                if task == 0 {
                    turn.isMultiple(of: 2)
                        ? container.endedPartProvider = assigned : container.reset(\.endedPartProvider)
                } else if task == 1, turn.isMultiple(of: 20) {
                    try? await container.injector.end()
                }
                _ = container.endedPart(turn.isMultiple(of: 3) ? .nan : Double(turn % 5))
            }
        }
        container.reset(\.endedPartProvider)
        try await container.injector.end()
        // An assignment drops what a call has kept meanwhile, and runs no 'onEnd'.
        #expect(created.value.allSatisfy { $0.ends.count <= 1 })
        #expect(created.value.contains { $0.ends.count == 1 })
    }
}
