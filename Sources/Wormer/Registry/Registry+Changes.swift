// Changing the bindings of a registry. The keys are compared, and bindings are decorated, outside the lock of the cell.
// If the cell has changed meanwhile, the change begins again.

extension Registry {
    /// What a cell has before a change.
    struct Current {
        /// The binding that a lookup finds, and whether it is the registry's own.
        let hit: Hit?
        let isOwn: Bool
        /// What is bound outside the override.
        let outside: Hit?
        /// The decorators for a binding of the key.
        let decorations: [AnyDecoration]
        let overridden: AnyBinding?
        /// The position among the contributions.
        let contribution: Int?
        fileprivate let version: Int
    }

    /// What a cell has after a change.
    struct Next {
        /// The binding, or nil if the key is unbound.
        var binding: AnyBinding?
        var decorations: [AnyDecoration]
        var overridden: AnyBinding?
        var replaced: ReplacedBinding?
        var contribution: Int?
        /// Whether what is outside the override is visible again.
        var showsOutside = false
        var isInherited = false
    }

    /// What a change removed from the details of a cell, to be released after the lock.
    typealias Details = (overridden: AnyBinding?, decorations: [AnyDecoration])

    /// Changes the binding of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: Returns what the cell has afterwards, or nil for no change.
    /// - Returns: The binding after the change.
    @discardableResult
    private func change(_ key: Key, _ change: (Current) -> Next?) -> AnyBinding? {
        while true {
            let holder = makeHolder(of: key)
            let current = current(key, in: holder)
            guard let next = change(current) else {
                (holder.owner as? KeyedCell).map(discard)
                return current.hit?.binding
            }
            let isHidden = next.binding == nil && current.outside != nil && !next.showsOutside
            let removed = holder.cell.withLock { cell -> (AnyBinding?, Slot, Details)? in
                guard cell.version == current.version, !cell.isGone else { return nil }
                let (binding, slot) = cell.bind(next.binding, isHidden: isHidden, isInherited: next.isInherited)
                return (binding, slot, cell.setDetails(next))
            }
            guard let removed else { continue }
            removed.1.abandon()
            finish(next, holder)
            return next.binding
        }
    }

    private func finish(_ next: Next, _ holder: Holder) {
        if next.binding?.hasEnd == true {
            state.withLock { $0.mayHaveEnds = true }
        }
        if let keyed = holder.owner as? KeyedCell {
            if next.binding == nil {
                discard(keyed)
            } else if next.contribution != nil {
                addContribution(keyed)
            }
        }
    }

    private func current(_ key: Key, in holder: Holder) -> Current {
        var outside = base?.peek(key)
        var position = outside?.contribution
        while let found = outside, !has(found) {
            // It was replaced outside before its position was read.
            outside = base?.peek(key)
            position = outside?.contribution
        }
        let (binding, isOwn, decorations, overridden, contribution, version) = holder.cell.withLock { cell in
            (
                cell.binding, cell.isHidden || cell.binding != nil && !cell.isDecided, cell.details?.decorations,
                cell.details?.overridden, cell.details?.contribution, cell.version
            )
        }
        let own = binding.map { Hit(binding: $0, cell: holder.cell, owner: holder.owner) }
        return Current(
            hit: isOwn ? own : outside,
            isOwn: isOwn,
            outside: outside,
            decorations: isOwn || base == nil ? decorations ?? [] : self.decorations(of: key),
            overridden: isOwn ? overridden : outside?.cell.withLock { $0.details?.overridden },
            contribution: isOwn ? (own == nil ? nil : contribution) : position,
            version: version
        )
    }

    /// Returns the decorators for bindings of a key.
    private func decorations(of key: Key) -> [AnyDecoration] {
        let own = holder(of: key)?.cell.withLock { cell -> [AnyDecoration]? in
            let decorations = cell.details?.decorations ?? []
            let isOwn = cell.isHidden || cell.binding != nil && !cell.isDecided || !decorations.isEmpty
            return isOwn ? decorations : nil
        }
        return own ?? base?.decorations(of: key) ?? []
    }

    // MARK: - One binding

    /// Registers a binding, replacing the one with the same key.
    @usableFromInline
    func insert(_ binding: AnyBinding) {
        change(binding.key) { taking(binding, $0) }
    }

