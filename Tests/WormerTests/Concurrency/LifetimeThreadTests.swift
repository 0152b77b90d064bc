import Foundation
import Testing
import Wormer

@Suite("Shared instances are created and ended once when many threads look them up")
struct LifetimeThreadTests {
    @Test("Eight threads that retain and release a weak instance never have two of them")
    func weak() {
        let injector = Injector(parent: nil)
        let alive = AtomicCounter()
        let doubles = AtomicCounter()
        final class Counted {
            let alive: AtomicCounter
            init(_ alive: AtomicCounter, _ doubles: AtomicCounter) {
                self.alive = alive
                if alive.increment() != 0 { doubles.increment() }
            }
            func leave() { alive.add(-1) }
        }
        injector.bind(Counted.self, lifetime: .weak, to: .make { Counted(alive, doubles) })
        for _ in 0..<200 {
            let held = Shared<[ObjectIdentifier: Counted]>([:])
            // All threads request at the same time, and all retain their instances until each has requested.
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let instance: Counted = injector.instance()
                held.change { $0[ObjectIdentifier(instance)] = instance }
            }
            #expect(held.value.count == 1)
            held.value.values.forEach { $0.leave() }
        }
        #expect(doubles.isZero)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<2_000 {
                let piece: Counted = injector.instance()
                #expect(piece === injector.instance(for: Counted.self))
            }
        }
    }

    @Test("A scope waits for an instance under construction on a thread, returns it to the lookup, and ends it")
    func finishedLate() async throws {
        let injector = Injector(parent: nil)
        let journal = Journal()
        let begun = DispatchSemaphore(value: 0)
        let released = DispatchSemaphore(value: 0)
        let factory = Factory<Piece>.make {
            begun.signal()
            released.wait()
            return Piece("late")
        }.onEnd { journal.note("\($0.name) ended") }
        injector.bind(Piece.self, lifetime: .scope(.request), to: factory)
        let request = try await underWatchdog {
            try await injector.withScope(.request) {
                let request = Task { injector.instance(for: Piece.self).name }
                await Task.detached { begun.waitBlocking() }.value
                #expect(journal.entries == [])
                // A separate thread, because the pool may have no free thread.
                Thread.detachNewThread { released.signal() }
                return request
            }
        }
        #expect(journal.entries == ["late ended"])
        #expect(await request.value == "late")
    }
}

extension DispatchSemaphore { fileprivate func waitBlocking() { wait() } }
