import CWormer

/// A mutex at a fixed address.
///
/// `Synchronization.Mutex` needs newer systems than this package does and confuses ThreadSanitizer.
@usableFromInline
package final class Lock: @unchecked Sendable {
    // The mutex is created once and only ever touched by the pthread functions, which are thread-safe.
    fileprivate let mutex = wormer_mutex_create()

    package init() {}

    deinit {
        wormer_mutex_destroy(mutex)
    }

    /// Runs `body` while no other thread is inside the same lock.
    ///
    /// No user code belongs in `body`: hand what has to be released out of it, as the result.
    @inline(__always)
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}

/// Lets threads sleep inside a lock until another thread wakes them.
package final class Condition: @unchecked Sendable {
    // As for the mutex: only the pthread functions touch it.
    private let condition = wormer_condition_create()

    package init() {}

    deinit {
        wormer_condition_destroy(condition)
    }

    /// Gives `lock` back, sleeps until `wakeAll` and takes `lock` again.
    ///
    /// May return early: check in a loop.
    package func wait(holding lock: Lock) {
        pthread_cond_wait(condition, lock.mutex)
    }

    package func wakeAll() {
        pthread_cond_broadcast(condition)
    }
}
