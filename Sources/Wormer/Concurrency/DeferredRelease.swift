import CWormer

/// Releases what was removed from where readers find it, when nobody can be using it any more; nobody waits for that.
///
/// A reader is known by the mark of its thread, the construction of a transient instance by its frame. Both look for
/// `wormer_has_retired` when they leave and sweep the list.
@usableFromInline
enum DeferredRelease {
    private struct Entry {
        let objects: [AnyObject]
        let readers: [wormer_reader]
        /// The bindings among the objects, which constructions use without retaining them.
        let bindings: [AnyBinding]

        var isInUse: Bool {
            readers.contains { wormer_is_reading($0) } || DeferredRelease.areConstructing(bindings)
        }
    }

    private static let lock = Lock()

    // Guarded by `lock`.
    nonisolated(unsafe) private static var entries: [Entry] = []
    nonisolated(unsafe) private static var isSweepScheduled = false
    nonisolated(unsafe) private static var count = 0

    /// Keeps objects, which no reader can find any more, for those who are using them.
    ///
    /// The caller holds them, and lets go of them afterwards, outside every lock.
    static func keepWhileUsed(_ objects: [AnyObject], bindings: [AnyBinding]) {
        var readerCount = 0
        let readers = wormer_readers(&readerCount)
        defer { free(readers) }
        guard readers != nil || areConstructing(bindings) else {
            return
        }
        let entry = Entry(
            objects: objects,
            readers: Array(UnsafeBufferPointer(start: readers, count: readerCount)),
            bindings: bindings
        )
        let isScheduling = lock.withLock {
            entries.append(entry)
            count += 1
            defer { isSweepScheduled = true }
            return !isSweepScheduled
        }
        sweep()
        if isScheduling {
            scheduleSweep()
        }
    }

    /// As above, for one binding and the snapshot that it was in.
    static func keepWhileUsed(_ snapshot: Snapshot?, _ binding: AnyBinding?) {
        var readerCount = 0
        let readers = wormer_readers(&readerCount)
        guard readers != nil || binding.map({ areConstructing([$0]) }) ?? false else {
            return
        }
        free(readers)
        keepWhileUsed([snapshot as AnyObject?, binding].compactMap { $0 }, bindings: binding.map { [$0] } ?? [])
    }

    private static func areConstructing(_ bindings: [AnyBinding]) -> Bool {
        !bindings.isEmpty && wormer_is_anything_constructed()
            && bindings.contains { wormer_is_constructing(Unmanaged.passUnretained($0).toOpaque()) }
    }

    /// Sweeps for a thread that leaves and may have been the last to use something.
    @usableFromInline
    @inline(never)
    static func sweep(for thread: UnsafeMutablePointer<wormer_thread>) {
        wormer_clear_retired(thread)
        sweep()
    }

    private static func sweep() {
        let released = lock.withLock {
            let end = entries.partition { !$0.isInUse }
            defer { entries.removeSubrange(end...) }
            return Array(entries[end...])
        }
        withExtendedLifetime(released) {}
    }

    /// Sweeps once more when a thread that was leaving just then, and so missed the sign, has surely left.
    private static func scheduleSweep() {
        Task.detached {
            while true {
                let last = lock.withLock { count }
                try? await Task.sleep(nanoseconds: 1_000_000)
                sweep()
                let isDone = lock.withLock {
                    guard count == last else {
                        return false
                    }
                    isSweepScheduled = false
                    return true
                }
                if isDone {
                    return
                }
            }
        }
    }
}
