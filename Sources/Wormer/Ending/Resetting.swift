// Dropping the instances of one binding, or of one lifetime.

extension Injector {
    /// Drops the instance of a binding, and ends it.
    ///
    /// The next lookup creates a new instance. The `onEnd` of the old one runs before this method returns or, if it must
    /// be awaited, in a task of its own. If it throws, the error is an issue in a test that links `WormerTesting`, and
    /// printed elsewhere. An assigned instance is removed. The binding stays.
    ///
    /// The binding is the one that a lookup here finds, which may be a parent's. Its instance is dropped whether it's a
    /// singleton, a weak instance, or one of a scope that is open here. A provided value stays, and so does what others
    /// already hold. Inside an override, only the lookups inside get a new instance.
    ///
    /// An instance that is being created at that moment isn't kept, and ends when it's complete. Those who wait for it
    /// look again.
    ///
    /// ```swift
    /// func logOut() {
    ///     Injector.default.reset(Session.self)
    /// }
    /// ```
    ///
    /// To drop the instances of many bindings, and to await each `onEnd`, give them a scope, and call `end(_:)`.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    public func reset<P>(_ interface: P.Type, id: AnyHashable? = nil) {
        reset(Key(interface, id: id))
    }

    /// Drops the instance of a key's binding, and removes an assigned one.
    package func reset(_ key: Key) {
        if let injector = lineage.first(where: { $0.registry.contains(key) }) {
            injector.registry.unassign(key, droppingCalls: false)
            injector.dropCalls(of: key)
        }
        // Without the assignment, the binding may be that of a parent.
        guard let (binding, injector) = bound(key) else { return }
        if let aliased = binding.traits?.aliased {
            injector.reset(aliased)
        } else {
            injector.dropCalls(of: key)
            injector.dropInstance(of: binding)
        }
    }

    /// Drops the instances of a declared function, also of one that is assigned no more, and ends them.
    private func dropCalls(of key: Key) {
        guard key.isOfFunction else { return }
        registry.calls(of: key).forEach(dropInstance)
        registry.sweepCalls(key.word, atOnce: true)
    }

    /// Drops the instance of a binding, and ends it.
    private func dropInstance(of binding: Binding) {
        if binding.lifetime.isKeptByBinding {
            registry.dropInstance(of: binding)
        } else if let scope = binding.scope, !binding.isProvided {
            (try? OpenedScope.find(scope, for: self, below: nil))?.dropInstance(of: binding)
        }
    }
}

extension Registry {
    /// Drops the instances of a lifetime, ends them, the latest first, and removes assigned ones.
    package func reset(_ lifetime: Lifetime) {
        if base != nil {
            drop([lifetime])
        }
        for hit in visibleHits where hit.binding.isAssigned && hit.binding.lifetimeWithoutAssignment == lifetime {
            unassign(hit.binding.key, droppingCalls: false)
        }
        let hits = (visibleHits + visibleHits(ofCalls: true)).filter { $0.binding.lifetime == lifetime }
        let ends = hits.map { hit in (hit.binding, hit.holder.withLock { $0.slot.teardown?.number ?? 0 }) }
        ends.ordered { $0.1 > $1.1 }.forEach { dropInstance(of: $0.0) }
    }

    /// Drops the instance of a binding, and ends it.
    ///
    /// Inside an override, an instance from outside is not used any more.
    fileprivate func dropInstance(of binding: Binding) {
        let dropped = holder(of: binding.key)?.withLock { cell -> Slot? in
            guard cell.binding === binding, !binding.isAssigned else { return nil }
            // Another ending always finds the end.
            cell.slot.teardown.map { teardown in withEnds { $0.add(teardown) } }
            return cell.drop()
        }
        dropped?.endAtOnce(in: self)
    }
}

extension Binding {
    /// The lifetime of the binding under an assigned instance, or of the declaration.
    fileprivate var lifetimeWithoutAssignment: Lifetime? {
        overridden?.lifetime ?? key.declaration.flatMap { DeclaredService.of($0) }?.binding.lifetime
    }
}

extension OpenedScope {
    /// Drops the instance of a binding, and ends it.
    fileprivate func dropInstance(of binding: Binding) {
        let dropped = state.withLock { state -> (slot: Slot?, isOfOverride: Bool)? in
            guard !state.isOver else { return nil }
            let dropped = state.slots.drop(binding)
            dropped.slot.map { state.keepEnd(of: $0) }
            return dropped
        }
        if dropped?.isOfOverride == true { Override.note(self) }
        dropped?.slot?.endAtOnce(in: self)
    }
}

extension Slot {
    /// Lets those who wait look again, and ends the instance of a slot that was cleared.
    fileprivate func endAtOnce(in keeper: any EndKeeper) {
        abandon()
        teardown?.endNow(in: keeper, reporting: "when its instance was reset")
    }
}
