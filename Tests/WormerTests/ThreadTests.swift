import Foundation
import Testing
import Wormer

@Suite("Many threads")
struct ThreadTests {
    @Test("A singleton is made exactly once, however many threads ask at the same time")
    func exactlyOnce() {
        for _ in 0..<1_000 {
            let injector = Injector(parent: nil)
            let count = AtomicCounter()
            let arrived = AtomicCounter()
            injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
                count.increment()
                // Slow: until somebody else has asked, or should have.
                while arrived.increment() < 64 {}
                return LocalEventBus()
            }
            let made = Gathering<ObjectIdentifier>()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                arrived.increment()
                made.insert(ObjectIdentifier(injector.instance(for: EventBus.self)))
            }
            #expect(count.increment() == 1)
            #expect(made.members.count == 1)
        }
    }

    @Test("Two threads that each make what the other waits for get the cycle, with its path")
    func cycleAcrossThreads() {
        for _ in 0..<100 {
            let injector = Injector(parent: nil)
            let meeting = Meeting()
            injector.bind(interface: Int.self, toImplementation: Int.self, asSingleton: true) { [unowned injector] in
                meeting.first()
                return try injector.throwingInstance(for: String.self).count
            }
            injector.bind(interface: String.self, toImplementation: String.self, asSingleton: true) {
                [unowned injector] in
                meeting.second()
                return try String(injector.throwingInstance(for: Int.self))
            }
            let outcomes = Gathering<String>()
            onTwoThreads {
                outcomes.insert(outcome(of: { try injector.throwingInstance(for: Int.self) }))
            } and: {
                outcomes.insert(outcome(of: { try injector.throwingInstance(for: String.self) }))
            }
            #expect(outcomes.members == ["cycle"])
        }
    }

    private func outcome<Made>(of request: () throws -> Made) -> String {
        do {
            _ = try request()
            return "made"
        } catch let error as InjectionError {
            guard case .cycle = error.reason, error.path.first?.interface == error.path.last?.interface else {
                return "\(error)"
            }
            return "cycle"
        } catch {
            return "\(error)"
        }
    }

    /// Runs both at once, each on a thread of its own, and waits for them.
    private func onTwoThreads(_ first: @escaping @Sendable () -> Void, and second: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        for body in [first, second] {
            Thread.detachNewThread {
                body()
                done.signal()
            }
        }
        for _ in 0..<2 {
            #expect(done.wait(timeout: .now() + 60) == .success, "the threads wait for each other")
        }
    }

    @Test("A slow singleton delays nobody else")
    func slowSingleton() {
        let injector = Injector(parent: nil)
        let begun = DispatchSemaphore(value: 0)
        let released = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
            begun.signal()
            released.wait()
            return LocalEventBus()
        }
        injector.bind(interface: Int.self, toImplementation: Int.self, asSingleton: true) { 1 }
        Thread.detachNewThread {
            _ = injector.instance(for: EventBus.self)
            ended.signal()
        }
        begun.wait()
        #expect(injector.instance(for: Int.self) == 1)
        injector.bind(interface: String.self, toImplementation: String.self) { "bound" }
        #expect(injector.instance(for: String.self) == "bound")
        released.signal()
        ended.wait()
    }
}

/// Lets two initializers go on only when both have begun; later runs pass.
private final class Meeting: Sendable {
    private let firstRuns = AtomicCounter()
    private let secondRuns = AtomicCounter()
    private let firstBegan = DispatchSemaphore(value: 0)
    private let secondBegan = DispatchSemaphore(value: 0)

    func first() {
        guard firstRuns.increment() == 0 else { return }
        firstBegan.signal()
        secondBegan.wait()
    }

    func second() {
        guard secondRuns.increment() == 0 else { return }
        secondBegan.signal()
        firstBegan.wait()
    }
}

/// A set that many threads add to.
private final class Gathering<Member: Hashable>: @unchecked Sendable {
    // Guarded by `lock`.
    private var gathered: Set<Member> = []
    private let lock = Lock()

    func insert(_ member: Member) {
        _ = lock.withLock { gathered.insert(member) }
    }

    var members: Set<Member> {
        lock.withLock { gathered }
    }
}
