import CWormer

/// The bindings of a storage, of which those that have an address are found without a lock.
///
/// Changed under the storage's lock only. What is taken out may still be looked at by a reader: it is handed out, to be
/// released after `wormer_wait_for_readers()`.
struct Table: ~Copyable {
    /// Where readers begin; it stays where it is while the storage lives.
    let root: UnsafeMutablePointer<wormer_root>

    /// How many slots hold a key, those of removed bindings included.
    private var usedSlots = 0

    /// The bindings whose keys have no address.
    ///
    /// What those that have a name answer with stands in a slot too.
    private var others: [Key: AnyBinding] = [:]

    init() {
        root = .allocate(capacity: 1)
        root.initialize(to: wormer_root(table: wormer_table_create(3), parent: nil, injector: nil))
    }

    deinit {
        for binding in Table.bindings(in: root.pointee.table) {
            Retired.keepWhileMade(binding.takeRetainedValue())
        }
        others.values.forEach(Retired.keepWhileMade)
        wormer_table_destroy(root.pointee.table)
        root.deallocate()
    }

    subscript(key: Key) -> AnyBinding? {
        guard let address = key.address else {
            return others[key]
        }
        return wormer_find(root.pointee.table, address, key.interfaceAddress).flatMap(Table.binding(of:))
    }

    /// All bindings, in no particular order.
    var bindings: [AnyBinding] {
        Table.bindings(in: root.pointee.table).map { $0.takeUnretainedValue() } + others.values
    }

    /// Puts a binding in the place of the one that stood there.
    ///
    /// - Returns: The one that stood there.
    mutating func replace(_ key: Key, with binding: AnyBinding?) -> AnyBinding? {
        guard let address = key.address else {
            return replaceOther(key, with: binding)
        }
        guard binding != nil || self[key] != nil else {
            return nil
        }
        let slot = claimSlot(address, key.interfaceAddress)
        let replaced = wormer_slot_binding(slot).map { Unmanaged<AnyBinding>.fromOpaque($0).takeRetainedValue() }
        wormer_set_slot_answer(slot, 0)
        wormer_set_slot_binding(slot, binding.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) })
        binding.map { wormer_set_slot_answer(slot, $0.answer) }
        return replaced
    }

    /// Shows readers what a binding that stands here answers now.
    func publish(_ binding: AnyBinding) {
        guard self[binding.key] === binding else {
            return
        }
        let slot =
            if let address = binding.key.address {
                wormer_find(root.pointee.table, address, binding.key.interfaceAddress)
            } else {
                binding.key.withName { wormer_find_name(root.pointee.table, $0) } ?? nil
            }
        slot.map { wormer_set_slot_answer($0, binding.answer) }
    }

    /// Takes every binding out.
    ///
    /// - Returns: The bindings.
    mutating func removeAll() -> [AnyBinding] {
        let removed = Table.bindings(in: root.pointee.table).map { $0.takeRetainedValue() } + others.values
        install(wormer_table_create(3))
        usedSlots = 0
        others = [:]
        return removed
    }

    private mutating func replaceOther(_ key: Key, with binding: AnyBinding?) -> AnyBinding? {
        let replaced = others.removeValue(forKey: key)
        // An equal identifier may have another name.
        replaced?.key.withName { name in
            wormer_find_name(root.pointee.table, name).map { wormer_set_slot_answer($0, 0) }
        }
        guard let binding else {
            return replaced
        }
        let slot = binding.key.withName { claimSlot($0) }
        // The binding's own key: who is handed the binding holds the user's identifier, whose `deinit` may do anything.
        others[binding.key] = binding
        slot.map { wormer_set_slot_answer($0, binding.answer) }
        return replaced
    }

    // MARK: - Slots

    private mutating func claimSlot(
        _ address: UnsafeRawPointer,
        _ interface: UnsafeRawPointer
    ) -> UnsafeMutablePointer<wormer_slot> {
        if let slot = wormer_find(root.pointee.table, address, interface) {
            return slot
        }
        makeRoomForSlot()
        return wormer_claim(root.pointee.table, address, interface)
    }

    private mutating func claimSlot(_ name: UnsafePointer<wormer_name>) -> UnsafeMutablePointer<wormer_slot> {
        if let slot = wormer_find_name(root.pointee.table, name) {
            return slot
        }
        makeRoomForSlot()
        return wormer_claim_name(root.pointee.table, name)
    }

    private mutating func makeRoomForSlot() {
        if usedSlots * 2 >= wormer_slot_count(root.pointee.table) {
            rebuild()
        }
        usedSlots += 1
    }

    /// Leaves the slots of removed bindings behind, and makes room for as many bindings again.
    private mutating func rebuild() {
        let bindings = Table.bindings(in: root.pointee.table).map { $0.takeUnretainedValue() }
        let logarithm = Int.bitWidth - ((bindings.count + others.count) * 4).leadingZeroBitCount
        let table = wormer_table_create(Int32(max(3, logarithm)))
        for binding in bindings {
            guard let address = binding.key.address else { continue }
            let slot = wormer_claim(table, address, binding.key.interfaceAddress)
            wormer_set_slot_binding(slot, Unmanaged.passUnretained(binding).toOpaque())
            wormer_set_slot_answer(slot, binding.answer)
        }
        usedSlots = bindings.count
        for binding in others.values {
            binding.key.withName { name in
                wormer_set_slot_answer(wormer_claim_name(table, name), binding.answer)
                usedSlots += 1
            }
        }
        install(table)
    }

    /// Turns readers over to another table.
    private func install(_ table: UnsafeMutablePointer<wormer_table>) {
        let replaced = root.pointee.table
        wormer_set_root_table(root, table)
        wormer_wait_for_readers()
        wormer_table_destroy(replaced)
    }

    private static func binding(of slot: UnsafeMutablePointer<wormer_slot>) -> AnyBinding? {
        wormer_slot_binding(slot).map { Unmanaged<AnyBinding>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func bindings(in table: UnsafeMutablePointer<wormer_table>) -> [Unmanaged<AnyBinding>] {
        (0..<wormer_slot_count(table)).compactMap {
            wormer_slot_binding(wormer_slot_at(table, $0)).map(Unmanaged.fromOpaque)
        }
    }
}
