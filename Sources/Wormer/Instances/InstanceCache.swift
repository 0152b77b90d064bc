/// The instances of an open scope, or those that one outermost request shares.
final class InstanceCache: @unchecked Sendable {
    // What changes is guarded by `lock`, which is that of the slots too.

    private let lock = Lock()

    // The binding is retained, so that its identity is not given to another.
    private var slots: [ObjectIdentifier: (binding: AnyBinding, slot: InstanceSlot)] = [:]
    private var hasEnded = false

    /// The slot of a binding, nil if the time of the cache is over.
    ///
    /// A copy in an override has that of the original, if an instance is there.
    func slot(for binding: AnyBinding) -> InstanceSlot? {
        var next = binding.original
        while let original = next {
            if let slot = knownSlot(for: original), slot.isKept.0 {
                return slot
            }
            next = original.original
        }
        return lock.withLock {
            if hasEnded {
                return nil
            }
            if let known = slots[ObjectIdentifier(binding)] {
                return known.slot
            }
            let slot = binding.makeSlot(lock: lock)
            slots[ObjectIdentifier(binding)] = (binding, slot)
            return slot
        }
    }

    private func knownSlot(for binding: AnyBinding) -> InstanceSlot? {
        lock.withLock { slots[ObjectIdentifier(binding)]?.slot }
    }

    /// Gives every instance up.
    ///
    /// - Returns: What ends them.
    func end() -> Ending {
        let ended = lock.withLock {
            hasEnded = true
            defer { slots = [:] }
            return slots
        }
        var ending = Ending()
        for (binding, slot) in ended.values {
            ending.add(slot, of: binding)
        }
        return ending
    }
}
