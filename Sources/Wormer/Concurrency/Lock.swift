import CWormer

/// A mutex at a fixed address.
///
/// `Synchronization.Mutex` needs newer systems than this package does and confuses ThreadSanitizer.
@usableFromInline
package final class Lock: @unchecked Sendable {
    // The mutex is created once and only ever touched by the pthread functions, which are thread-safe.
    fileprivate let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
        precondition(pthread_mutex_init(mutex, nil) == 0)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while no other thread is inside the same lock.
    ///
    /// No user code belongs in `body`: return from it whatever has to be released.
    @inline(__always)
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}

/// Lets threads sleep inside a lock until another thread wakes them.
final class Condition: @unchecked Sendable {
    // As for the mutex: only the pthread functions touch it.
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        precondition(pthread_cond_init(condition, nil) == 0)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Gives `lock` back, sleeps until `wakeAll` and takes `lock` again.
    ///
    /// May return early: check in a loop.
    func wait(holding lock: Lock) {
        pthread_cond_wait(condition, lock.mutex)
    }

    func wakeAll() {
        pthread_cond_broadcast(condition)
    }
}
