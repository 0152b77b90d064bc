/// An instance that belongs to no injector: the object that holds this looks it up once and keeps it.
@usableFromInline
package final class UnregisteredInstance<P>: @unchecked Sendable {
    // Unchecked because the lock guards the variable. Whoever shares the holder is responsible for sharing the instance.

    @usableFromInline let kept = Guarded<P?>(nil)

    package init() {}

    deinit {
        kept.free()
    }

    /// Returns the instance, and looks it up if there is none.
    ///
    /// Threads that look it up at the same time all get the instance that was there first.
    ///
    /// - Parameter lookUp: Looks the instance up.
    /// - Returns: The instance.
    @inlinable
    package func instance(lookingUp lookUp: () -> P) -> P {
        kept.acquire()
        let known = kept.state.pointee
        kept.release()
        return known ?? keep(lookUp())
    }

    @usableFromInline
    func keep(_ instance: P) -> P {
        kept.withLock { kept in
            let first = kept ?? instance
            kept = first
            return first
        }
    }
}