    /// Returns the binding to register, with the decorators of its key, its position as a contribution, and the binding
    /// that it replaces.
    private func taking(_ binding: AnyBinding, _ current: Current, contribution: Int? = nil) -> Next {
        Next(
            binding: current.decorations.isEmpty ? binding : binding.decorated(by: current.decorations),
            decorations: current.decorations,
            replaced: current.replaced,
            contribution: current.contribution ?? contribution
        )
    }

    /// Registers a binding as a contribution to its interface, at the position of the contribution with the same key,
    /// or last.
    @usableFromInline
    func contribute(_ binding: AnyBinding) {
        let number = nextContribution()
        change(binding.key) { taking(binding, $0, contribution: number) }
    }

    /// Returns the number of the next contribution.
    @usableFromInline
    func nextContribution() -> Int {
        base?.nextContribution()
            ?? state.withLock { state in
                state.contributionCount += 1
                return state.contributionCount
            }
    }

    /// Decorates the current binding of a key and all later ones, and drops an existing instance.
    @usableFromInline
    func decorate(with decoration: AnyDecoration) {
        change(decoration.key) { current in
            Next(
                binding: current.hit?.binding.decorated(by: [decoration]),
                decorations: current.decorations + [decoration],
                overridden: current.overridden?.decorated(by: [decoration]),
                replaced: current.isOwn ? current.hit?.replaced : nil,
                contribution: current.contribution,
                showsOutside: !current.isOwn
            )
        }
    }

    /// Registers a binding with an assigned instance over the current binding.
    @usableFromInline
    func assign(_ binding: AnyBinding) {
        change(binding.key) { current in
            let bound = current.isOwn ? current.hit?.binding : nil
            return Next(
                binding: current.decorations.isEmpty ? binding : binding.decorated(by: current.decorations),
                decorations: current.decorations,
                overridden: bound?.isAssigned == true ? current.overridden : bound,
                replaced: current.isOwn ? current.hit?.replaced : nil,
                contribution: current.contribution
            )
        }
    }

    /// Removes an assigned instance, also one from outside the override.
    ///
    /// A binding without an assigned instance does not change.
    func unassign(_ key: Key) {
        change(key) { current in
            guard current.hit?.binding.isAssigned == true else { return nil }
            var next = Next(decorations: current.decorations, contribution: current.contribution)
            next.replaced = current.isOwn ? current.hit?.replaced : nil
            next.binding = current.isOwn ? current.overridden : nil
            if next.binding == nil, let outside = current.outside {
                next.binding = outside.binding.isAssigned ? base?.bindingWithoutAssignment(of: key) : nil
                next.showsOutside = !outside.binding.isAssigned
            }
            return next
        }
    }

    /// Returns the binding that a lookup would find if no instance were assigned.
    private func bindingWithoutAssignment(of key: Key) -> AnyBinding? {
        let own = holder(of: key)?.cell.withLock { cell in
            (binding: cell.binding, isHidden: cell.isHidden, overridden: cell.details?.overridden)
        }
        if let binding = own?.binding {
            return binding.isAssigned ? own?.overridden ?? base?.bindingWithoutAssignment(of: key) : binding
        }
        return own?.isHidden == true ? nil : base?.bindingWithoutAssignment(of: key)
    }

    /// Registers a binding that answers a lookup, unless its key is bound.
    func insertIfAbsent(_ key: Key, _ binding: () -> AnyBinding) {
        change(key) { current in
            guard current.hit == nil else { return nil }
            var next = taking(binding(), current)
            next.isInherited = true
            return next
        }
    }

    /// Removes a binding and its instance.
    ///
    /// A contribution loses its position.
    ///
    /// - Returns: Whether the key was bound.
    func remove(_ key: Key) -> Bool {
        guard peek(key) != nil else { return false }
        var isBound = false
        change(key) { current in
            isBound = current.hit != nil
            return isBound ? Next(decorations: current.decorations) : nil
        }
        return isBound
    }

    /// Removes all contributions to the element of an array.
    ///
    /// For another type with contributions, which stay, an isolated test records an issue.
    ///
    /// - Returns: Whether contributions were removed.
    func removeContributions(to interface: Any.Type, at location: CodeLocation) -> Bool {
        guard case .array(let element)? = TypeShape(interface) else {
            if Context.override?.isInTest == true, !contributions(to: interface).isEmpty {
                Report(unbinding: interface, at: location).record(at: location, endsProcess: false)
            }
            return false
        }
        let contributions = contributions(to: element)
        contributions.forEach { _ = remove($0.binding.key) }
        return !contributions.isEmpty
    }

