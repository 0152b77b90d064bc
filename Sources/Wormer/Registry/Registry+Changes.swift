// Changing the bindings of a registry. The keys are compared, and bindings are decorated, outside the lock of the cell.
// If the cell has changed meanwhile, the change begins again.

extension Registry {
    /// The state of a cell before a change.
    struct Current {
        /// The binding that a lookup finds, and whether it is the registry's own.
        let hit: Hit?
        let isOwn: Bool
        /// The binding outside the override.
        let outside: Hit?
        /// The extras of the key, here or outside.
        let extras: Extras?
        fileprivate let version: Int
    }

    /// Changes the binding of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: Returns what the cell has afterwards, or nil for no change.
    @inline(never)
    private func change(_ key: Key, _ change: (Current) -> Contents?) {
        while true {
            let holder = makeHolder(of: key)
            let current = current(key, in: holder)
            guard let next = change(current) else {
                (holder.owner as? KeyedCell).map(discard)
                return
            }
            if replace(next, in: holder, if: { $0.version == current.version && !$0.isGone }) {
                return
            }
        }
    }

    /// Replaces what a cell has, if it meets a condition.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    private func replace(
        _ contents: Contents,
        in holder: Holder,
        if condition: (Cell) -> Bool = { _ in true }
    ) -> Bool {
        var (former, slot) = (contents, Slot?.none)
        holder.cell.withLock { cell in
            if condition(cell) {
                slot = cell.exchange(&former)
            }
        }
        guard let slot else { return false }
        slot.abandon()
        if contents.binding?.hasEnd == true {
            state.withLock { $0.mayHaveEnds = true }
        }
        if contents.binding == nil, let keyed = holder.owner as? KeyedCell {
            discard(keyed)
        }
        return true
    }

    private func current(_ key: Key, in holder: Holder) -> Current {
        var outside = base?.look(key, isUse: false)
        var others = outside?.extras
        while let found = outside, !has(found) {
            // It was replaced outside before its extras were read.
            outside = base?.look(key, isUse: false)
            others = outside?.extras
        }
        let (contents, isDecided, version) = holder.cell.withLock { ($0.contents, $0.isDecided, $0.version) }
        if contents.isHidden || contents.binding != nil && !isDecided {
            let own = contents.binding.map { Hit(binding: $0, cell: holder.cell, owner: holder.owner) }
            return Current(hit: own, isOwn: true, outside: outside, extras: contents.extras, version: version)
        }
        var extras = contents.extras
        if base != nil {
            let decorations = decorations(of: key)
            extras =
                others == nil && decorations.isEmpty
                ? nil
                : Extras.copy(of: others) { extras in
                    extras.decorations = decorations
                    (extras.replaced, extras.scopeOfValue) = (nil, nil)
                }
        }
        return Current(hit: outside, isOwn: false, outside: outside, extras: extras, version: version)
    }

    /// Returns the decorators for bindings of a key.
    private func decorations(of key: Key) -> [Decoration] {
        let own = holder(of: key)?.cell.withLock { cell -> [Decoration]? in
            let decorations = cell.extras?.decorations ?? []
            let isOwn = cell.isHidden || cell.binding != nil && !cell.isDecided || !decorations.isEmpty
            return isOwn ? decorations : nil
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
        change(binding.key) { taking(binding, $0) }
    }

    /// Returns the binding to register, with the decorators of its key, its position as a contribution, and the binding
    /// that it replaces.
    private func taking(_ binding: Binding, _ current: Current, contribution: Int? = nil) -> Contents {
        let (decorations, position) = (current.extras?.decorations ?? [], current.extras?.contribution ?? contribution)
        var next = Contents(binding: binding.with(decorations))
        // An assigned instance counts as the binding that it overrides.
        let isAssigned = current.hit?.binding.isAssigned == true
        let replaced = isAssigned ? current.extras?.overridden : current.hit?.binding
        guard replaced != nil || position != nil || !decorations.isEmpty else { return next }
        next.extras = Extras(decorations: decorations)
        next.extras?.contribution = position
        if current.isOwn, let replaced, replaced.identity != current.outside?.binding.identity {
            next.extras?.replaced = replaced.location
        }
        // A binding that is only overridden is not replaced, but may declare a value.
        next.extras?.scopeOfValue = isAssigned || replaced == nil ? nil : current.hit?.scopeOfValue
        return next
    }

    /// Registers a binding as a contribution to its interface, at the position of the contribution with the same key,
    /// or last.
    func contribute(_ binding: Binding) {
        warn(of: binding)
        let number = nextContribution()
        change(binding.key) { taking(binding, $0, contribution: number) }
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
        change(decoration.key) { current in
            let extras = Extras.copy(of: current.extras) { extras in
                extras.decorations.append(decoration)
                extras.overridden = extras.overridden?.decorated(by: [decoration])
            }
            let binding = current.hit?.binding.decorated(by: [decoration])
            return Contents(binding: binding, extras: extras, isHidden: binding == nil && current.outside != nil)
        }
    }

    /// Registers a binding with an assigned instance over the current binding.
    func assign(_ binding: Binding) {
        warn(of: binding)
        change(binding.key) { current in
            let bound = current.isOwn ? current.hit?.binding : nil
            var next = Contents(binding: binding.with(current.extras?.decorations ?? []), extras: current.extras)
            if bound != nil || current.extras?.overridden != nil {
                next.extras = Extras.copy(of: current.extras) { extras in
                    extras.overridden = bound?.isAssigned == true ? extras.overridden : bound
                }
            }
            return next
        }
    }

    /// Removes an assigned instance, also one from outside the override.
    ///
    /// A binding without an assigned instance does not change.
    func unassign(_ key: Key) {
        change(key) { current in
            guard current.hit?.binding.isAssigned == true else { return nil }
            var next = Contents(binding: current.isOwn ? current.extras?.overridden : nil)
            next.extras = current.extras.flatMap { Extras.copy(of: $0) { $0.overridden = nil } }
            if next.binding == nil, current.outside?.binding.isAssigned == true {
                next.binding = base?.bindingWithoutAssignment(of: key)
                next.isHidden = next.binding == nil
            }
            return next
        }
    }

    /// Returns the binding that a lookup would find if no instance were assigned.
    private func bindingWithoutAssignment(of key: Key) -> Binding? {
        let own = holder(of: key)?.cell.withLock { cell in
            (binding: cell.binding, isHidden: cell.isHidden, overridden: cell.extras?.overridden)
        }
        if let binding = own?.binding {
            return binding.isAssigned ? own?.overridden ?? base?.bindingWithoutAssignment(of: key) : binding
        }
        return own?.isHidden == true ? nil : base?.bindingWithoutAssignment(of: key)
    }

    /// Registers a binding that answers a lookup, unless its key is bound.
    func insertIfAbsent(_ key: Key, _ binding: () -> Binding) {
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
        guard contains(key) else { return false }
        var isBound = false
        change(key) { current in
            isBound = current.hit != nil
            guard isBound else { return nil }
            let extras = current.extras.map { Extras(decorations: $0.decorations) }
            return Contents(extras: extras, isHidden: current.outside != nil)
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
            defer { (state.modules, state.dropped) = ([:], []) }
            return state.modules
        }
        withExtendedLifetime(modules) {}
        for holder in holders {
            replace(Contents(), in: holder)
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
            var contents = hit.cell.withLock { $0.contents }
            contents.isInherited = true
            // It may have been unbound meanwhile. A service with a value for tests is bound again by its first read.
            guard let binding = contents.binding, binding.isAssigned || !binding.hasTestValue else { continue }
            replace(contents, in: makeHolder(of: binding.key))
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
