import CWormer

/// The bindings that were taken out of their tables while threads were running their initializers.
///
/// Who runs an initializer does not count a reference to its binding, which would be the larger part of what a request
/// costs and keep threads from making instances of one binding side by side. The frame that the thread pushes for the
/// path says as much: it is a hazard pointer.
enum Retired {
    private static let lock = Lock()

    // Guarded by `lock`.
    nonisolated(unsafe) private static var bindings: [AnyBinding] = []

    /// Keeps a binding that no reader can find any more until nobody runs its initializer.
    ///
    /// The caller holds it, and lets go of it afterwards.
    static func keepWhileMade(_ binding: AnyBinding) {
        // Of others who makes an instance holds the binding.
        guard binding.lifetime == .transient, binding.hasInitializer, isMade(binding) else {
            return
        }
        lock.withLock { bindings.append(binding) }
        // A thread that ends its making at this moment may neither have seen the warning nor seem to have ended. By the
        // time that others have had their turn, what it has done is seen here.
        for _ in 0..<8 where isMade(binding) {
            sched_yield()
        }
        release { _ in true }
    }

    /// Lets go of a binding whose initializer was run, if it is one of these and nobody runs it any more.
    static func release(_ address: UnsafeRawPointer) {
        release { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) == address }
    }

    private static func release(where isMeant: (AnyBinding) -> Bool) {
        let released = lock.withLock {
            let released = bindings.filter { isMeant($0) && !isMade($0) }
            bindings.removeAll { binding in released.contains { $0 === binding } }
            return released
        }
        withExtendedLifetime(released) {}
    }

    private static func isMade(_ binding: AnyBinding) -> Bool {
        wormer_warn_makers(Unmanaged.passUnretained(binding).toOpaque())
    }
}
