import StressModel
import Testing
import Wormer

private final class Connection: Sendable {}
private struct Refused: Error {}

@Suite("A thousand tasks look up one asynchronous singleton while some are cancelled and constructions fail")
struct AsyncStormTests {
    private let injector = Injector(parent: nil)

    @Test(
        "A lookup that is not cancelled returns the shared instance, or the error that it awaited",
        arguments: 1...8 as ClosedRange<UInt64>
    )
    func storm(seed: UInt64) async throws {
        var numbers = RandomNumbers(seed: seed)
        let refusals = numbers.below(31)
        let yields = (0...refusals).map { _ in numbers.below(9) }
        let plans = (0..<1_000).map { ($0, numbers.below(9), numbers.below(9)) }
        let (creations, running) = (Shared(0), Shared(0))
        injector.bindAsync(Connection.self, lifetime: .singleton) {
            #expect(running.increment() == 0, "two constructions run at the same time")
            defer { running.change { $0 -= 1 } }
            let number = creations.increment()
            for _ in 0..<yields[min(number, refusals)] { await Task.yield() }
            #expect(!Task.isCancelled)
            if number < refusals { throw Refused() }
            return Connection()
        }
        let found = await underWatchdog {
            await withTaskGroup(of: Connection?.self) { group in
                for (number, before, until) in plans {
                    group.addTask { await look(after: before, cancellingAfter: number % 2 == 0 ? until : nil) }
                }
                return await group.reduce(into: []) { found, connection in connection.map { found.append($0) } }
            }
        }
        var kept: Connection?
        // By now either enough constructions have failed or this loop runs the remaining ones.
        for _ in 0...refusals where kept == nil { kept = try? await injector.asyncInstance(for: Connection.self) }
        #expect(creations.value == refusals + 1)
        #expect(try injector.throwingInstance(for: Connection.self) === kept)
        #expect(found.allSatisfy { $0 === kept })
    }

    /// Returns what a lookup finds, or nil if it was cancelled, or waited for a failing construction.
    private func look(after yields: Int, cancellingAfter further: Int?) async -> Connection? {
        for _ in 0..<yields { await Task.yield() }
        let task = Task { try await injector.asyncInstance(for: Connection.self) }
        if let further {
            for _ in 0..<further { await Task.yield() }
            task.cancel()
        }
        do {
            return try await task.value
        } catch {
            let isRefused = (error as? InjectionError)?.reason.name == "factoryThrew"
            #expect(isRefused || error is CancellationError && further != nil)
            return nil
        }
    }
}
