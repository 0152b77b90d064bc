// Changing the bindings of a registry. A cell changes under its lock; keys are compared, and what lies outside an override
// is found, before.

extension Registry {
    /// Changes a key's cell, whose contents in an override begin as those outside.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - applies: Returns whether there is something to change. It receives the binding that a lookup finds.
    ///   - change: Changes the cell. Both run with the lock of the cell held.
    @inline(never)
    private func change(
        _ key: Key,
        if applies: (Binding?) -> Bool = { _ in true },
        _ change: (inout Cell, inout Change) -> Void
    ) {
        var isDone = false
        while !isDone {
            if let base {
                isDone = changeOverride(of: base, key, if: applies, change)
                continue
            }
            isDone = update(makeHolder(of: key)) { cell, removed in
                if applies(cell.binding) {
                    change(&cell, &removed)
                }
                return true
            }
        }
    }

    /// Performs `change(_:if:_:)` in an override.
    ///
    /// - Returns: Whether the change is done. It is not if something else has changed.
    private func changeOverride(
        of base: Registry,
        _ key: Key,
        if applies: (Binding?) -> Bool,
        _ change: (inout Cell, inout Change) -> Void
    ) -> Bool {
        let (outside, inherited) = (base.look(key, isUse: false), base.decorations(of: key))
        return update(makeHolder(of: key), outside?.binding) { cell, removed in
            if let outside, !has(outside) {
                return false
            }
            guard applies(removed.isOwn ? cell.binding : outside?.binding) else { return true }
            if !removed.isOwn {
                let own = cell.contents.extras?.decorations ?? []
                cell.take(over: outside, decorations: own.isEmpty ? inherited : own, &removed)
            }
            change(&cell, &removed)
            return true
        }
    }

    /// Returns whether a binding that was found is still bound.
    private func has(_ hit: Hit) -> Bool {
        hit.holder.withLock { $0.binding === hit.binding }
    }

    /// Changes a cell.
    ///
    /// - Parameters:
    ///   - holder: The cell.
    ///   - outside: The binding outside the override.
    ///   - body: Changes the cell, and returns whether the change is done.
    /// - Returns: Whether the change is done. It is not if the cell has left the registry before.
    @discardableResult
    private func update(
        _ holder: Holder,
        _ outside: Binding? = nil,
        _ body: (inout Cell, inout Change) -> Bool
    ) -> Bool {
        var change = Change(outside: outside)
        let (isDone, isBound, hasEnd) = holder.withLock { cell in
            if cell.isGone {
                return (false, true, false)
            }
            change.isOwn = cell.isOwn
            return (body(&cell, &change), cell.binding != nil, cell.binding?.hasEnd == true)
        }
        // This also keeps until now what is released after the lock.
        change.slot.abandon()
        if change.wasUsed, let binding = change.binding {
            let replaced = Override.OwnBinding(binding, isUsed: true, isReplaced: true)
            state.withLock { $0.replacedAfterUse.append(replaced) }
        }
        if hasEnd {
            state.withLock { $0.mayHaveEnds = true }
        }
        if !isBound, let keyed = holder.owner as? KeyedCell {
            discard(keyed)
        }
        return isDone
    }

    /// Returns the decorators for bindings of a key.
    private func decorations(of key: Key) -> [Decoration] {
        let own = holder(of: key)?.withLock { cell -> [Decoration]? in
            let decorations = cell.contents.extras?.decorations ?? []
            return cell.isOwn || !decorations.isEmpty ? decorations : nil
        }
        return own ?? base?.decorations(of: key) ?? []
    }

    /// Warns the running test that it binds or assigns for all tests, because it is not isolated.
    private func warn(of binding: Binding) {
        if base == nil, !isOfTest, overrides.isEmpty, Context.isInTest, self === Main.injector.home {
            let report = Report.shared(binding)
            if !report.record(at: binding.location, endsProcess: false, isWarning: true) {
                report.print(at: binding.location)
            }
        }
    }

    // MARK: - One binding

    /// Registers a binding, replacing the one with the same key.
    func insert(_ binding: Binding) {
        warn(of: binding)
        change(binding.key) { $0.take(binding, &$1) }
    }

