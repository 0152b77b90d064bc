/// The instances of an open scope, or those that are shared within one outermost lookup.
package class InstanceCache: @unchecked Sendable {
    // Unchecked because the lock guards the state.

    /// The slot of a binding, for lookups in one override, or outside every one.
    struct Entry {
        let identity: Identity
        let binding: Binding
        var slot: Slot

        init(_ binding: Binding, _ override: Int?, _ slot: Slot) {
            identity = Identity(of: binding, in: override)
            (self.binding, self.slot) = (binding, slot)
        }
    }

    /// The address of a binding, and the number of an override or 0.
    ///
    /// Comparing these words takes no reference.
    struct Identity: Hashable {
        let binding: ObjectIdentifier
        let override: Int

        init(of binding: Binding, in override: Int?) {
            (self.binding, self.override) = (ObjectIdentifier(binding), override ?? 0)
        }
    }

    /// What an open scope goes through, each with the location of the call that ends it.
    enum Phase {
        case open
        /// The scopes inside end first, while lookups still find the instances.
        case ending(at: CodeLocation)
        /// Nothing more is kept.
        case over(at: CodeLocation)
    }

    struct State {
        /// The slots, in any order.
        fileprivate(set) var entries: [Entry] = []

        /// The places of the entries, once there are more than a search is fast for.
        private var places: [Identity: Int] = [:]

        fileprivate(set) var phase = Phase.open

        /// The ends of instances that have left their slots.
        var ends: [Teardown] = []

        // Of an open scope.

        /// The values that were provided for the scope, which lookups find until all instances have ended.
        var values: [AnyInstance] = []

        /// The scopes that were visible where this one was opened, in the order in which a lookup finds them.
        var visible: [OpenedScope] = []

        /// The scopes that were declared to be inside this one, until they have ended.
        var inner: [OpenedScope] = []

        /// Whether the scope is among those of the registry that are ending.
        var isListed = false

        /// Whether nothing more is kept.
        var hasEnded: Bool { if case .over = phase { true } else { false } }

        /// The location of the call that ends the scope.
        var end: CodeLocation? {
            switch phase {
            case .open: nil
            case .ending(let location), .over(let location): location
            }
        }

        /// Lets a call end the scope, unless another one does.
        mutating func beginEnding(at location: CodeLocation) {
            if case .open = phase {
                phase = .ending(at: location)
            }
        }

        /// Whether a binding has no instance any more.
        func isClosed(to binding: Binding) -> Bool { hasEnded && !(binding.isProvided && !values.isEmpty) }

        /// Returns the place of an entry.
        @inline(__always)
        func place(of binding: Binding, in override: Int?) -> Int? {
            let identity = Identity(of: binding, in: override)
            return entries.count > 32 ? place(of: identity) : entries.firstIndex { $0.identity == identity }
        }

        // Not inlined, because few scopes have as many instances.
        @inline(never)
        private func place(of identity: Identity) -> Int? { places[identity] }

        mutating func add(_ entry: consuming Entry) {
            if entries.isEmpty {
                entries.reserveCapacity(4)
            }
            entries.append(entry)
            if !places.isEmpty || entries.count > 32 {
                notePlaces()
            }
        }

        /// Notes the place of the last entry or, for the first time, of all.
        private mutating func notePlaces() {
            for place in entries.indices.suffix(places.isEmpty ? entries.count : 1) {
                places[entries[place].identity] = place
            }
        }

        /// Removes an entry, and returns it.
        mutating func removeEntry(at place: Int) -> Entry {
            entries.swapAt(place, entries.count - 1)
            let removed = entries.removeLast()
            if !places.isEmpty {
                places[removed.identity] = nil
                if place < entries.count {
                    places[entries[place].identity] = place
                }
            }
            return removed
        }

        /// Removes the entries that meet a condition, and returns them.
        mutating func removeEntries(where condition: (Entry) -> Bool) -> [Entry] {
            let all = entries
            entries = all.contains { !condition($0) } ? all.filter { !condition($0) } : []
            places = [:]
            if entries.count > 32 {
                notePlaces()
            }
            return entries.isEmpty ? all : all.filter(condition)
        }

        /// Releases what was kept until the end, if all instances have ended and none is under construction.
        ///
        /// - Returns: What is released, and whether the scope was listed; nil if that is not so.
        mutating func releaseIfDone() -> (entries: [Entry], values: [AnyInstance], isListed: Bool)? {
            guard hasEnded, ends.allSatisfy({ $0.failure != nil }), entries.allSatisfy({ $0.slot.claim == nil }) else {
                return nil
            }
            defer { (entries, places, values, isListed) = ([], [:], [], false) }
            return (entries, values, isListed)
        }
    }

    final let state = Guarded(State())

    init() {}

    deinit {
        state.free()
    }

    /// The override whose lookups have slots of their own here; nil for those of the override in which a scope was
    /// opened.
    private final func ownOverride() -> Override? { Context.override.flatMap { ownOverride(in: $0) } }

    /// Whether the cache has not ended.
    final var isOpen: Bool { state.withLock { !$0.hasEnded } }

    // MARK: - Instances

    /// Claims the slot of a binding; see `Slot.claim`.
    ///
    /// In an override, the first look takes over the instance from outside, if there is one. Otherwise the override gets
    /// its own.
    ///
    /// - Returns: What the caller does.
    /// - Throws: The reason why a scope keeps no more instances.
    final func claim(_ binding: Binding, by owner: Owner, as purpose: Claim.Purpose) throws -> Next {
        let override = ownOverride()
        let (next, isNew) = state.withLock { state -> (Next?, Bool) in
            if state.isClosed(to: binding) {
                return (nil, false)
            }
            var gone: AnyInstance?
            let known = state.place(of: binding, in: override?.id)
            if known == nil {
                let slot = Slot(override.flatMap { outside($0, binding, in: &state) }, isBorrowed: true)
                guard slot.instance != nil || !state.hasEnded else { return (nil, false) }
                state.add(Entry(binding, override?.id, slot))
            }
            let place = known ?? state.entries.endIndex - 1
            let next = state.entries[place].slot.claim(for: binding, by: owner, as: purpose, replacing: &gone)
            return (next, known == nil)
        }
        guard let next else { throw LookupError.failed((self as? OpenedScope)?.failure ?? .notBound) }
        if isNew, let override, case .construct = next {
            note(override)
        }
        return next
    }

    /// Returns the instance that lookups outside an override find.
    private final func outside(_ override: Override, _ binding: Binding, in state: inout State) -> AnyInstance? {
        var inner = override
        while !inner.isIsolated {
            let outer = ownOverride(in: inner.outer)
            if let place = state.place(of: binding, in: outer?.id) {
                return state.entries[place].slot.instance
            }
            guard let outer else { return nil }
            inner = outer
        }
        return nil
    }

    /// Notes that an override has an instance here, which ends with it.
    func note(_ override: Override) {}

    /// Returns an override, or nil if its lookups share the slots of the override in which a scope was opened.
    func ownOverride(in override: Override?) -> Override? { override }

    /// Returns the instance of a binding, or nil if there is none or the cache has ended.
    final func instance(of binding: Binding) -> AnyInstance? {
        let override = ownOverride()
        return state.withLock { state in
            if state.isClosed(to: binding) {
                return nil
            }
            if let place = state.place(of: binding, in: override?.id) {
                return state.entries[place].slot.instance
            }
            guard let override else { return nil }
            return outside(override, binding, in: &state)
        }
    }

    /// Fills the slot of a binding, or gives it back without an instance.
    ///
    /// - Returns: The end of the instance if the cache does not keep it, those who wait, and whether the cache has ended.
    final func fill(
        with instance: AnyInstance?,
        of binding: Binding,
        by owner: Owner
    ) -> (late: Teardown?, waiting: Construction?, hasEnded: Bool) {
        let override = ownOverride()?.id
        var removed: Entry?
        let filled = state.withLock { state -> (Teardown?, Construction?, Bool) in
            // A thread may construct an instance of the same binding in another override.
            guard let place = state.place(of: binding, in: override), state.entries[place].slot.claim?.owner == owner
            else {
                return (instance?.teardown, nil, state.hasEnded)
            }
            let (late, waiting) = state.entries[place].slot.fill(with: instance, by: owner)
            guard state.hasEnded else { return (late, waiting, false) }
            removed = state.removeEntry(at: place)
            return (instance?.teardown, waiting, true)
        }
        extendLifetime(removed)
        return filled
    }

    /// Keeps an instance, unless the binding already has one or the cache has ended.
    final func keep(_ instance: AnyInstance, for binding: Binding) {
        let override = ownOverride()
        state.withLock { state in
            guard !state.hasEnded else { return }
            if let place = state.place(of: binding, in: override?.id) {
                state.entries[place].slot.keep(instance)
            } else {
                state.add(Entry(binding, override?.id, Slot(instance)))
            }
        }
    }

    /// Drops the instance of a binding.
    ///
    /// In an override, an instance from outside is not used any more.
    ///
    /// - Returns: The slot, which the caller abandons and whose instance it ends, or nil if there was none.
    final func drop(_ binding: Binding) -> Slot? {
        let override = ownOverride()
        let (dropped, isNew) = state.withLock { state -> (Slot?, Bool) in
            if let place = state.place(of: binding, in: override?.id) {
                // Another ending always finds the end.
                state.entries[place].slot.teardown.map { state.ends.add($0) }
                return (state.entries[place].slot.clear(), false)
            }
            guard let override, !state.hasEnded else { return (nil, false) }
            state.add(Entry(binding, override.id, Slot()))
            return (nil, true)
        }
        if isNew, let override {
            note(override)
        }
        return dropped
    }

    // MARK: - Ending

    /// Ends the cache, so that nothing more is kept in it, except provided values until all instances have ended.
    ///
    /// - Returns: What the caller awaits, and what it ends: also what has left its slot before.
    final func close() -> (underWay: [Construction], items: [Ending.Item]) {
        let (underWay, teardowns, removed) = state.withLock { state -> ([Construction], [Teardown], [Entry]) in
            state.end.map { state.phase = .over(at: $0) }
            let keepsProvided = !state.values.isEmpty
            let removed = state.removeEntries { $0.slot.claim == nil && !(keepsProvided && $0.binding.isProvided) }
            for entry in removed {
                entry.slot.teardown.map { state.ends.add($0) }
            }
            let (underWay, teardowns) = state.ends(of: nil)
            return (underWay, teardowns, removed)
        }
        extendLifetime(removed)
        return (underWay, teardowns.map { ($0, self) })
    }

    /// Returns what an override has to await and to end here.
    final func items(of override: Int) -> (underWay: [Construction], items: [Ending.Item]) {
        let (underWay, teardowns) = state.withLock { $0.ends(of: override) }
        return (underWay, teardowns.map { ($0, self) })
    }

    func endDidFinish() {}
}

extension InstanceCache.State {
    /// Returns the constructions and the ends of one override or, if that is nil, of all.
    fileprivate mutating func ends(of override: Int?) -> ([Construction], [Teardown]) {
        var underWay: [Construction] = []
        var teardowns = ends.filter { override == nil || $0.override == override }
        for place in entries.indices where override == nil || entries[place].identity.override == override {
            let binding = entries[place].binding
            entries[place].slot.constructionUnderWay(of: binding).map { underWay.append($0) }
            entries[place].slot.teardown.map { teardowns.append($0) }
        }
        return (underWay, teardowns)
    }
}

extension InstanceCache: EndKeeper {
    final func withEnds<Result>(_ body: (inout [Teardown]) -> Result) -> Result {
        state.withLock { body(&$0.ends) }
    }

    final func remove(_ teardown: Teardown) -> AnyObject? {
        let removed = state.withLock { state -> Entry? in
            // Lookups in the override in which a scope was opened share the slots of those outside overrides.
            for override in [teardown.override, nil] {
                let place = state.place(of: teardown.binding, in: override)
                if let place, state.entries[place].slot.teardown === teardown {
                    return state.removeEntry(at: place)
                }
            }
            return nil
        }
        return removed?.slot.instance
    }
}
