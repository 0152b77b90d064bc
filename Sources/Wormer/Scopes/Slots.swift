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

    /// The override in which a scope was opened, whose lookups share the slots of those outside overrides.
    private let home: Int?

    init(of home: Int? = nil) {
        self.home = home
    }

    // MARK: - Instances

    /// Claims the slot of a binding; see `Slot.claim`.
    ///
    /// In an override, the first look takes over the instance from outside, if there is one. Otherwise the override
    /// gets its own.
    ///
    /// - Returns: What the caller does, and the override if it gets an instance of its own, which ends with it.
    mutating func claim(
        _ binding: Binding,
        in override: Override? = Context.override,
        by owner: Owner,
        as purpose: Claim.Purpose
    ) -> (next: Next, newIn: Override?) {
        let number = number(of: override)
        var gone: AnyInstance?
        if let place = place(of: binding, in: number) {
            return (entries[place].slot.claim(for: binding, by: owner, as: purpose, replacing: &gone), nil)
        }
        let borrowed = outside(override, binding)
        let place = add(binding, number, Slot(borrowed, isBorrowed: true))
        let next = entries[place].slot.claim(for: binding, by: owner, as: purpose, replacing: &gone)
        return (next, borrowed == nil && number != 0 ? override : nil)
    }

    /// Returns whether there is an instance of a binding, or somebody constructs one.
    func contain(_ binding: Binding, in override: Override? = Context.override) -> Bool {
        place(of: binding, in: number(of: override)) != nil || outside(override, binding) != nil
    }

    /// Returns the instance of a binding, or nil if there is none.
    @inline(__always)
    func instance(of binding: Binding, in override: Override? = Context.override) -> AnyInstance? {
        guard let place = place(of: binding, in: number(of: override)) else { return outside(override, binding) }
        return entries[place].slot.instance
    }

    /// Returns the instance that lookups outside an override find.
    @inline(__always)
    private func outside(_ override: Override?, _ binding: Binding) -> AnyInstance? {
        override.flatMap { instance(of: binding, outside: $0) }
    }

    private func instance(of binding: Binding, outside override: Override) -> AnyInstance? {
        guard number(of: override) != 0, !override.isIsolated else { return nil }
        if let place = place(of: binding, in: number(of: override.outer)) {
            return entries[place].slot.instance
        }
        return outside(override.outer, binding)
    }

    /// Fills the slot of a binding, or gives it back without an instance; see `Slot.fill`.
    mutating func fill(
        _ binding: Binding,
        in override: Override? = Context.override,
        with instance: AnyInstance?,
        by owner: Owner
    ) -> Slot.Filled {
        // A thread may construct an instance of the same binding in another override.
        guard let place = place(of: binding, in: number(of: override)), entries[place].slot.claim?.owner == owner else {
            return (instance?.teardown, nil, false)
        }
        return entries[place].slot.fill(with: instance, by: owner)
    }

    /// Keeps an instance, unless the binding already has one.
    mutating func keep(_ instance: AnyInstance, for binding: Binding, in override: Override? = Context.override) {
        let number = number(of: override)
        let place = place(of: binding, in: number) ?? add(binding, number, Slot())
        entries[place].slot.keep(instance)
    }

    /// Drops the instance of a binding.
    ///
    /// In an override, an instance from outside is not used any more.
    ///
    /// - Returns: What the slot was, if there was one, and the override if it has a slot of its own now.
    mutating func drop(_ binding: Binding, in override: Override? = Context.override) -> (slot: Slot?, newIn: Override?)
    {
        let number = number(of: override)
        if let place = place(of: binding, in: number) {
            return (entries[place].slot.clear(), nil)
        }
        guard number != 0 else { return (nil, nil) }
        _ = add(binding, number, Slot())
        return (nil, override)
    }

    /// Returns the number of an override, or 0 if its lookups share the slots of those outside overrides.
    private func number(of override: Override?) -> Int { override.map { $0.id == home ? 0 : $0.id } ?? 0 }

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
        for number in [teardown.override ?? 0, 0] {
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
        if places != nil || entries.count > 32 {
            notePlaces()
        }
        return entries.count - 1
    }

    /// Notes the place of the last entry or, for the first time, of all.
    private mutating func notePlaces() {
        let new = entries.indices.suffix(places == nil ? entries.count : 1)
        places = places ?? [:]
        for place in new {
            places?[entries[place].identity] = place
        }
    }

    private mutating func removeEntry(at place: Int) -> Entry {
        entries.swapAt(place, entries.count - 1)
        let removed = entries.removeLast()
        places?[removed.identity] = nil
        if places != nil, place < entries.count {
            places?[entries[place].identity] = place
        }
        return removed
    }
}
