// Changing the bindings of a registry. A cell changes under its lock; keys are compared, and what lies outside an override
// is found, before.

extension Registry {
    /// The state of a cell before a change.
    private struct Current {
        /// The binding that a lookup finds, and whether it is the registry's own.
        let binding: Binding?
        let isOwn: Bool
        /// The binding outside the override.
        let outside: Binding?
        /// The extras of the key, for a change; those of an override begin with what it takes over from outside.
        let extras: Extras?

        /// The scope for which the binding, or one that it replaced, declares a value.
        var scopeOfValue: Scope? { binding?.isProvided == true ? binding?.scope : extras?.scopeOfValue }
    }

    /// A change of the binding of a key.
    ///
    /// A value and no closure: the compiler would copy `change(_:_:)`, which is large, for each closure.
    private enum Change {
        case insert(Binding)
        /// Inserts a contribution at the position of the one with the same key, or last.
        case contribute(Binding)
        case insertIfAbsent(Binding)
        case decorate(Decoration)
        case assign(Binding)
        /// Removes an assigned instance. The binding is what lookups outside the override would find without it.
        case unassign(original: Binding?)
        case remove
    }

    /// Changes the binding of a key.
    ///
    /// - Returns: Whether anything changed.
    @inline(never)
    @discardableResult
    private func change(_ key: Key, _ change: Change) -> Bool {
        while true {
            let (outside, inherited) = (base?.look(key, isUse: false), base?.decorations(of: key) ?? [])
            let holder = makeHolder(of: key)
            var (isStale, isChanged) = (false, false)
            // The extras may be the last that refer to it.
            var overridden: Binding?
            let isThere = update(holder) { cell in
                isStale = outside.map { !has($0) } ?? false
                guard !isStale else { return nil }
                let current = current(&cell, outside, inherited)
                overridden = current.extras?.overridden
                let contents = contents(after: change, of: current)
                isChanged = contents != nil
                return contents
            }
            withExtendedLifetime(overridden) {}
            if isThere, !isStale {
                return isChanged
            }
        }
    }

    /// Returns what a cell has after a change, or nil for no change.
    ///
    /// The caller holds the lock of the cell. The extras change, too.
    private func contents(after change: Change, of current: Current) -> Contents? {
        switch change {
        case .insert(let binding):
            return taking(binding, current)
        case .contribute(let binding):
            return taking(binding, current, isContribution: true)
        case .insertIfAbsent(let binding):
            guard current.binding == nil else { return nil }
            var next = taking(binding, current)
            next.isInherited = true
            return next
        case .decorate(let decoration):
            let extras = current.extras ?? Extras()
            extras.decorations.append(decoration)
            extras.overridden = extras.overridden?.decorated(by: [decoration])
            let binding = current.binding?.decorated(by: [decoration])
            return Contents(binding: binding, extras: extras, isHidden: binding == nil && current.outside != nil)
        case .assign(let binding):
            let bound = current.isOwn ? current.binding : nil
            let extras = current.extras ?? (bound == nil ? nil : Extras())
            if bound?.isAssigned != true {
                extras?.overridden = bound
            }
            return Contents(binding: binding.with(extras?.decorations ?? []), extras: extras)
        case .unassign(let original):
            guard current.binding?.isAssigned == true else { return nil }
            var next = Contents(binding: current.isOwn ? current.extras?.overridden : nil, extras: current.extras)
            next.extras?.overridden = nil
            if next.binding == nil, current.outside?.isAssigned == true {
                next.binding = original
                next.isHidden = original == nil
            }
            return next
        case .remove:
            guard current.binding != nil else { return nil }
            let decorations = current.extras?.decorations ?? []
            let extras = decorations.isEmpty ? nil : Extras(decorations: decorations)
            return Contents(extras: extras, isHidden: current.outside != nil)
        }
    }

    /// Returns the binding to register, with the decorators of its key, its position as a contribution, and the binding
    /// that it replaces.
    private func taking(_ binding: Binding, _ current: Current, isContribution: Bool = false) -> Contents {
        // An assigned instance counts as the binding that it overrides.
        let isAssigned = current.binding?.isAssigned == true
        let replaced = isAssigned ? current.extras?.overridden : current.binding
        // A binding that is only overridden is not replaced, but may declare a value.
        let scopeOfValue = isAssigned || replaced == nil ? nil : current.scopeOfValue
        let isReplaced = current.isOwn && replaced?.identity != current.outside?.identity
        let extras = current.extras ?? (replaced != nil || isContribution ? Extras() : nil)
        extras?.overridden = nil
        if isContribution {
            // The position is that of the moment in which the cell changes.
            extras?.contribution = extras?.contribution ?? nextContribution()
        }
        extras?.replaced = isReplaced ? replaced?.location : nil
        extras?.scopeOfValue = scopeOfValue
        return Contents(binding: binding.with(extras?.decorations ?? []), extras: extras)
    }

