import Foundation
import Wormer

/// Blocks the arriving threads until all have arrived.
final class Barrier: @unchecked Sendable {
    // `missing` is guarded by `condition`.
    private let condition = NSCondition()
    private var missing: Int

    init(_ parties: Int) {
        missing = parties
    }

    func arrive() {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        condition.broadcast()
        while missing > 0 {
            condition.wait()
        }
    }
}

/// A value that several threads change.
final class Shared<Value>: @unchecked Sendable {
    // Guarded by `lock`.
    private var held: Value
    private let lock = NSLock()

    init(_ value: Value) {
        held = value
    }

    var value: Value {
        lock.withLock { held }
    }

    /// Changes the value and returns the result of `change`.
    @discardableResult
    func change<Result>(_ change: (inout Value) -> Result) -> Result {
        lock.withLock { change(&held) }
    }
}

extension Shared {
    /// Returns the value and leaves nil.
    func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
        change { held in
            defer { held = nil }
            return held
        }
    }
}

extension Shared<Int> {
    /// Adds one and returns the value before.
    @discardableResult
    func increment() -> Int {
        change {
            $0 += 1
            return $0 - 1
        }
    }

    /// Spins until the value is at least `least`.
    func spin(until least: Int) {
        while value < least {
            sched_yield()
        }
    }
}

extension AtomicCounter {
    var value: Int {
        defer { decrement() }
        return increment()
    }
}
