import CWormer

/// What is read of a registry without a lock.
@usableFromInline
struct RegistryRoot {
    /// The address of the snapshot, 0 if it has to be built; only touched by atomic operations.
    var snapshot: UInt = 0
    /// The root of the parent, which the child retains.
    let parent: UnsafePointer<RegistryRoot>?
    /// The injector that the registry belongs to.
    var injector: UnsafeRawPointer?

    init(parent: UnsafePointer<RegistryRoot>?) {
        self.parent = parent
    }
}

/// A thread that reads what another may remove.
@usableFromInline
enum Reader {
    /// Ends the reading; a thread that was the last to use something releases it.
    @inlinable
    @inline(__always)
    static func end(_ thread: UnsafeMutablePointer<wormer_thread>) {
        wormer_end_reading(thread)
        if wormer_has_retired(thread) {
            DeferredRelease.sweep(for: thread)
        }
    }
}