    // MARK: - Many bindings

    /// Removes all bindings, decorators and contributions, one cell after the other, and the marks of modules.
    func removeAll() {
        state.withLock { ($0.modules, $0.dropped) = ([:], []) }
        for holder in holders {
            let removed = holder.cell.withLock { cell -> (AnyBinding?, Slot, Details) in
                let (binding, slot) = cell.bind(nil, isHidden: false, isInherited: false)
                return (binding, slot, cell.setDetails(Next(decorations: [])))
            }
            removed.1.abandon()
            (holder.owner as? KeyedCell).map(discard)
        }
    }

    /// Removes all assigned instances.
    func removeAssigned() {
        for hit in visibleHits where hit.binding.isAssigned {
            unassign(hit.binding.key)
        }
    }

    /// Drops the instances of one lifetime, or of all that have an end if it is nil, and keeps bindings and assigned
    /// instances.
    func dropInstances(of lifetime: Lifetime) {
        if base != nil {
            state.withLock { _ = $0.dropped.insert(lifetime) }
        }
        for holder in holders {
            let removed = holder.cell.withLock { cell -> Slot? in
                guard let binding = cell.binding, !binding.isAssigned, binding.lifetime == lifetime else { return nil }
                return cell.clear()
            }
            removed?.abandon()
        }
    }

    /// Returns a copy of what a lookup finds here, without instances, for an isolated test.
    ///
    /// - Parameter isInTest: Whether this registry belongs to a test, in which the lookups of the other one count as well.
    /// - Returns: The copy.
    func copied(fromTest isInTest: Bool) -> Registry {
        let copy = Registry(parent: nil, isOfTest: true, origin: isInTest ? self : nil)
        copy.belong(to: root.pointee.injector)
        copy.add(self)
        return copy
    }

    private func add(_ other: Registry) {
        for hit in other.visibleHits {
            let key = hit.binding.key
            let (decorations, overridden, contribution, replaced) = hit.cell.withLock { cell in
                (
                    cell.details?.decorations ?? [], cell.details?.overridden, cell.details?.contribution,
                    cell.details?.replaced
                )
            }
            let holder = makeHolder(of: key)
            let next = Next(
                binding: hit.binding,
                decorations: decorations,
                overridden: overridden,
                replaced: replaced,
                contribution: contribution,
                isInherited: true
            )
            holder.cell.withLock { cell in
                _ = cell.bind(next.binding, isHidden: false, isInherited: true)
                if !decorations.isEmpty || overridden != nil || contribution != nil || replaced != nil {
                    _ = cell.setDetails(next)
                }
            }
            finish(next, holder)
        }
        let installed = other.installedModules
        let count = other.contributionCount
        state.withLock { state in
            state.modules = installed
            state.contributionCount = count
        }
        for decoration in other.unusedDecorations {
            decorate(with: decoration)
        }
    }

    private var contributionCount: Int {
        base?.contributionCount ?? state.withLock { $0.contributionCount }
    }
}

extension Registry.Current {
    /// A record of the current binding for the one that replaces it, or nil if nothing was bound.
    ///
    /// An assigned instance counts as the binding that it overrides.
    fileprivate var replaced: ReplacedBinding? {
        guard let hit else { return nil }
        guard let binding = hit.binding.isAssigned ? overridden : hit.binding else { return nil }
        // What is only overridden is not replaced, but may declare a value.
        return ReplacedBinding(
            identity: binding.identity,
            location: isOwn && binding.identity != outside?.binding.identity ? binding.location : nil,
            scopeOfValue: hit.binding.isAssigned ? nil : hit.scopeOfValue
        )
    }
}

extension Cell {
    /// Sets the details that a change determines.
    ///
    /// - Returns: What was removed.
    fileprivate mutating func setDetails(_ next: Registry.Next) -> Registry.Details {
        let isPlain =
            next.decorations.isEmpty && next.overridden == nil && next.replaced == nil && next.contribution == nil
        guard details != nil || !isPlain else { return (nil, []) }
        return withDetails { details in
            let removed = (details.overridden, details.decorations)
            details.decorations = next.decorations
            details.overridden = next.overridden
            details.replaced = next.replaced
            details.contribution = next.contribution
            return removed
        }
    }
}
