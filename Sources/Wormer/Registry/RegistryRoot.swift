import CWormer

/// The part of a registry that is read without a lock.
@usableFromInline
struct RegistryRoot {
    /// The address of the table, or 0 before the registry has one.
    ///
    /// Only atomic operations access it.
    var tableAddress: UInt = 0
    /// The root of the parent, which the child retains.
    let parent: UnsafePointer<RegistryRoot>?
    var registry: Unmanaged<Registry>?
    /// The injector that the registry belongs to.
    var injector: UnsafeRawPointer?

    init(parent: UnsafePointer<RegistryRoot>?) {
        self.parent = parent
    }
}

extension UnsafePointer<RegistryRoot> {
    /// The registry's table, to be used in a read section.
    var table: Unmanaged<Table> {
        // The address of the table is the first field.
        let word = UnsafeRawPointer(self).assumingMemoryBound(to: UInt.self)
        return .fromOpaque(UnsafeRawPointer(bitPattern: wormer_load(word)).unsafelyUnwrapped)
    }
}

/// A thread that reads data that another thread may remove.
@usableFromInline
enum Reader {
    /// Runs `body` in a read section.
    ///
    /// It calls no user code, and retains what it returns.
    static func read<Result>(_ body: () -> Result) -> Result {
        let thread = wormer_begin_reading()
        defer { end(thread) }
        return body()
    }

    /// Ends the read section.
    ///
    /// The thread releases the objects that no other thread uses anymore.
    @inlinable
    static func end(_ thread: UnsafeMutablePointer<wormer_thread>) {
        wormer_end_reading(thread)
        if wormer_has_retired(thread) {
            DeferredRelease.sweep(for: thread)
        }
    }
}
