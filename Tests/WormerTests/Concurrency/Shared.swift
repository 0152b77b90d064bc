import Foundation

/// Lets nobody pass before all have come.
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

/// A value that many threads change.
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

    /// Changes the value and gives what `change` returns.
    @discardableResult
    func change<Result>(_ change: (inout Value) -> Result) -> Result {
        lock.withLock { change(&held) }
    }
}

extension Shared {
    /// Gives the value away.
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
