import CWormer

/// A list of removed objects that are released when no reader can still be using them.
///
/// A reader is identified by the mark of its thread. A construction is identified by its frame, which holds the binding
/// and the injector that the factory receives. Both check `wormer_has_retired` when they finish, and sweep the list if
/// the flag is set. No thread waits.
@usableFromInline
package enum DeferredRelease {
    private final class Entry {
        let objects: [AnyObject]
        let readers: [wormer_reader]

        init(_ objects: [AnyObject], _ readers: [wormer_reader]) {
            self.objects = objects
            self.readers = readers
        }

        /// Whether a thread still uses the objects.
        ///
        /// Every such thread is told to sweep when it leaves, so the checks do not end at the first one.
        var isInUse: Bool {
            let readerCount = readers.count { wormer_is_reading($0) }
            return DeferredRelease.areConstructing(objects) || readerCount > 0
        }
    }

    private static let lock = Lock()

    // Guarded by `lock`.
    nonisolated(unsafe) private static var entries: [Entry] = []
    nonisolated(unsafe) private static var isSweepScheduled = false
    nonisolated(unsafe) private static var count = 0

    /// Keeps removed objects alive while readers that found them earlier, or constructions, still use them.
    ///
    /// The caller retains the objects during the call and releases them afterwards, outside every lock.
    static func keepWhileUsed(_ objects: [AnyObject]) {
        var readerCount = 0
        let readers = wormer_readers(&readerCount)
        defer { free(readers) }
        guard readers != nil || areConstructing(objects) else { return }
        let entry = Entry(objects, Array(UnsafeBufferPointer(start: readers, count: readerCount)))
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

    /// Keeps a removed binding, and what was removed with it, alive while readers or constructions use them.
    static func keepWhileUsed(_ binding: AnyBinding?, _ table: Table?, _ list: Table.ContributionList?) {
        guard binding != nil || table != nil || list != nil else { return }
        if wormer_may_be_used(binding.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }) {
            let objects: [AnyObject?] = [binding, table, list]
            keepWhileUsed(objects.compactMap(\.self))
        }
    }

    /// Keeps a removed table, and its bindings, alive while readers or constructions use them.
    static func keepWhileUsed(_ table: Table) {
        guard wormer_may_be_used(nil) else { return }
        keepWhileUsed(table.bindings() + [table])
    }

    private static func areConstructing(_ objects: [AnyObject]) -> Bool {
        let addresses = objects.lazy.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        guard objects.count > 8 else { return addresses.contains { wormer_is_constructing($0) } }
        // All bindings of an injector may have been removed. Few of them are in frames.
        var count = 0
        guard let constructions = wormer_constructions(&count) else { return false }
        defer { free(constructions) }
        let used = Set(UnsafeBufferPointer(start: constructions, count: count))
        return addresses.contains { used.contains($0) && wormer_is_constructing($0) }
    }

    /// Sweeps for a thread that is leaving and may have been the last user of an object.
    @usableFromInline
    static func sweep(for thread: UnsafeMutablePointer<wormer_thread>) {
        wormer_clear_retired(thread)
        sweep()
    }

    /// Releases the objects that no thread uses anymore.
    package static func sweep() {
        let released = lock.withLock {
            let end = entries.partition { !$0.isInUse }
            defer { entries.removeSubrange(end...) }
            // A copy of each element, for the reason that `Table.copied()` gives: `Array(_:)` would share the buffer if all
            // entries are released.
            return entries[end...].map { $0 }
        }
        withExtendedLifetime(released) {}
    }

    /// Sweeps again later, for threads that were just leaving and missed the flag.
    ///
    /// A thread that misses the flag during the first sweep after the last removal has left before the second one. The
    /// priority lets the task run before the work that already waits for a thread.
    private static func scheduleSweep() {
        Task.detached(priority: .high) {
            var (sweeps, last) = (0, -1)
            while sweeps < 2 {
                try? await Task.sleep(nanoseconds: 1_000_000)
                sweep()
                lock.withLock {
                    sweeps = count == last ? sweeps + 1 : 0
                    last = count
                    isSweepScheduled = sweeps < 2
                }
            }
        }
    }
}
