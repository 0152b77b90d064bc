import Foundation
import Testing
import Wormer

private struct Refusal: Error { let run: Int }

extension InjectionError {
    /// The number of the run that threw.
    fileprivate var refusedRun: Int? {
        if case .factoryThrew(let refusal as Refusal) = reason { refusal.run } else { nil }
    }
}

@Suite("A failing construction fails all lookups that wait for it")
struct FailedWaitTests {
    typealias Need = SuspendingTests.Need

    @Test(
        "Thirty tasks that wait for a throwing initializer, of a task or on a thread, get its error after one run",
        arguments: [Need.itself, .wired, .wiredSingleton],
        [false, true]
    )
    func tasks(need: Need, isOnThread: Bool) async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try await underWatchdog(rounds: 20) { (injector, _) async throws in
            let runs = Shared(0)
            let (gate, semaphore) = (Gate(), DispatchSemaphore(value: 0))
            @Sendable func result(of run: Int) throws -> Piece {
                guard run > 0 else { throw Refusal(run: run) }
                return Piece()
            }
            if isOnThread {
                injector.bindMake(Piece.self, lifetime: .singleton) {
                    let run = runs.increment()
                    if run == 0 { semaphore.wait() }
                    return try result(of: run)
                }
                Thread.detachNewThread { #expect(injector.safeInstance(for: Piece.self) == nil) }
                while runs.value == 0 { await Task.yield() }
            } else {
                injector.bindAsync(Piece.self, lifetime: .singleton) {
                    let run = runs.increment()
                    await gate.pass()
                    return try result(of: run)
                }
            }
            need.bind(in: injector)
            try await requestThirtyTimes(need, of: injector, whileRunning: runs) {
                semaphore.signal()
                await gate.open()
            }
            #expect(runs.value == 1)
            _ = try await need.piece(from: injector)
            #expect(runs.value == 2)
        }
    }

    /// Starts thirty requests, lets the construction fail when all of them wait for it, and expects each to throw its
    /// error.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private func requestThirtyTimes(
        _ need: Need,
        of injector: Injector,
        whileRunning runs: Shared<Int>,
        fail: () async -> Void
    ) async throws {
        let slow = SlowExecutor()
        let requests = (0..<30).map { _ in Task(executorPreference: slow) { try await need.piece(from: injector) } }
        slow.runWaiting()
        while runs.value == 0 { await Task.yield() }
        // Each task has run until its request waits.
        slow.runWaiting()
        await fail()
        slow.runAll()
        for request in requests {
            let error = await #expect(throws: InjectionError.self) { try await request.value }
            #expect(error?.refusedRun == 0)
            #expect(error?.path.map { "\($0.interface)" } == (need == .itself ? ["Piece"] : ["Holder", "Piece"]))
        }
    }

    @Test("Thirty threads that wait for a throwing initializer get its error after a few runs")
    func threads() {
        underWatchdog {
            let rounds = 10
            let total = Shared(0)
            for _ in 0..<rounds {
                let injector = Injector(parent: nil)
                let runs = Shared(0)
                let arrived = Shared(0)
                let isOver = Shared(false)
                injector.bindMake(Piece.self, lifetime: .singleton) {
                    let run = runs.increment()
                    arrived.spin(until: 30)
                    for _ in 0..<100 { sched_yield() }
                    guard isOver.value else { throw Refusal(run: run) }
                    return Piece()
                }
                let refused = Shared<Set<Int>>([])
                onThreads(30) { _ in
                    arrived.increment()
                    let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Piece.self) }
                    error?.refusedRun.map { run in _ = refused.change { $0.insert(run) } }
                }
                #expect(refused.value == Set(0..<runs.value))
                total.change { $0 += runs.value }
                isOver.change { $0 = true }
                #expect(injector.safeInstance(for: Piece.self) != nil)
            }
            #expect(total.value < 10 * rounds)
        }
    }
}