    /// Returns the state of a cell, whose lock the caller holds, and which would be copied if it were not `inout`.
    private func current(_ cell: inout Cell, _ outside: Hit?, _ inherited: [Decoration]) -> Current {
        if base == nil || cell.isOwn {
            return Current(
                binding: cell.binding,
                isOwn: cell.isOwn,
                outside: outside?.binding,
                extras: cell.extras
            )
        }
        let own = cell.extras?.decorations ?? []
        let decorations = own.isEmpty ? inherited : own
        let copy = outside?.holder.withLock { $0.extras.map { Extras($0, decorations: decorations) } }
        copy?.replaced = nil
        let extras = copy ?? (decorations.isEmpty ? nil : Extras(decorations: decorations))
        return Current(binding: outside?.binding, isOwn: false, outside: outside?.binding, extras: extras)
    }

    /// Returns whether a binding that was found is still bound.
    private func has(_ hit: Hit) -> Bool {
        hit.holder.withLock { $0.binding === hit.binding }
    }

    /// Changes what a cell has.
    ///
    /// - Parameters:
    ///   - holder: The cell.
    ///   - change: Returns what the cell has afterwards, or nil for no change.
    /// - Returns: Whether the cell had not left the registry before.
    @discardableResult
    private func update(_ holder: Holder, _ change: (inout Cell) -> Contents?) -> Bool {
        // These are released after the lock.
        var (former, slot): (Contents?, Slot?) = (nil, nil)
        let (binding, isGone) = holder.withLock { cell -> (Binding?, Bool) in
            guard !cell.isGone else { return (nil, true) }
            if var contents = change(&cell) {
                slot = cell.exchange(&contents)
                former = contents
            }
            return (cell.binding, false)
        }
        withExtendedLifetime(former) {}
        slot?.abandon()
        if binding?.hasEnd == true {
            state.withLock { $0.mayHaveEnds = true }
        }
        if binding == nil, !isGone, let keyed = holder.owner as? KeyedCell {
            discard(keyed)
        }
        return !isGone
    }

    /// Returns the decorators for bindings of a key.
    private func decorations(of key: Key) -> [Decoration] {
        let own = holder(of: key)?.withLock { cell -> [Decoration]? in
            let decorations = cell.extras?.decorations ?? []
            return cell.isOwn || !decorations.isEmpty ? decorations : nil
        }
        return own ?? base?.decorations(of: key) ?? []
    }

    /// Warns the running test that it binds or assigns for all tests, because it is not isolated.
    private func warn(of binding: Binding) {
        if base == nil, !isOfTest, overrides.isEmpty, Unimplemented.isInTest, self === Main.injector.home {
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
        change(binding.key, .insert(binding))
    }

    /// Registers a binding as a contribution to its interface, at the position of the contribution with the same key,
    /// or last.
    func contribute(_ binding: Binding) {
        warn(of: binding)
        change(binding.key, .contribute(binding))
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

    /// Registers a binding with an assigned instance over the current binding.
    func assign(_ binding: Binding) {
        warn(of: binding)
        change(binding.key, .assign(binding))
    }

    /// Removes an assigned instance, also one from outside the override.
    ///
    /// A binding without an assigned instance does not change.
    func unassign(_ key: Key) {
        change(key, .unassign(original: base?.bindingWithoutAssignment(of: key)))
    }

    /// Returns the binding that a lookup would find if no instance were assigned.
    private func bindingWithoutAssignment(of key: Key) -> Binding? {
        let own = holder(of: key)?.withLock { cell in
            (binding: cell.binding, isHidden: cell.isHidden, overridden: cell.extras?.overridden)
        }
        if let binding = own?.binding {
            return binding.isAssigned ? own?.overridden ?? base?.bindingWithoutAssignment(of: key) : binding
        }
        return own?.isHidden == true ? nil : base?.bindingWithoutAssignment(of: key)
    }

    /// Registers a binding that answers a lookup, unless its key is bound.
    func insertIfAbsent(_ key: Key, _ binding: () -> Binding) {
        guard !contains(key) else { return }
        change(key, .insertIfAbsent(binding()))
    }

    /// Removes a binding and its instance.
    ///
    /// A contribution loses its position.
    ///
    /// - Returns: Whether the key was bound.
    func remove(_ key: Key) -> Bool {
        contains(key) && change(key, .remove)
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
        withExtendedLifetime(modules) {}
        for holder in holders {
            update(holder) { _ in Contents() }
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
            drop([lifetime])
        }
        for holder in holders {
            let removed = holder.withLock { cell -> Slot? in
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
            let (binding, extras) = hit.holder.withLock { cell in
                (cell.binding, cell.extras.map { Extras($0, decorations: $0.decorations) })
            }
            // It may have been unbound meanwhile. A service with a value for tests is bound again by its first read.
            if let binding, binding.isAssigned || !binding.hasTestValue {
                let contents = Contents(binding: binding, extras: extras, isInherited: true)
                update(makeHolder(of: binding.key)) { _ in contents }
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
