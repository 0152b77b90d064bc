import CWormer

/// A counter that any thread can change, and that lives as long as the process.
///
/// Reading it costs one plain load.
package struct AtomicCounter: @unchecked Sendable {
    // Unchecked because only atomic operations access the word.
    private let word: UnsafeMutablePointer<Int>

    package init() {
        self.init(at: .allocate(capacity: 1))
        word.initialize(to: 0)
    }

    private init(at word: UnsafeMutablePointer<Int>) {
        self.word = word
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

    /// Adds one, unless the counter is not zero already.
    func mark() {
        if isZero {
            increment()
        }
    }

    package func add(_ number: Int) {
        wormer_add_count(word, number)
    }
}

// MARK: - Counters of the library

extension AtomicCounter {
    /// The bindings, overrides and ends of instances so far, each of which gets a number.
    static var bindings: AtomicCounter { AtomicCounter(at: wormer_counter(WORMER_BINDINGS)) }
    static var overrides: AtomicCounter { AtomicCounter(at: wormer_counter(WORMER_OVERRIDES)) }
    static var ends: AtomicCounter { AtomicCounter(at: wormer_counter(WORMER_ENDS)) }

    /// The scopes that have begun in an injector so far.
    static var begunScopes: AtomicCounter { AtomicCounter(at: wormer_counter(WORMER_BEGUN_SCOPES)) }

    /// Not zero once a scope was opened, in whatever way.
    static var openedScopes: AtomicCounter { AtomicCounter(at: wormer_counter(WORMER_OPENED_SCOPES)) }

    /// Not zero once a provider was resolved, or a factory has created a property wrapper.
    static var lazyNeeds: AtomicCounter { AtomicCounter(at: wormer_counter(WORMER_LAZY_NEEDS)) }

    /// The contexts that are bound with a frame.
    static var liveContexts: AtomicCounter { AtomicCounter(at: wormer_counter(WORMER_LIVE_CONTEXTS)) }
}
