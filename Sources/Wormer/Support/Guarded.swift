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
    @usableFromInline package let state: UnsafeMutablePointer<State>

    /// Creates state in memory of its own.
    package init(_ state: consuming State) {
        self.init(state, at: wormer_allocate(Self.size))
    }

    /// Creates state in memory of the caller, who also deinitializes it.
    init(_ state: consuming State, at memory: UnsafeMutableRawPointer) {
        memory.initializeMemory(as: wormer_lock.self, to: wormer_lock())
        self.state = (memory + Self.offset).initializeMemory(as: State.self, to: state)
    }

    /// Refers to state that was created at an address.
    init(at memory: UnsafeMutableRawPointer) {
        state = (memory + Self.offset).assumingMemoryBound(to: State.self)
    }

    /// The size of the lock and the state.
    static var size: Int { offset + MemoryLayout<State>.stride }

    /// The distance from the lock to the state.
    @inlinable static var offset: Int { max(8, MemoryLayout<State>.alignment) }

    /// Deinitializes the state, which nobody uses any more.
    func deinitialize() {
        state.deinitialize(count: 1)
    }

    /// Deinitializes the state, which nobody uses any more, and frees its memory.
    package func free() {
        deinitialize()
        wormer_free(lock)
    }

    @inlinable var lock: UnsafeMutablePointer<wormer_lock> {
        (UnsafeMutableRawPointer(state) - Self.offset).assumingMemoryBound(to: wormer_lock.self)
    }

    @usableFromInline
    @inline(__always)
    package func acquire() {
        wormer_acquire(lock)
    }

    @inlinable
    @inline(__always)
    package func release() {
        wormer_release(lock)
    }

    /// Runs a function that changes the state, while holding the lock.
    ///
    /// - Parameter body: The function. It runs no user code.
    /// - Returns: The result of `body`.
    @inline(__always)
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        wormer_call_acquire(lock)
        #if DEBUG
            wormer_this_thread().pointee.locks += 1
            defer { wormer_this_thread().pointee.locks -= 1 }
        #endif
        defer { wormer_call_release(lock) }
        return try body(&state.pointee)
    }

    /// Replaces the state.
    ///
    /// - Parameter new: The new state.
    /// - Returns: The previous state, which the caller releases after the lock.
    func exchange(_ new: State) -> State {
        withLock { state in
            defer { state = new }
            return state
        }
    }
}

/// Checks in debug builds that this thread holds no lock, where code of the user runs or calls the library.
@inline(__always)
func assertNoLock() {
    assert(wormer_this_thread().pointee.locks == 0, "Code of the user runs under a lock, or is called under one.")
}
