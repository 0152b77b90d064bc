/// The instances of an open scope, or those that one outermost request shares.
///
/// It is the lock of its slots, which retain it; `end` lets go of them.
@usableFromInline
package class InstanceCache: Lock, @unchecked Sendable {
    // What changes is guarded by the lock.

    private struct Entry {
        // Retained, so that its identity is not given to another.
        let binding: AnyBinding
        var slot: InstanceSlot
    }

    @exclusivity(unchecked) private final var entries: ContiguousArray<Entry> = []

    /// The places of the entries, where there are too many to look through.
    @exclusivity(unchecked) private final var places: [ObjectIdentifier: Int] = [:]

    /// While open, the cache shares everything; while ending, only provided values; when over, nothing.
    private enum Time { case open, ending, over }
    @exclusivity(unchecked) private final var time = Time.open

    /// The teardowns of instances that were made and not kept.
    @exclusivity(unchecked) private final var teardowns: [Teardown] = []

    /// The slot of a binding, nil if the time of the cache is over.
    final func slot(for binding: AnyBinding) -> InstanceSlot? {
        withLock {
            if let slot = knownSlot(for: binding) {
                return slot
            }
            return isOpen(to: binding) ? newSlot(for: binding) : nil
        }
    }

    /// The slot of a binding, nil if it has none.
    final func existingSlot(for binding: AnyBinding) -> InstanceSlot? {
        withLock { knownSlot(for: binding) }
    }

    /// Whether the time of the instances has not ended.
    final var isOpen: Bool { withLock { time == .open } }

    /// Runs a teardown when the time of the cache ends; false if it is over.
    final func end(with teardown: Teardown) -> Bool {
        withLock {
            guard time == .open else {
                return false
            }
            teardowns.append(teardown)
            return true
        }
    }

    /// Called with the lock held.
    private final func isOpen(to binding: AnyBinding) -> Bool {
        switch time {
        case .open: true
        case .ending: binding.isProvided
        case .over: false
        }
    }

    /// The slot of a binding, if it has an instance.
    final func keptSlot(for binding: AnyBinding) -> InstanceSlot? {
        withLock {
            guard let slot = knownSlot(for: binding), slot.isKept else {
                return nil
            }
            return slot
        }
    }

    /// Called with the lock held.
    private final func knownSlot(for binding: AnyBinding) -> InstanceSlot? {
        if entries.count > 8 {
            return places[ObjectIdentifier(binding)].map { entries[$0].slot }
        }
        for entry in entries where entry.binding === binding {
            return entry.slot
        }
        return nil
    }

    /// Called with the lock held.
    private final func newSlot(for binding: AnyBinding) -> InstanceSlot {
        let slot = binding.slotType.init(lock: self)
        add(slot, for: binding)
        return slot
    }

    /// Called with the lock held.
    private final func add(_ slot: InstanceSlot, for binding: AnyBinding) {
        if entries.isEmpty {
            entries.reserveCapacity(4)
        }
        entries.append(Entry(binding: binding, slot: slot))
        if entries.count == 9 {
            findPlaces()
        } else if entries.count > 9 {
            places[ObjectIdentifier(binding)] = entries.count - 1
        }
    }

    /// Called with the lock held.
    private final func findPlaces() {
        places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { (ObjectIdentifier($1.binding), $0) })
    }

    /// Keeps the instance of a slot, unless there is one for the binding already.
    @usableFromInline
    final func keep(_ slot: InstanceSlot, for binding: AnyBinding) {
        withLock {
            if let index = entries.firstIndex(where: { $0.binding === binding }) {
                // A construction has failed before.
                if !entries[index].slot.isKept {
                    entries[index].slot = slot
                }
            } else {
                add(slot, for: binding)
            }
        }
    }

    /// Gives every instance up.
    ///
    /// - Parameter keepingProvided: Whether provided values are kept until the next call.
    /// - Returns: What ends the instances.
    final func end(keepingProvided: Bool = false) -> Ending {
        var ending = Ending()
        let ended = withLock {
            time = keepingProvided ? .ending : .over
            let ended = entries
            for entry in ended {
                ending.addLocked(entry.slot, of: entry.binding)
            }
            teardowns.forEach { ending.add($0) }
            (entries, places, teardowns) = (keepingProvided ? ended.filter(\.binding.isProvided) : [], [:], [])
            if entries.count > 8 {
                findPlaces()
            }
            return ended
        }
        withExtendedLifetime(ended) {}
        return ending
    }
}
