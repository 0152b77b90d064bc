import CWormer

/// State with a lock of one word in front of it.
///
/// Both lie outside Swift's storage, because in Swift a change of a part is an access to the whole. Whoever creates the
/// state frees it.
///
/// No user code runs under the lock: no initializer, `deinit`, `onEnd`, `hash` or `==`. Swap out what a change removes,
/// and release it after the lock.
@frozen
@usableFromInline
package struct Guarded<State>: @unchecked Sendable {
    // Unchecked because the lock guards the state.
    @usableFromInline let state: UnsafeMutablePointer<State>

    /// Creates state in memory of its own.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - isSeparate: Whether the memory shares no cache line with other memory.
    package init(_ state: State, isSeparate: Bool = false) {
        let alignment = isSeparate ? 64 : 16
        let size = (16 + MemoryLayout<State>.stride + alignment - 1) & -alignment
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        memory.initializeMemory(as: wormer_lock.self, to: wormer_lock())
        self.state = (memory + 16).initializeMemory(as: State.self, to: state)
    }

    @usableFromInline
    init(at state: UnsafeMutablePointer<State>) {
        self.state = state
    }

    /// Deinitializes the state, which nobody uses any more.
    package func free() {
        state.deinitialize(count: 1)
        lock.deallocate()
    }

    @inlinable var lock: UnsafeMutablePointer<wormer_lock> {
        (UnsafeMutableRawPointer(state) - 16).assumingMemoryBound(to: wormer_lock.self)
    }

    @inlinable
    @inline(__always)
    func acquire() {
        wormer_acquire(lock)
    }

    @inlinable
    @inline(__always)
    func release() {
        wormer_release(lock)
    }

    /// Runs a function that changes the state, while holding the lock.
    ///
    /// - Parameter body: The function. It runs no user code.
    /// - Returns: The result of `body`.
    @inline(__always)
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        acquire()
        defer { release() }
        return try body(&state.pointee)
    }
}

/// A lock for the variables of an object.
///
/// `Synchronization.Mutex` requires newer systems than this package does and causes false reports from ThreadSanitizer.
package final class Lock: Sendable {
    private let guarded = Guarded(())

    package init() {}

    deinit {
        guarded.free()
    }

    /// Runs `body` while holding the lock.
    ///
    /// Do not run user code in `body`. Return objects that must be released, so that they are released outside the
    /// lock.
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        try guarded.withLock { _ in try body() }
    }
}
