import CWormer

/// The part of a registry that is read without a lock.
@usableFromInline
struct RegistryRoot {
    /// The address of the snapshot, or 0 if it must be built.
    ///
    /// Only atomic operations access it.
    var snapshot: UInt = 0
    /// The root of the parent, which the child retains.
    let parent: UnsafePointer<RegistryRoot>?
    /// The injector that the registry belongs to.
    var injector: UnsafeRawPointer?

    init(parent: UnsafePointer<RegistryRoot>?) {
        self.parent = parent
    }
}

/// A thread that reads data that another thread may remove.
@usableFromInline
enum Reader {
    /// Ends the read section.
    ///
    /// The thread releases the objects that no other thread uses anymore.
    @inlinable
    @inline(__always)
    static func end(_ thread: UnsafeMutablePointer<wormer_thread>) {
        wormer_end_reading(thread)
        if wormer_has_retired(thread) {
            DeferredRelease.sweep(for: thread)
        }
    }
}
