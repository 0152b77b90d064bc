import CWormer

/// The bindings of one injector and the instances they have made.
@usableFromInline
package final class Storage: @unchecked Sendable {
    /// Guards the table and the cells of its bindings.
    ///
    /// No user code runs while it is held: a `deinit` may call the injector, so what is taken out of the table is
    /// released outside, by `take`.
    @usableFromInline let lock: Lock

    // The lock excludes what the compiler would watch for.
    @exclusivity(unchecked) private var table: Table

    /// Who wants to know what is asked for, if anybody does.
    private let usage: UsageLog?

    /// What is put around the implementations of a key, in order of registration.
    @exclusivity(unchecked) private var decorations: [Key: [AnyDecoration]] = [:]

    /// The keys that were contributed to each interface, in order of contribution.
    @exclusivity(unchecked) private var contributions: [ObjectIdentifier: [Key]] = [:]
    @exclusivity(unchecked) private var contributionCounts: [ObjectIdentifier: Int] = [:]

    convenience init() {
        self.init(usage: nil)
    }

    private init(usage: UsageLog?) {
        lock = Lock()
        let table = Table()
        root = table.root
        self.table = table
        self.usage = usage
    }

    /// Where readers begin; beside the table, so that they do not touch what the lock guards.
    let root: UnsafeMutablePointer<wormer_root>

    // MARK: - Looking up

    /// Looks a key up.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - result: Where to put the shared instance if it is made; memory for one of the key's interface.
    ///   - binding: Told the binding if there is one that has no instance at hand.
    /// - Returns: Whether there is a shared instance.
    func findInstance(
        for key: Key,
        into result: UnsafeMutableRawPointer,
        otherwise binding: inout AnyBinding?
    ) -> Bool {
        guard let address = key.address else {
            return lock.withLock {
                guard let found = table[key] else {
                    return false
                }
                usage?.note(found)
                let isMade = found.copyInstance(to: result)
                if !isMade {
                    binding = found
                }
                return isMade
            }
        }
        let thread = wormer_begin_reading()
        defer { wormer_end_reading(thread) }
        guard let slot = wormer_find(wormer_root_table(root), address, key.interfaceAddress),
            let found = wormer_slot_binding(slot)
        else {
            return false
        }
        // What stands in a table lives while it is read.
        let unretained = Unmanaged<AnyBinding>.fromOpaque(found)
        if let usage {
            unretained._withUnsafeGuaranteedRef { usage.note($0) }
        }
        let answer = wormer_slot_answer(slot)
        guard answer != 0, answer & 1 == 0 else {
            binding = unretained.takeUnretainedValue()
            return false
        }
        unretained._withUnsafeGuaranteedRef { $0.copyInstance(at: answer, to: result) }
        return true
    }

    /// What a request that can wait finds.
    enum Finding<P> {
        case instance(P)
        case binding(Binding<P>)
    }

    /// Looks a key of `P` up.
    func find<P>(_ key: Key, as interface: P.Type) -> Finding<P>? {
        withUnsafeTemporaryAllocation(of: interface, capacity: 1) { place in
            let result = place.baseAddress.unsafelyUnwrapped
            var binding: AnyBinding?
            if findInstance(for: key, into: UnsafeMutableRawPointer(result), otherwise: &binding) {
                return .instance(result.move())
            }
            // The key proves the type: `insert` files a `Binding<P>` under a key of `P` and nothing else.
            return binding.map { .binding(unsafeDowncast($0, to: Binding<P>.self)) }
        }
    }

    /// The binding that stands under a key, and whether it has an instance.
    func standing(_ key: Key) -> (binding: AnyBinding?, isMade: Bool) {
        lock.withLock {
            let binding = table[key]
            return (binding, binding?.madeInstance != nil)
        }
    }

    func contains(_ key: Key) -> Bool {
        lock.withLock { table[key] != nil }
    }

    /// Every binding with the shared instance it has made and what its initializer asked for, in no particular order.
    package func census() -> [(binding: AnyBinding, instance: Any?, observations: [Key]?)] {
        lock.withLock { table.bindings.map { ($0, $0.madeInstance, $0.observations) } }
    }

    // MARK: - Changing

    /// Makes a change under the lock, and releases the binding that it took out when nobody can be using it any more.
    @inline(__always)
    @discardableResult
    private func take(_ change: () -> AnyBinding?) -> Bool {
        guard let taken = lock.withLock(change) else {
            return false
        }
        wormer_wait_for_readers()
        Retired.keepWhileMade(taken)
        return true
    }

    /// Makes a change under the lock, and releases what it took out when nobody can be using it any more.
    private func takeAll<Others>(_ change: () -> (bindings: [AnyBinding], others: Others)) {
        let taken = lock.withLock(change)
        wormer_wait_for_readers()
        taken.bindings.forEach(Retired.keepWhileMade)
    }

    /// Files a binding under its key, in place of the one that was there.
    @usableFromInline
    func insert(_ binding: AnyBinding) {
        take { table.replace(binding.key, with: decorated(binding)) }
    }

    /// Called with the lock held.
    private func decorated(_ binding: AnyBinding) -> AnyBinding {
        if decorations.isEmpty {
            return binding
        }
        return decorations[binding.key, default: []].reduce(binding) { $0.decorated(by: $1, lock: lock) }
    }

    /// Puts a decoration around what is bound to its key, now and later, and drops the instance that is made.
    @usableFromInline
    func decorate(with decoration: AnyDecoration) {
        take {
            decorations[decoration.key, default: []].append(decoration)
            return table[decoration.key].flatMap { binding in
                let decorated = binding.decorated(by: decoration, lock: lock)
                usage?.note(decorated, inPlaceOf: binding)
                return table.replace(binding.key, with: decorated)
            }
        }
    }

    /// Files a binding as one more contribution to its interface, in the place of an earlier one of the same key.
    @usableFromInline
    func contribute(_ binding: AnyBinding) {
        take {
            var keys = contributions[ObjectIdentifier(binding.key.interface), default: []]
            if let place = keys.firstIndex(of: binding.key) {
                // The binding that is taken out holds what stood here, which is released with it outside the lock.
                keys[place] = binding.key
            } else {
                keys.append(binding.key)
            }
            contributions[ObjectIdentifier(binding.key.interface)] = keys
            return table.replace(binding.key, with: decorated(binding))
        }
    }

    /// A number for one more contribution to an interface.
    @usableFromInline
    func nextContribution(to interface: Any.Type) -> Int {
        lock.withLock {
            let number = contributionCounts[ObjectIdentifier(interface), default: 0] + 1
            contributionCounts[ObjectIdentifier(interface)] = number
            return number
        }
    }

    /// The keys that were contributed to each interface, in order of contribution.
    func allContributions() -> [ObjectIdentifier: [Key]] {
        lock.withLock { contributions }
    }

    /// The keys that were contributed to an interface and are bound, in order of contribution.
    func contributions(to interface: Any.Type) -> [Key] {
        lock.withLock { contributions[ObjectIdentifier(interface), default: []].filter { table[$0] != nil } }
    }

    /// Files a binding that holds an assigned instance, over the one that was there.
    func assign<P>(_ binding: Binding<P>) {
        take {
            binding.override(table[binding.key], lock: lock)
            return table.replace(binding.key, with: binding)
        }
    }

    /// Takes an assigned instance back; a binding that holds none stays as it is.
    func unassign(_ key: Key) {
        take { table[key].flatMap { $0.isAssigned ? table.replace(key, with: $0.overridden) : nil } }
    }

    /// Files a binding under its key unless there is one already, to answer a request.
    ///
    /// - Returns: The binding that stands there now.
    func insertIfAbsent<P>(_ binding: @autoclosure () -> Binding<P>, for key: Key) -> Binding<P> {
        lock.withLock {
            if let standing = table[key] {
                // The key proves the type: `insert` files a `Binding<P>` under a key of `P` and nothing else.
                return unsafeDowncast(standing, to: Binding<P>.self)
            }
            let binding = binding()
            usage?.note(binding)
            _ = table.replace(key, with: binding)
            return binding
        }
    }

    /// Removes a binding and its instance; a contribution loses its place in the order.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func remove(_ key: Key) -> Bool {
        take {
            contributions[ObjectIdentifier(key.interface)]?.removeAll { $0 == key }
            return table.replace(key, with: nil)
        }
    }

    /// Removes every binding, decoration and contribution.
    ///
    /// Contributions are counted on: one that has its number already is filed under it later, and no other may be.
    func removeAll() {
        takeAll {
            defer { (decorations, contributions) = ([:], [:]) }
            return (table.removeAll(), decorations)
        }
    }

    /// Removes what was assigned.
    func removeAssigned() {
        takeAll {
            (table.bindings.filter(\.isAssigned).compactMap { table.replace($0.key, with: $0.overridden) }, ())
        }
    }

    /// Drops the instances of one lifetime and keeps the bindings and what was assigned.
    func dropInstances(of lifetime: Lifetime) {
        takeAll {
            let cells = table.bindings.filter { $0.lifetime == lifetime && !$0.isAssigned }.map { binding in
                defer { table.publish(binding) }
                return binding.dropInstance(lock: lock)
            }
            return ([], cells)
        }
    }

    /// Drops the instances of some lifetimes, but for those that an override found made.
    ///
    /// - Returns: What ends them.
    func endInstances(of isEnding: (Lifetime) -> Bool) -> [Ending] {
        var endings: [Ending] = []
        takeAll {
            let cells = table.bindings.filter { isEnding($0.lifetime) && !$0.isAssigned }.map { binding -> AnyCell? in
                defer { table.publish(binding) }
                guard let cell = binding.dropInstance(lock: lock) else {
                    return nil
                }
                if cell.lock === lock, let ending = cell.takeEnding() {
                    endings.append(ending)
                }
                return cell
            }
            return ([], cells)
        }
        return endings
    }

    /// Shows readers what a binding answers now, if it stands here.
    ///
    /// Called with the lock held.
    func publish(_ binding: AnyBinding) {
        table.publish(binding)
    }

    // MARK: - Copying

    /// The same bindings, for an override.
    ///
    /// - Parameters:
    ///   - keepingInstances: Whether the copy shares the instances that are made.
    ///   - loggingUsage: Whether the copy notes what is asked for; it does too where this storage does.
    /// - Returns: The copy.
    func copy(keepingInstances: Bool, loggingUsage: Bool) -> Storage {
        lock.withLock {
            let isLogging = loggingUsage || usage != nil
            let copy = Storage(usage: isLogging ? UsageLog(inherited: table.bindings, outer: usage) : nil)
            // Elements one by one: a buffer that two storages share is changed in place by the one that is left with
            // it, and what orders that after the other's reading is hidden from ThreadSanitizer.
            copy.decorations = decorations.mapValues { $0.map { $0 } }
            copy.contributions = contributions.mapValues { $0.map { $0 } }
            copy.contributionCounts = contributionCounts.mapValues { $0 }
            for binding in table.bindings {
                _ = copy.table.replace(
                    binding.key,
                    with: binding.copy(keepingInstance: keepingInstances, lock: copy.lock)
                )
            }
            return copy
        }
    }

    /// The bindings that are not copied from another storage, and whether each of them was asked for.
    func ownBindings() -> [(binding: AnyBinding, isUsed: Bool)] {
        usage?.own(among: lock.withLock { table.bindings }) ?? []
    }
}
