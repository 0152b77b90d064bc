import StressModel
import Testing
import Wormer

private final class Connection: Sendable {}
private struct Refused: Error {}

@Suite("A thousand tasks look up one asynchronous singleton while some are cancelled and constructions fail")
struct AsyncStormTests {
    /// The steps of one task.
    private struct Plan: Sendable {
        var yieldsBefore: Int
        var isCancelled: Bool
        var yieldsBeforeCancelling: Int
    }

    private enum Outcome {
        case made(Connection)
        case refused, cancelled
        case other(any Error)
    }

    @Test(
        "A lookup that is not cancelled returns the shared instance, or the error that it awaited",
        arguments: 1...8 as ClosedRange<UInt64>
    )
    func storm(seed: UInt64) async throws {
        var generator = RandomNumbers(seed: seed)
        let refusals = Int.random(in: 0...30, using: &generator)
        let plans = (0..<1_000).map { _ in
            Plan(
                yieldsBefore: .random(in: 0...8, using: &generator),
                isCancelled: .random(using: &generator),
                yieldsBeforeCancelling: .random(in: 0...8, using: &generator)
            )
        }
        let yields = (0...refusals).map { _ in Int.random(in: 0...8, using: &generator) }
        let injector = Injector(parent: nil)
        let creations = Shared(0)
        let running = Shared(0)
        injector.bindAsync(Connection.self, lifetime: .singleton) {
            #expect(running.increment() == 0, "two constructions run at the same time")
            defer { running.change { $0 -= 1 } }
            let number = creations.increment()
            for _ in 0..<yields[min(number, refusals)] { await Task.yield() }
            #expect(!Task.isCancelled)
            if number < refusals { throw Refused() }
            return Connection()
        }
        let outcomes = await underWatchdog {
            await withTaskGroup(of: (Plan, Outcome).self) { group in
                for plan in plans { group.addTask { (plan, await outcome(of: plan, injector)) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        var kept: Connection?
        // By now either enough constructions have failed or this loop runs the remaining ones.
        for _ in 0...refusals where kept == nil { kept = try? await injector.asyncInstance(for: Connection.self) }
        #expect(creations.value == refusals + 1)
        #expect(try injector.throwingInstance(for: Connection.self) === kept)
        for (plan, outcome) in outcomes {
            switch outcome {
            case .made(let connection): #expect(connection === kept)
            // A task that waited for a failing construction.
            case .refused: break
            case .cancelled: #expect(plan.isCancelled)
            case .other(let error): Issue.record("unexpected error: \(error)")
            }
        }
    }

    private func outcome(of plan: Plan, _ injector: Injector) async -> Outcome {
        for _ in 0..<plan.yieldsBefore { await Task.yield() }
        let task = Task { try await injector.asyncInstance(for: Connection.self) }
        if plan.isCancelled {
            for _ in 0..<plan.yieldsBeforeCancelling { await Task.yield() }
            task.cancel()
        }
        do {
            return .made(try await task.value)
        } catch is CancellationError {
            return .cancelled
        } catch let error as InjectionError {
            if case .factoryThrew(is Refused) = error.reason { return .refused }
            return .other(error)
        } catch {
            return .other(error)
        }
    }
}
