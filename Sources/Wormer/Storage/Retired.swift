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
        guard isMade(binding) else {
            return
        }
        lock.withLock { bindings.append(binding) }
        // A thread that ends its making at this moment may neither have seen the warning nor seem to have ended. By the
        // time that others have had their turn, what it has done is seen here.
        for _ in 0..<8 where isMade(binding) {
            sched_yield()
        }
        release()
    }

    /// Lets go of those whose initializers nobody runs any more.
    static func release() {
        let released = lock.withLock {
            let isMade = bindings.map(isMade)
            defer { bindings = zip(bindings, isMade).filter(\.1).map(\.0) }
            return zip(bindings, isMade).filter { !$0.1 }
        }
        withExtendedLifetime(released) {}
    }

    private static func isMade(_ binding: AnyBinding) -> Bool {
        wormer_warn_makers(Unmanaged.passUnretained(binding).toOpaque())
    }
}