    /// Registers a binding as a contribution to its interface, at the position of the contribution with the same key,
    /// or last.
    func contribute(_ binding: Binding) {
        warn(of: binding)
        // The position is that of the moment in which the cell changes.
        change(binding.key) { $0.take(binding, contribution: nextContribution, &$1) }
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
        change(decoration.key) { cell, change in
            let extras = cell.makeExtras()
            extras.decorations.append(decoration)
            change.overridden = extras.overridden
            extras.overridden = change.overridden?.decorated(by: [decoration])
            let binding = cell.binding?.decorated(by: [decoration])
            let isHidden = binding == nil && change.outside != nil
            cell.replace(binding, isHidden: isHidden, isInherited: cell.contents.isInherited, &change)
        }
    }

    /// Registers a binding with an assigned instance over the current binding.
    func assign(_ binding: Binding) {
        warn(of: binding)
        change(binding.key) { cell, change in
            let bound = change.isOwn ? cell.binding : nil
            change.overridden = cell.contents.extras?.overridden
            if bound?.isAssigned != true {
                (bound == nil ? cell.contents.extras : cell.makeExtras())?.overridden = bound
            }
            cell.replace(binding.with(cell.contents.extras?.decorations ?? []), &change)
        }
    }

    /// Removes an assigned instance, also one from outside the override.
    ///
    /// A binding without an assigned instance does not change.
    package func unassign(_ key: Key) {
        let original = base?.bindingWithoutAssignment(of: key)
        change(key, if: { $0?.isAssigned == true }) { cell, change in
            change.overridden = cell.contents.extras?.overridden
            var next = change.isOwn ? change.overridden : nil
            cell.contents.extras?.overridden = nil
            let isOutside = next == nil && change.outside?.isAssigned == true
            if isOutside {
                next = original
            }
            cell.replace(next, isHidden: isOutside && original == nil, &change)
        }
    }

    /// Returns the binding that a lookup would find if no instance were assigned.
    private func bindingWithoutAssignment(of key: Key) -> Binding? {
        let own = holder(of: key)?.withLock { cell in
            (binding: cell.binding, isHidden: cell.contents.isHidden, overridden: cell.contents.extras?.overridden)
        }
        if let binding = own?.binding {
            return binding.isAssigned ? own?.overridden ?? base?.bindingWithoutAssignment(of: key) : binding
        }
        return own?.isHidden == true ? nil : base?.bindingWithoutAssignment(of: key)
    }

    /// Registers a binding that answers a lookup, unless its key is bound.
    func insertIfAbsent(_ binding: Binding) {
        change(binding.key, if: { $0 == nil }) { $0.take(binding, isInherited: true, &$1) }
    }

    /// Removes a binding and its instance.
    ///
    /// A contribution loses its position.
    ///
    /// - Returns: Whether the key was bound.
    func remove(_ key: Key) -> Bool {
        guard contains(key) else { return false }
        var isBound = false
        change(key, if: { $0 != nil }) { cell, change in
            isBound = true
            let decorations = cell.contents.extras?.decorations ?? []
            cell.replaceExtras(decorations.isEmpty ? nil : Extras(decorations: decorations), &change)
            cell.replace(nil, isHidden: change.outside != nil, &change)
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
            update(holder) { cell, change in
                cell.replaceExtras(nil, &change)
                cell.replace(nil, &change)
                return true
            }
        }
    }

    /// Removes all assigned instances.
    package func removeAssigned() {
        for hit in visibleHits where hit.binding.isAssigned {
            unassign(hit.binding.key)
        }
    }

    /// Drops the instances of one lifetime, or of all that have an end if it is nil, and keeps bindings and assigned
    /// instances.
    package func dropInstances(of lifetime: Lifetime) {
        if base != nil {
            drop([lifetime])
        }
        dropInstances { binding, _ in !binding.isAssigned && binding.lifetime == lifetime }
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
            let (binding, extras) = hit.holder.withLock { cell in
                (cell.binding, cell.contents.extras.map { Extras($0, decorations: $0.decorations) })
            }
            // It may have been unbound meanwhile. A service with a value for tests is bound again by its first read.
            if let binding, binding.isAssigned || !binding.hasTestValue {
                update(makeHolder(of: binding.key)) { cell, change in
                    cell.replaceExtras(extras, &change)
                    cell.replace(binding, isInherited: true, &change)
                    return true
                }
            }
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
