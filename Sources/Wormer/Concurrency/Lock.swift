import CWormer

/// A mutex that is stored inside its object.
///
/// `Synchronization.Mutex` requires newer systems than this package does and causes false reports from ThreadSanitizer.
@usableFromInline
package class Lock: @unchecked Sendable {
    // Unchecked because only the pthread functions, which are thread-safe, access the storage, by its address. The
    // storage must be the first stored property. It must also be visible to clients. Otherwise the compiler removes it,
    // because no code refers to it.
    @usableFromInline final var storage = pthread_mutex_t()

    /// The number of words before the first stored property of a subclass.
    static let wordCount = 2 + MemoryLayout<pthread_mutex_t>.stride / MemoryLayout<UInt>.stride

    package init() {
        precondition(pthread_mutex_init(mutex, nil) == 0)
    }

    deinit {
        pthread_mutex_destroy(mutex)
    }

    fileprivate final var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        storedProperty(of: Unmanaged.passUnretained(self).toOpaque(), as: pthread_mutex_t.self)
    }

    /// Runs `body` while holding the lock.
    ///
    /// Do not run user code in `body`. Return objects that must be released, so that they are released outside the
    /// lock.
    package final func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}

/// A condition variable, which lets threads sleep inside a lock until another thread wakes them.
@usableFromInline
final class Condition: @unchecked Sendable {
    // The requirements of `Lock.storage` apply here, too.
    @usableFromInline var storage = pthread_cond_t()

    init() {
        precondition(pthread_cond_init(condition, nil) == 0)
    }

    deinit {
        pthread_cond_destroy(condition)
    }

    private var condition: UnsafeMutablePointer<pthread_cond_t> {
        storedProperty(of: Unmanaged.passUnretained(self).toOpaque(), as: pthread_cond_t.self)
    }

    /// Releases `lock`, sleeps until `wakeAll()`, and acquires `lock` again.
    ///
    /// The method may return early, so call it in a loop that checks the condition.
    func wait(holding lock: Lock) {
        pthread_cond_wait(condition, lock.mutex)
    }

    func wakeAll() {
        pthread_cond_broadcast(condition)
    }
}

/// Returns the address of a stored property of an object.
///
/// Every Swift object begins with two words. The first property follows them.
///
/// Use this address for storage that other threads change. Access through the property itself would be subject to
/// Swift's exclusivity rules.
@inlinable
func storedProperty<Value>(
    of object: UnsafeRawPointer,
    afterWords count: Int = 2,
    as type: Value.Type
) -> UnsafeMutablePointer<Value> {
    let alignment = MemoryLayout<Value>.alignment
    let offset = (count * MemoryLayout<Int>.stride + alignment - 1) & -alignment
    return UnsafeMutableRawPointer(mutating: object).advanced(by: offset).assumingMemoryBound(to: type)
}
