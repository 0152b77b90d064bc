/// The instances of an open scope, or the instances that are shared within one outermost request.
///
/// The slots use the cache as their lock and retain it. `end` releases the slots.
@usableFromInline
package class InstanceCache: Lock, @unchecked Sendable {
    // Mutable state is guarded by the lock.

    private struct Entry {
        // Retained, so that no other binding gets the same identity.
        let binding: AnyBinding
        var slot: InstanceSlot
    }

    @exclusivity(unchecked) private final var entries: ContiguousArray<Entry> = []

    /// The indices of the entries, if there are too many for a linear search.
    @exclusivity(unchecked) private final var places: [ObjectIdentifier: Int] = [:]

    /// Whether the cache has ended, and whether it then still shares provided values.
    @exclusivity(unchecked) private final var hasEnded = false
    @exclusivity(unchecked) private final var keepsProvided = false

    /// The teardowns of instances that were created but are not in a slot.
    @exclusivity(unchecked) private final var teardowns: [(teardown: Teardown, binding: AnyBinding)] = []

    /// Returns the slot of a binding, or nil if the cache has ended.
    final func slot(for binding: AnyBinding) -> InstanceSlot? {
        withLock {
            if let slot = knownSlot(for: binding) {
                return slot
            }
            return isOpen(to: binding) ? newSlot(for: binding) : nil
        }
    }

    /// Returns the slot of a binding, or nil if it has none.
    final func existingSlot(for binding: AnyBinding) -> InstanceSlot? {
        withLock { knownSlot(for: binding) }
    }

    /// Whether the cache has not ended.
    final var isOpen: Bool { withLock { !hasEnded } }

    /// Adds a teardown that runs when the cache ends.
    ///
    /// Returns false if the cache has already ended.
    final func end(with teardown: Teardown, of binding: AnyBinding) -> Bool {
        withLock {
            guard !hasEnded else {
                return false
            }
            teardowns.append((teardown, binding))
            return true
        }
    }

    /// Returns whether the cache shares the instances of a binding.
    ///
    /// Called with the lock held.
    private final func isOpen(to binding: AnyBinding) -> Bool {
        !hasEnded || keepsProvided && binding.isProvided
    }

    /// Returns the slot of a binding if it has an instance.
    final func keptSlot(for binding: AnyBinding) -> InstanceSlot? {
        withLock {
            guard let slot = knownSlot(for: binding), slot.isKept else {
                return nil
            }
            return slot
        }
    }

    /// Returns the slot of a binding, or nil if it has none.
    ///
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

    /// Adds an empty slot for a binding.
    ///
    /// Called with the lock held.
    private final func newSlot(for binding: AnyBinding) -> InstanceSlot {
        let slot = binding.slotType.init(lock: self)
        add(slot, for: binding)
        return slot
    }

    /// Adds the slot of a binding.
    ///
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

    /// Builds the index of the entries.
    ///
    /// Called with the lock held.
    private final func findPlaces() {
        places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { (ObjectIdentifier($1.binding), $0) })
    }

    /// Stores the slot of an instance, unless the binding already has an instance.
    @usableFromInline
    final func keep(_ slot: InstanceSlot, for binding: AnyBinding) {
        withLock {
            if let index = entries.firstIndex(where: { $0.binding === binding }) {
                // An earlier construction failed.
                if !entries[index].slot.isKept {
                    entries[index].slot = slot
                }
            } else {
                add(slot, for: binding)
            }
        }
    }

    /// Releases every instance.
    ///
    /// - Parameter keepingProvided: Whether provided values are kept until the next call.
    /// - Returns: The teardowns of the instances.
    final func end(keepingProvided: Bool = false) -> Ending {
        var ending = Ending()
        let ended = withLock {
            hasEnded = true
            keepsProvided = keepingProvided
            let ended = entries
            for entry in ended {
                ending.addLocked(entry.slot, of: entry.binding)
            }
            teardowns.forEach { ending.add($0.teardown, of: $0.binding) }
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
