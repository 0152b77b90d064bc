import Foundation

/// A value that several threads change.
package final class Shared<Value>: @unchecked Sendable {
    // Guarded by `lock`.
    private var held: Value
    private let lock = NSLock()

    package init(_ value: Value) { held = value }

    package var value: Value { lock.withLock { held } }

    /// Changes the value and returns the result of `change`.
    @discardableResult
    package func change<Result>(_ change: (inout Value) -> Result) -> Result { lock.withLock { change(&held) } }
}

extension Shared {
    /// Returns the value and leaves nil.
    package func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
        change { held in
            defer { held = nil }
            return held
        }
    }
}

extension Shared<Int> {
    /// Adds one and returns the value before.
    @discardableResult
    package func increment() -> Int {
        change {
            $0 += 1
            return $0 - 1
        }
    }

    /// Spins until the value is at least `least`.
    package func spin(until least: Int) { while value < least { sched_yield() } }
}

/// Counts events on any thread.
package final class Tally: Sendable {
    private let counted = Shared(0)

    package init() {}

    package var count: Int { counted.value }

    /// Adds one and returns the sum.
    @discardableResult
    package func increment() -> Int { counted.increment() + 1 }
}

/// Records events in their order, on any thread.
package final class Journal: Sendable {
    private let noted = Shared<[String]>([])

    package init() {}

    package func note(_ entry: String) { noted.change { $0.append(entry) } }

    package var entries: [String] { noted.value }
}
