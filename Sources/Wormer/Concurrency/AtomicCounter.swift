import CWormer

/// A counter that any thread may change and that costs its readers one plain load.
package final class AtomicCounter: @unchecked Sendable {
    // One word that is only touched by atomic operations.
    private let word: UnsafeMutablePointer<Int>

    package init() {
        word = .allocate(capacity: 1)
        word.initialize(to: 0)
    }

    deinit {
        word.deallocate()
    }

    package var isZero: Bool {
        wormer_load_relaxed(word) == 0
    }

    /// Adds one and returns the value before.
    @discardableResult
    package func increment() -> Int {
        wormer_fetch_add(word, 1)
    }

    package func decrement() {
        add(-1)
    }

    package func add(_ number: Int) {
        wormer_fetch_add(word, number)
    }
}
