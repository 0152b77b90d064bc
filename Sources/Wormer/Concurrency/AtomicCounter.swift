import CWormer

/// A counter that any thread can change.
///
/// Reading it costs one plain load.
package final class AtomicCounter: @unchecked Sendable {
    // Unchecked because only atomic operations access the word.
    private let word: UnsafeMutablePointer<Int>

    package init() {
        word = .allocate(capacity: 1)
        word.initialize(to: 0)
    }

    deinit {
        word.deallocate()
    }

    package var isZero: Bool { value == 0 }

    /// The current value.
    package var value: Int {
        wormer_load_count(word)
    }

    /// Adds one and returns the previous value.
    @discardableResult
    package func increment() -> Int {
        wormer_add_count(word, 1)
    }

    package func add(_ number: Int) {
        wormer_add_count(word, number)
    }
}
