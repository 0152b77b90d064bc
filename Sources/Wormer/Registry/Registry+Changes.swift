// Changing the bindings of a registry. A cell changes under its lock; keys are compared, and what lies outside an override
// is found, before.

extension Registry {
    /// Changes the contents of a key's cell, which in an override begin as those outside.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: Changes the contents. It runs with the lock of the cell held.
    @inline(never)
    private func change(_ key: Key, _ change: (inout Change) -> Void) {
        while true {
            let (outside, inherited) = (base?.look(key, isUse: false), base?.decorations(of: key) ?? [])
            let holder = makeHolder(of: key)
            var isStale = false
            // The extras may be the last that refer to it.
            var overridden: Binding?
            let isThere = update(holder) { current in
                isStale = outside.map { !has($0) } ?? false
                if isStale {
                    return current.isNone = true
                }
                current.outside = outside?.binding
                if base != nil, !current.isOwn {
                    let own = current.contents.extras?.decorations ?? []
                    current.contents = contents(outside, own.isEmpty ? inherited : own)
                }
                overridden = current.contents.extras?.overridden
                change(&current)
            }
            withExtendedLifetime(overridden) {}
            if isThere, !isStale {
                return
            }
        }
    }

    /// Returns the contents that a cell takes over from outside the override.
    private func contents(_ outside: Hit?, _ decorations: [Decoration]) -> Contents {
        let copy = outside?.holder.withLock { $0.contents.extras.map { Extras($0, decorations: decorations) } }
        copy?.replaced = nil
        let extras = copy ?? (decorations.isEmpty ? nil : Extras(decorations: decorations))
        return Contents(binding: outside?.binding, extras: extras)
    }

    /// Returns whether a binding that was found is still bound.
    private func has(_ hit: Hit) -> Bool {
        hit.holder.withLock { $0.binding === hit.binding }
    }

    /// Changes what a cell has.
    ///
    /// - Parameters:
    ///   - holder: The cell.
    ///   - change: Changes the contents.
    /// - Returns: Whether the cell had not left the registry before.
    @discardableResult
    private func update(_ holder: Holder, _ change: (inout Change) -> Void) -> Bool {
        // These are released after the lock.
        var (next, slot) = (Change(), Slot?.none)
        let (isGone, isBound, hasEnd) = holder.withLock { cell in
            guard !cell.isGone else { return (true, false, false) }
            (next.contents, next.isOwn) = (cell.contents, cell.isOwn)
            change(&next)
            if !next.isNone {
                slot = cell.exchange(&next.contents)
            }
            return (false, cell.contents.binding != nil, cell.contents.binding?.hasEnd == true)
        }
        withExtendedLifetime(next) {}
        slot?.abandon()
        if hasEnd {
            state.withLock { $0.mayHaveEnds = true }
        }
        if !isBound, !isGone, let keyed = holder.owner as? KeyedCell {
            discard(keyed)
        }
        return !isGone
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
        change(binding.key) { $0.take(binding) }
    }

    /// Registers a binding as a contribution to its interface, at the position of the contribution with the same key,
    /// or last.
    func contribute(_ binding: Binding) {
        warn(of: binding)
        // The position is that of the moment in which the cell changes.
        change(binding.key) { $0.take(binding, contribution: nextContribution) }
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
            let extras = current.makeExtras()
            extras.decorations.append(decoration)
            extras.overridden = extras.overridden?.decorated(by: [decoration])
            current.contents.binding = current.contents.binding?.decorated(by: [decoration])
            current.contents.isHidden = current.contents.binding == nil && current.outside != nil
        }
    }

    /// Registers a binding with an assigned instance over the current binding.
    func assign(_ binding: Binding) {
        warn(of: binding)
        change(binding.key) { current in
            let bound = current.isOwn ? current.contents.binding : nil
            if bound?.isAssigned != true {
                (bound == nil ? current.contents.extras : current.makeExtras())?.overridden = bound
            }
            current.bind(binding)
        }
    }

    /// Removes an assigned instance, also one from outside the override.
    ///
    /// A binding without an assigned instance does not change.
    package func unassign(_ key: Key) {
        let original = base?.bindingWithoutAssignment(of: key)
        change(key) { current in
            guard current.contents.binding?.isAssigned == true else { return current.isNone = true }
            let extras = current.contents.extras
            var next = Contents(binding: current.isOwn ? extras?.overridden : nil, extras: extras)
            extras?.overridden = nil
            if next.binding == nil, current.outside?.isAssigned == true {
                next.binding = original
                next.isHidden = original == nil
            }
            current.contents = next
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
        change(binding.key) { current in
            guard current.contents.binding == nil else { return current.isNone = true }
            current.take(binding)
            current.contents.isInherited = true
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
            isBound = current.contents.binding != nil
            guard isBound else { return current.isNone = true }
            let decorations = current.contents.extras?.decorations ?? []
            let extras = decorations.isEmpty ? nil : Extras(decorations: decorations)
            current.contents = Contents(extras: extras, isHidden: current.outside != nil)
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
            update(holder) { $0.contents = Contents() }
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
                let contents = Contents(binding: binding, extras: extras, isInherited: true)
                update(makeHolder(of: binding.key)) { $0.contents = contents }
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

/// A change of the contents of a cell.
private struct Change {
    var contents = Contents()
    /// Whether the contents are the registry's own.
    var isOwn = false
    /// The binding outside the override.
    var outside: Binding?
    /// Whether the cell stays as it is.
    var isNone = false

    mutating func makeExtras() -> Extras {
        let extras = contents.extras ?? Extras()
        contents.extras = extras
        return extras
    }

    /// Binds the key anew, with its decorators.
    mutating func bind(_ binding: Binding) {
        contents = Contents(binding: binding.with(contents.extras?.decorations ?? []), extras: contents.extras)
    }

    /// Replaces the binding, and keeps the position of a contribution.
    mutating func take(_ binding: Binding, contribution: (() -> Int)? = nil) {
        // An assigned instance counts as the binding that it overrides.
        let isAssigned = contents.binding?.isAssigned == true
        let replaced = isAssigned ? contents.extras?.overridden : contents.binding
        if let extras = replaced == nil && contribution == nil ? contents.extras : makeExtras() {
            // A binding that is only overridden is not replaced, but may declare a value.
            if isAssigned || replaced == nil {
                extras.scopeOfValue = nil
            } else if replaced?.isProvided == true {
                extras.scopeOfValue = replaced?.scope
            }
            extras.overridden = nil
            extras.contribution = extras.contribution ?? contribution?()
            extras.replaced = isOwn && replaced?.identity != outside?.identity ? replaced?.location : nil
        }
        bind(binding)
    }
}
