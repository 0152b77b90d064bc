// Changing the bindings of a registry. A cell changes under its lock; keys are compared before.

extension Registry {
    /// Changes what is bound to a key, unless the change does not apply.
    ///
    /// - Returns: The cell, or nil if the change did not apply.
    @discardableResult
    private func change(_ key: Key, _ edit: Edit) -> Holder? {
        while true {
            let holder = makeHolder(of: key)
            let isBoundOutside = base.map { !holder.withLock(\.isUnused) || $0.contains(key) } ?? false
            if let applied = perform(edit, in: holder, afterCopying: isBoundOutside) {
                return applied ? holder : nil
            }
        }
    }

    /// Performs a change.
    ///
    /// - Parameters:
    ///   - edit: The change.
    ///   - holder: The cell.
    ///   - isBoundOutside: Whether the cell must have a copy of what is outside the override, which a reset removes.
    /// - Returns: Whether the change applied; nil if the cell has left the registry, or has no copy.
    @discardableResult
    func perform(_ edit: Edit, in holder: Holder, afterCopying isBoundOutside: Bool = false) -> Bool? {
        var change = Change()
        var (isBound, hasEnd) = (true, false)
        let applied = holder.withLock { cell -> Bool? in
            if cell.isGone || cell.isUnused && isBoundOutside {
                return nil
            }
            guard edit.applies(to: cell.binding) else { return false }
            cell.perform(edit, isInOverride: base != nil, &change)
            (isBound, hasEnd) = (cell.binding != nil, cell.binding?.hasEnd == true)
            return true
        }
        // This also keeps until now what is released after the lock.
        change.slot.abandon()
        noteReplaced(change)
        if hasEnd {
            noteEnd()
        }
        if !isBound, let keyed = holder.owner as? KeyedCell {
            discard(keyed)
        }
        return applied
    }

    /// Returns the decorators for bindings of a key.
    func decorations(of key: Key) -> [Decoration] { holder(of: key)?.withLock(\.decorations) ?? [] }

    // MARK: - One binding

    /// Registers a binding, replacing the one with the same key.
    func insert(_ binding: Binding) {
        warn(of: binding)
        change(binding.key, .bind(binding))
    }

    /// Registers a binding as a contribution to its interface, at the position of the contribution with the same key,
    /// or last.
    @usableFromInline
    func contribute(_ binding: Binding) {
        warn(of: binding)
        addDecorators(toContribution: binding.key)
        change(binding.key, .contribute(binding, in: self))
        // One that was registered meanwhile may not have found this contribution.
        addDecorators(toContribution: binding.key)
    }

    /// Returns the number of the next contribution.
    func nextContribution() -> Int {
        base?.nextContribution()
            ?? state.withLock { state in
                state.contributionCount += 1
                return state.contributionCount
            }
    }

    /// Decorates the current binding of a key and all later ones, and drops an existing instance.
    @usableFromInline
    func decorate(with decoration: Decoration) {
        change(decoration.key, .decorate(decoration))
    }

    /// Decorates the contributions to an interface, and all later ones.
    @usableFromInline
    func decorateContributions(with decoration: Decoration) {
        // Contributions that are added from here on find it.
        decorate(with: decoration)
        contributions(to: decoration.key.interface).forEach { addDecorators(toContribution: $0.binding.key) }
    }

    /// Lets the decorators of all contributions apply to one.
    private func addDecorators(toContribution key: Key) {
        for decoration in decorations(of: Key(ofContributionsTo: key.interface)) {
            change(key, .decorate(decoration))
        }
    }

    /// Registers a binding with an assigned instance over the current binding.
    func assign(_ binding: Binding) {
        warn(of: binding)
        change(binding.key, .assign(binding))
        dropCalls(of: binding.key)
    }

    /// Removes an assigned instance, in an override also one from outside.
    ///
    /// A binding without an assigned instance does not change.
    package func unassign(_ key: Key, droppingCalls: Bool = true) {
        if change(key, .unassign) != nil, droppingCalls {
            dropCalls(of: key)
        }
    }

    /// Returns what a lookup finds or, if that is nothing, registers a binding that answers it.
    ///
    /// Whoever registers the binding uses it, and doesn't search for it again: a search for arguments that aren't equal to
    /// themselves finds nothing.
    func findOrInsert(_ key: Key, _ make: () -> Binding) -> Hit {
        while true {
            if let known = look(key) {
                return known
            }
            let binding = make()
            if let holder = change(binding.key, .bindIfAbsent(binding)) {
                return Hit(binding: binding, holder: holder)
            }
            // Another thread was faster.
        }
    }

    /// Removes a binding and its instance.
    ///
    /// A contribution loses its position.
    ///
    /// - Returns: Whether the key was bound.
    func remove(_ key: Key) -> Bool {
        contains(key) && change(key, .remove) != nil
    }

    /// Removes all contributions to the element of an array.
    ///
    /// For another type with contributions, which stay, an isolated test records an issue.
    ///
    /// - Returns: Whether contributions were removed.
    func removeContributions(to interface: Any.Type, at location: CodeLocation) -> Bool {
        guard case .array(let element)? = TypeShape(interface) else {
            if Context.isInIsolatedTest, !contributions(to: interface).isEmpty {
                Report.unbound(interface, at: location).record(at: location, endsProcess: false)
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
        let modules = state.withLock { state in
            defer { (state.modules, state.dropped) = ([], []) }
            return state.modules
        }
        extendLifetime(modules)
        for holder in holders {
            perform(.reset, in: holder)
        }
    }

    /// Removes all assigned instances.
    package func removeAssigned() {
        for hit in visibleHits where hit.binding.isAssigned {
            unassign(hit.binding.key)
        }
    }

    /// Drops the instances of the bindings that meet a condition.
    func dropInstances(where condition: (Binding, Slot) -> Bool) {
        for holder in holders {
            let removed = holder.withLock { cell -> Slot? in
                guard let binding = cell.binding, condition(binding, cell.slot) else { return nil }
                return cell.clear()
            }
            removed?.abandon()
        }
    }

    /// Copies everything that is outside, for an isolated test, so that nothing reaches it afterwards.
    func copyAll() {
        guard let base else { return }
        if base.base != nil {
            // It has cells only for what was used there.
            (_, _) = (base.visibleHits, base.unusedDecorations)
        }
        for outside in base.holders {
            let (binding, decorated) = outside.withLock { ($0.binding, $0.decorations.first?.key) }
            guard let key = binding?.key ?? decorated, key.call == nil else { continue }
            // A service with a value for tests is bound again by its first read.
            if binding?.isAssigned != false || binding?.hasTestValue != true {
                _ = holder(of: key)
            }
        }
        let (installed, count) = (base.installedModules, base.contributionCount)
        state.withLock { ($0.modules, $0.contributionCount) = (installed, count) }
        self.base = nil
    }

    private var contributionCount: Int {
        base?.contributionCount ?? state.withLock { $0.contributionCount }
    }
}
