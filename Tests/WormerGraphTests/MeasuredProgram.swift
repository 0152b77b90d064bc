import Foundation
import TestSupport
import Wormer
import WormerGraph

/// A program of 60 services: 5 are awaited, 10 belong to the main actor, and each of 3 threads looks up a tree of 15.
final class MeasuredProgram: Sendable {
    struct Service: Sendable {}

    /// The beginning and the end that a factory measured, and its duration without its lookups.
    typealias Measured = (begin: UInt64, end: UInt64, own: UInt64)

    let injector = Injector(parent: nil)
    private let kept = Shared<[Int: Measured]>([:])

    var measured: [Int: Measured] { kept.value }

    static func isAsynchronous(_ number: Int) -> Bool { number < 5 }
    static func isOnMainActor(_ number: Int) -> Bool { 5..<15 ~= number }

    static func parent(of number: Int) -> Int? {
        guard number >= 15, number % 15 > 0 else { return nil }
        return number / 15 * 15 + (number % 15 - 1) / 2
    }

    static func root(of number: Int) -> Int { parent(of: number).map(root) ?? number }

    private static func time() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private func construct(_ number: Int) -> Service {
        let begin = MeasuredProgram.time()
        usleep(UInt32(1000 * (1 + number % 3)))
        var others: UInt64 = 0
        for child in 15..<60 where MeasuredProgram.parent(of: child) == number {
            let begin = MeasuredProgram.time()
            _ = injector.instance(for: Service.self, id: child)
            others += MeasuredProgram.time() - begin
        }
        note(number, begin, others)
        return Service()
    }

    private func note(_ number: Int, _ begin: UInt64, _ others: UInt64 = 0) {
        let end = MeasuredProgram.time()
        kept.change { $0[number] = (begin, end, end - begin - others) }
    }

    func start() async throws {
        for number in 0..<60 {
            let factory: Factory<Service> =
                MeasuredProgram.isAsynchronous(number)
                ? .async {
                    let begin = MeasuredProgram.time()
                    try await Task.sleep(nanoseconds: 300_000_000)
                    self.note(number, begin)
                    return Service()
                }
                : MeasuredProgram.isOnMainActor(number)
                    ? .onMainActor { self.construct(number) } : .make { self.construct(number) }
            injector.bind(Service.self, id: number, lifetime: .singleton, to: factory)
        }
        let done = DispatchSemaphore(value: 0)
        for root in [15, 30, 45] {
            Thread {
                _ = self.injector.instance(for: Service.self, id: root)
                done.signal()
            }.start()
        }
        for _ in 0..<3 { MeasuredProgram.wait(for: done) }
        try await injector.prepare()
    }

    private static func wait(for done: DispatchSemaphore) { done.wait() }
}

extension Timeline.Construction {
    var number: Int { event.identifier as? Int ?? 0 }
}
