/// The slots of an open scope, or of what is shared within one outermost lookup.
///
/// A binding has one for lookups outside overrides, and one for each override that has an instance of its own. A lookup
/// is one in the override of the current task.
///
/// A value that decides; whoever has it guards it with a lock, and releases what it removes after the lock.
struct Slots {
    /// The slot of a binding, for lookups in one override, or outside every one.
    struct Entry {
        fileprivate let identity: Identity
        let binding: Binding
        fileprivate(set) var slot: Slot
    }

    /// The address of a binding, and the number of an override or 0.
    ///
    /// Comparing these words takes no reference.
    fileprivate struct Identity: Hashable {
        let binding: ObjectIdentifier
        let override: Int
    }

    /// The entries, in any order.
    private(set) var entries: [Entry] = []

    /// The places of the entries, once there are more than a search is fast for.
    private var places: [Identity: Int]?

    /// The number of the override in which a scope was opened, whose lookups share the slots of those outside overrides.
    private let override: Int

    init(of override: Int = 0) {
        self.override = override
    }

    /// Whether the current task is in the override in which the scope was opened.
    var areOfTask: Bool { override == Override.number }

    // MARK: - Instances

    /// Claims the slot of a binding; see `Slot.claim`.
    ///
    /// In an override, the first look takes over the instance from outside, if there is one. Otherwise the override
    /// gets its own.
    ///
    /// - Returns: What the caller does, and whether the override gets an instance of its own, which ends with it.
    mutating func claim(
        _ binding: Binding,
        by owner: Owner,
        as purpose: Claim.Purpose
    ) -> (next: Next, isOfOverride: Bool) {
        let number = number()
        var gone: AnyInstance?
        if let place = place(of: binding, in: number) {
            return (entries[place].slot.claim(for: binding, by: owner, as: purpose, replacing: &gone), false)
        }
        let borrowed = number == 0 ? nil : instanceOutside(of: binding)
        let place = add(binding, number, Slot(borrowed, isBorrowed: true))
        let next = entries[place].slot.claim(for: binding, by: owner, as: purpose, replacing: &gone)
        return (next, borrowed == nil && number != 0)
    }

    /// Returns whether there is an instance of a binding, or somebody constructs one.
    func contain(_ binding: Binding) -> Bool {
        place(of: binding, in: number()) != nil || instanceOutside(of: binding) != nil
    }

    /// Returns the instance of a binding, or nil if there is none.
    @inline(__always)
    func instance(of binding: Binding) -> AnyInstance? {
        guard let place = place(of: binding, in: number()) else { return instanceOutside(of: binding) }
        return entries[place].slot.instance
    }

    /// Returns the instance that lookups outside the task's override find.
    private func instanceOutside(of binding: Binding) -> AnyInstance? {
        let place = Override.firstOutside(below: override) { self.place(of: binding, in: number($0)) }
        return place.flatMap { entries[$0].slot.instance }
    }

    /// Fills the slot of a binding, or gives it back without an instance; see `Slot.fill`.
    mutating func fill(
        _ binding: Binding,
        with instance: AnyInstance?,
        by owner: Owner
    ) -> Slot.Filled {
        // A thread may construct an instance of the same binding in another override.
        guard let place = place(of: binding, in: number()), entries[place].slot.claim?.owner == owner else {
            return (instance?.teardown, nil, false)
        }
        return entries[place].slot.fill(with: instance, by: owner)
    }

    /// Keeps an instance, unless the binding already has one.
    mutating func keep(_ instance: AnyInstance, for binding: Binding) {
        let number = number()
        let place = place(of: binding, in: number) ?? add(binding, number, Slot())
        entries[place].slot.keep(instance)
    }

    /// Drops the instance of a binding.
    ///
    /// In an override, an instance from outside is not used any more.
    ///
    /// - Returns: What the slot was, if there was one, and whether the override gets an instance of its own now.
    mutating func drop(_ binding: Binding) -> (slot: Slot?, isOfOverride: Bool) {
        let number = number()
        if let place = place(of: binding, in: number) {
            return (entries[place].slot.clear(), number != 0)
        }
        guard number != 0 else { return (nil, false) }
        _ = add(binding, number, Slot())
        return (nil, true)
    }

    /// Returns the number of an override, or 0 if its lookups share the slots of those outside overrides.
    private func number(_ override: Int = Override.number) -> Int { override == self.override ? 0 : override }

    // MARK: - Ending

    /// Whether somebody prepares or constructs an instance.
    var hasClaims: Bool { entries.contains { $0.slot.claim != nil } }

    /// Returns the constructions and the ends of one override or, if that is nil, of all.
    mutating func ends(of override: Int?) -> (underWay: [Construction], teardowns: [Teardown]) {
        var (underWay, teardowns): ([Construction], [Teardown]) = ([], [])
        for place in entries.indices where override == nil || entries[place].identity.override == override {
            entries[place].slot.constructionUnderWay(of: entries[place].binding).map { underWay.append($0) }
            entries[place].slot.teardown.map { teardowns.append($0) }
        }
        return (underWay, teardowns)
    }

    /// Removes the entries that nobody constructs, except those of provided values if they are kept, and lets those who
    /// construct an instance end it.
    ///
    /// - Returns: All entries, which the caller releases after the lock.
    mutating func close(keepingProvided keepsProvided: Bool) -> [Entry] {
        let all = entries
        entries = all.filter { $0.slot.claim != nil || keepsProvided && $0.binding.isProvided }
        for place in entries.indices {
            entries[place].slot.endWhenFilled()
        }
        places = nil
        return all
    }

    /// Removes the entry with the instance of a teardown.
    mutating func remove(_ teardown: Teardown) -> Entry? {
        // Lookups in the override in which a scope was opened share the slots of those outside overrides.
        for number in [teardown.override, 0] {
            if let place = place(of: teardown.binding, in: number), entries[place].slot.teardown === teardown {
                return removeEntry(at: place)
            }
        }
        return nil
    }

    // MARK: - Places

    @inline(__always)
    private func place(of binding: Binding, in override: Int) -> Int? {
        let identity = Identity(binding: ObjectIdentifier(binding), override: override)
        return places == nil ? entries.firstIndex { $0.identity == identity } : notedPlace(of: identity)
    }

    // Not inlined, because few scopes have as many instances.
    @inline(never)
    private func notedPlace(of identity: Identity) -> Int? { places?[identity] }

    private mutating func add(_ binding: Binding, _ override: Int, _ slot: consuming Slot) -> Int {
        if entries.isEmpty {
            entries.reserveCapacity(4)
        }
        let identity = Identity(binding: ObjectIdentifier(binding), override: override)
        entries.append(Entry(identity: identity, binding: binding, slot: slot))
        places?[identity] = entries.count - 1
        if places == nil, entries.count > 32 {
            places = Dictionary(uniqueKeysWithValues: zip(entries.map(\.identity), entries.indices))
        }
        return entries.count - 1
    }

    private mutating func removeEntry(at place: Int) -> Entry {
        entries.swapAt(place, entries.count - 1)
        let removed = entries.removeLast()
        places?[removed.identity] = nil
        if place < entries.count {
            places?[entries[place].identity] = place
        }
        return removed
    }
}
