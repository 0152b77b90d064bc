/// The instances of an open scope, or those that are shared within one outermost lookup.
package class InstanceCache: @unchecked Sendable {
    // Unchecked because the lock guards the state.

    /// The slot of a binding, for lookups in one override, or outside every one.
    struct Entry {
        let identity: (binding: UInt, override: Int)
        let binding: Binding
        var slot: Slot

        init(_ binding: Binding, _ override: Int?, _ slot: Slot) {
            identity = Entry.identity(of: binding, override)
            (self.binding, self.slot) = (binding, slot)
        }

        /// The address of a binding, and the number of an override or 0.
        ///
        /// Comparing these words takes no reference.
        static func identity(of binding: Binding, _ override: Int?) -> (binding: UInt, override: Int) {
            (UInt(bitPattern: ObjectIdentifier(binding)), override ?? 0)
        }
    }

    struct State {
        var entries: [Entry] = []
        var hasEnded = false

        /// The ends of instances that have left their slots.
        var ends: [Teardown] = []

        // Of an open scope.

        /// The values that were provided for the scope, which lookups find until all instances have ended.
        var values: [AnyInstance] = []

        /// The scopes that were visible where this one was opened, in the order in which a lookup finds them.
        var visible: [OpenedScope] = []

        /// The scopes that were declared to be inside this one, until they have ended.
        var inner: [OpenedScope] = []

        /// The location of the call that ends the scope.
        var end: CodeLocation?

        /// Whether the scope is among those of the registry that are ending.
        var isListed = false

        /// Whether a binding has no instance any more.
        func isClosed(to binding: Binding) -> Bool { hasEnded && !(binding.isProvided && !values.isEmpty) }

        /// Returns the place of an entry.
        ///
        /// A linear search is faster than a dictionary until there are hundreds of entries.
        ///
        /// - Complexity: O(*n*), where *n* is the number of entries.
        func place(of binding: Binding, in override: Int?) -> Int? {
            let identity = Entry.identity(of: binding, override)
            return entries.firstIndex { $0.identity == identity }
        }

        mutating func add(_ entry: consuming Entry) {
            if entries.isEmpty {
                entries.reserveCapacity(4)
            }
            entries.append(entry)
        }

        /// Removes the entries that meet a condition, and returns them.
        mutating func removeEntries(where condition: (Entry) -> Bool) -> [Entry] {
            guard entries.contains(where: { !condition($0) }) else {
                defer { entries = [] }
                return entries
            }
            let removed = entries.filter(condition)
            entries.removeAll(where: condition)
            return removed
        }

        /// Releases what was kept until the end, if all instances have ended and none is under construction.
        ///
        /// - Returns: What is released, and whether the scope was listed; nil if that is not so.
        mutating func releaseIfDone() -> (entries: [Entry], values: [AnyInstance], isListed: Bool)? {
            guard hasEnded, ends.allSatisfy({ $0.failure != nil }), entries.allSatisfy({ $0.slot.owner == nil }) else {
                return nil
            }
            defer { (entries, values, isListed) = ([], [], false) }
            return (entries, values, isListed)
        }
    }

    final let state = Guarded(State())

    package init() {}

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
    final func claim(_ binding: Binding, by owner: Owner, as claim: Claim) throws -> Next {
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
            let next = state.entries[place].slot.claim(for: binding, by: owner, as: claim, replacing: &gone)
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

    /// Ends the construction of a binding's instance.
    ///
    /// - Returns: The end of the instance if the cache does not keep it, those who wait, and whether the cache has ended.
    final func finish(
        _ instance: AnyInstance?,
        of binding: Binding,
        by owner: Owner
    ) -> (late: Teardown?, waiting: Construction?, hasEnded: Bool) {
        let override = ownOverride()?.id
        var removed: [Entry] = []
        let finished = state.withLock { state -> (Teardown?, Construction?, Bool) in
            // A thread may construct an instance of the same binding in another override.
            guard let place = state.place(of: binding, in: override), state.entries[place].slot.owner == owner else {
                return (instance?.teardown, nil, state.hasEnded)
            }
            let (late, waiting) = state.entries[place].slot.finish(instance, by: owner)
            guard state.hasEnded else { return (late, waiting, false) }
            let identity = Entry.identity(of: binding, override)
            removed = state.removeEntries { $0.identity == identity }
            return (instance?.teardown, waiting, true)
        }
        extendLifetime(removed)
        return finished
    }

    /// Keeps an instance, unless the binding already has one or the cache has ended.
    final func keep(_ instance: AnyInstance, for binding: Binding) {
        let override = ownOverride()
        state.withLock { state in
            guard !state.hasEnded else { return }
            if let place = state.place(of: binding, in: override?.id) {
                state.entries[place].slot.fill(with: instance)
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
            state.hasEnded = true
            let keepsProvided = !state.values.isEmpty
            let removed = state.removeEntries { $0.slot.owner == nil && !(keepsProvided && $0.binding.isProvided) }
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
        let removed = state.withLock { $0.removeEntries { $0.slot.teardown === teardown } }
        return removed.first?.slot.instance
    }
}
