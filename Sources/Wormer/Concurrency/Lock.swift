import CWormer

/// A mutex inside its object.
///
/// `Synchronization.Mutex` needs newer systems than this package does and confuses ThreadSanitizer.
@usableFromInline
package class Lock: @unchecked Sendable {
    // Only ever touched by the pthread functions, which are thread-safe, at its address; it has to be the first stored
    // property, and visible to clients, so that the compiler does not leave it out because nothing mentions it.
    @usableFromInline final var storage = pthread_mutex_t()

    package init() {
        precondition(pthread_mutex_init(mutex, nil) == 0)
    }

    deinit {
        pthread_mutex_destroy(mutex)
    }

    fileprivate final var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        firstProperty(of: Unmanaged.passUnretained(self).toOpaque(), as: pthread_mutex_t.self)
    }

    /// Runs `body` while no other thread is inside the same lock.
    ///
    /// No user code belongs in `body`: return from it whatever has to be released.
    @inline(__always)
    package final func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}

/// Lets threads sleep inside a lock until another thread wakes them.
@usableFromInline
final class Condition: @unchecked Sendable {
    // As for the mutex.
    @usableFromInline var storage = pthread_cond_t()

    init() {
        precondition(pthread_cond_init(condition, nil) == 0)
    }

    deinit {
        pthread_cond_destroy(condition)
    }

    private var condition: UnsafeMutablePointer<pthread_cond_t> {
        firstProperty(of: Unmanaged.passUnretained(self).toOpaque(), as: pthread_cond_t.self)
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

/// The address of the first stored property of an object of a root class: behind the two words with which every Swift
/// object begins.
///
/// What other threads change must not be touched through the property itself, which Swift takes for an access to be
/// excluded.
@inlinable
@inline(__always)
func firstProperty<Value>(of object: UnsafeRawPointer, as type: Value.Type) -> UnsafeMutablePointer<Value> {
    let header = 2 * MemoryLayout<Int>.stride
    let alignment = MemoryLayout<Value>.alignment
    let offset = (header + alignment - 1) / alignment * alignment
    return UnsafeMutableRawPointer(mutating: object).advanced(by: offset).assumingMemoryBound(to: type)
}
