import Foundation
import Testing
import Wormer

@Suite("A cycle fails every lookup in it with its path, on any number of threads")
struct CycleTests {
    @Test(
        "On one thread, every lookup of a cycle fails with the full path",
        arguments: ["s", "t", "w", "r", "o", "ss", "tt", "st", "ts", "ww", "rr", "oo", "sss", "ttt", "sts", "tst"],
        [false, true]
    )
    func onOneThread(lifetimes: String, insideAnOverride: Bool) {
        underWatchdog {
            let ring = Ring(lifetimes, meeting: nil)
            inOverride(insideAnOverride ? Override() : nil) {
                for first in 0..<ring.count { ring.expectTheWholeCycle(from: first) }
            }
        }
    }

    @Test(
        "A cycle across two or three threads, perhaps through transients, fails every lookup with the full path",
        arguments: [("ss", 1), ("tt", 1), ("sss", 1), ("ttt", 1), ("stst", 2), ("ststst", 2)],
        [false, true]
    )
    func acrossThreads(_ ring: (lifetimes: String, step: Int), insideAnOverride: Bool) {
        underWatchdog {
            let (lifetimes, step) = ring
            let threads = lifetimes.count / step
            for _ in 0..<50 {
                let ring = Ring(lifetimes, meeting: (Barrier(threads), step))
                let override = insideAnOverride ? Override() : nil
                onThreads(threads) { thread in inOverride(override) { ring.expectTheWholeCycle(from: thread * step) } }
                // Again, when no thread waits any longer.
                inOverride(override) { ring.expectTheWholeCycle(from: 0) }
            }
        }
    }

    @Test("Threads that wait for each other without a cycle get their instances")
    func noFalseAlarm() {
        underWatchdog(rounds: 200) { injector, _ in
            let barrier = Barrier(3)
            for number in 0..<3 {
                injector.bindMake(Int.self, id: number, lifetime: .singleton) {
                    [unowned injector] in
                    barrier.arrive()
                    return number == 2 ? 0 : try injector.throwingInstance(for: Int.self, id: number + 1) + 1
                }
            }
            onThreads(3) { thread in
                #expect(throws: Never.self) {
                    let made = try injector.throwingInstance(for: Int.self, id: thread)
                    #expect(made == 2 - thread)
                }
            }
        }
    }
}

private final class Link: Sendable {}

/// A ring of bindings, each of which requests the next.
private final class Ring: Sendable {
    let count: Int
    private let injector = Injector(parent: nil)
    private let failures = Shared<[ObjectIdentifier: [InjectionError]]>([:])
    private static let lifetimes: [Character: Lifetime] = [
        "s": .singleton, "t": .transient, "w": .weak, "r": .resolution, "o": .scope(.session),
    ]

    /// - Parameters:
    ///   - lifetimes: The first letter of the lifetime of each binding, or `o` for a scope that is always open.
    ///   - meeting: A barrier at which the first run of each `step`th initializer waits for the other threads.
    init(_ lifetimes: String, meeting: (barrier: Barrier, step: Int)?) {
        count = lifetimes.count
        for (number, lifetime) in lifetimes.enumerated() {
            let runs = Shared(0)
            let isMet = meeting.map { number % $0.step == 0 } ?? false
            let next = (number + 1) % count
            let factory = Factory<Link>.make { [unowned self] in
                if runs.increment() == 0, isMet { meeting?.barrier.arrive() }
                do {
                    return try injector.throwingInstance(for: Link.self, id: next)
                } catch let error as InjectionError {
                    failures.change { $0[ObjectIdentifier(Thread.current), default: []].append(error) }
                    throw error
                }
            }
            injector.bind(Link.self, id: number, lifetime: Ring.lifetimes[lifetime]!, to: factory)
        }
    }

    func error(from first: Int) -> InjectionError? {
        #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Link.self, id: first) }
    }

    /// Requests a binding, and expects this request and all inner requests to fail with the full path.
    func expectTheWholeCycle(from first: Int) {
        failures.change { $0[ObjectIdentifier(Thread.current)] = [] }
        guard let error = error(from: first) else { return }
        // Empty if the request waited for another thread, whose error it got.
        let inner = failures.value[ObjectIdentifier(Thread.current)] ?? []
        let around = (first...first + count).map { AnyHashable($0 % count) }
        for error in inner + [error] {
            #expect(error.reason.name == "cycle")
            #expect(error.path.map(\.identifier) == around)
            #expect(error.path.allSatisfy { $0.interface == Link.self && $0.bindingLocation != nil })
        }
    }
}
