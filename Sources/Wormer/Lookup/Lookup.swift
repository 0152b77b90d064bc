/// A key, and the location of its lookup.
@usableFromInline
package struct Lookup: Sendable {
    package let key: Key
    package let location: CodeLocation

    /// Whether the parents answer the lookup if the injector does not.
    let asksParents: Bool

    @usableFromInline
    package init(_ key: Key, at location: CodeLocation, asksParents: Bool = true) {
        self.key = key
        self.location = location
        self.asksParents = asksParents
    }

    /// Creates a lookup with an optional identifier.
    ///
    /// This initializer is not inlined: otherwise the identifier would stay in the caller's stack frame while an
    /// instance is constructed.
    @inlinable
    @inline(never)
    package init(_ interface: Any.Type, id: (some Hashable)?, at location: CodeLocation) {
        self.init(Key(interface, id: id), at: location)
    }
}

/// The binding that a lookup found, and the place of its instance.
final class Found: Sendable {
    let hit: Hit
    /// The injector in which the binding is registered.
    let injector: Injector

    /// The registry whose cell keeps the instance, or the scope or the cache that does; both are nil if nobody keeps it.
    let registry: Registry?
    let cache: InstanceCache?

    /// The function that creates the instance, if a declared asynchronous function is called; set before this is used.
    nonisolated(unsafe) var call: AsyncCall?

    init(_ hit: Hit, in injector: Injector, keptBy registry: Registry? = nil, _ cache: InstanceCache? = nil) {
        (self.hit, self.injector, self.registry, self.cache) = (hit, injector, registry, cache)
    }

    var binding: Binding { hit.binding }

    var isShared: Bool { registry != nil || cache != nil }

    /// Runs a function while holding the lock of the cell.
    @inline(__always)
    func withCell<Result>(_ body: (inout Cell) -> Result) -> Result {
        hit.holder.withLock(body)
    }

    /// Returns the error of a lookup that found this.
    func explained(_ error: any Error, at location: CodeLocation, below frame: Frame?) -> any Error {
        binding.explained(error, in: injector, at: location, below: frame)
    }

    /// Claims the slot; see `Slot.claim`.
    ///
    /// - Throws: The reason why a scope keeps no more instances.
    func claimSlot(by owner: Owner, as purpose: Claim.Purpose = .constructing) throws -> Next {
        if let cache {
            return try cache.claim(binding, by: owner, as: purpose)
        }
        guard let registry else { return .construct(nil) }
        // A weak instance is loaded outside the lock, because releasing it may run its `deinit`.
        var gone: AnyInstance?
        while true {
            let next = withCell { cell -> Next in
                guard cell.binding === binding else { return .lookAgain }
                return cell.withSlot { $0.claim(for: binding, by: owner, as: purpose, replacing: &gone) }
            }
            guard case .kept(let box) = next, binding.isWeak else { return next }
            if let instance = box.strong ?? registry.borrowAgain(hit, insteadOf: box) {
                return .kept(instance)
            }
            gone = box
        }
    }

    /// Fills the slot with the instance that its owner has constructed, unless it is not the owner's any more.
    ///
    /// - Throws: `notAnObject`.
    func fill(with instance: AnyInstance, by owner: Owner) throws {
        release(by: owner, with: binding.isWeak ? try binding.weakReference(to: instance) : instance)
    }

    /// Gives the slot back without an instance, unless it is not the owner's any more.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - error: The error for those who wait, or nil if they look again.
    ///   - teardown: The end of an instance that was created but is not kept.
    func giveBack(by owner: Owner, _ error: (any Error)? = nil, _ teardown: Teardown? = nil) {
        end(teardown) { release(by: owner, error) }
    }

    private func release(by owner: Owner, with instance: AnyInstance? = nil, _ error: (any Error)? = nil) {
        var (waiting, late, hasEnded): (Construction?, Teardown?, Bool) = (nil, nil, false)
        if let cache {
            (late, waiting, hasEnded) = cache.fill(with: instance, of: binding, by: owner)
        } else if registry != nil {
            (late, waiting) = withCell { $0.fill(with: instance, by: owner) }
        }
        end(late) { waiting?.finish(error.map { .failure($0) } ?? .success(instance?.strong ?? instance)) }
        if hasEnded {
            cache?.endDidFinish()
        }
    }

    /// Ends an instance that is not kept, if there is one, after freeing the slot.
    private func end(_ teardown: Teardown?, after free: () -> Void) {
        guard let teardown, let keeper: any EndKeeper = cache ?? registry else { return free() }
        teardown.endNow(in: keeper, after: free)
    }
}

extension Injector {
    /// Finds the binding of a lookup, here or in the parents.
    ///
    /// This function is not inlined, so that a chain of dependencies takes less of the stack.
    ///
    /// - Parameters:
    ///   - lookup: The lookup.
    ///   - frame: The frame of an asynchronous lookup, or nil for a synchronous one.
    /// - Returns: The binding, or nil if nothing is bound.
    /// - Throws: The error that prevents the instance from being shared.
    @inline(never)
    func find(_ lookup: borrowing Lookup, below frame: Frame?) throws -> Found? {
        Recorder.record(lookup.key, below: frame)
        let override = Context.override
        override?.note(copy lookup)
        var next: Injector? = resolved
        while let injector = next {
            let registry = override?.registry(of: injector) ?? injector.home
            if let hit = registry.look(lookup.key) {
                do {
                    try injector.checkAvailability(of: hit.binding, at: lookup.location, below: frame)
                    let keeper = hit.binding.lifetime.isKeptByBinding ? registry : nil
                    let cache = try injector.cache(of: hit.binding, below: frame)
                    return Found(hit, in: injector, keptBy: keeper, cache)
                } catch {
                    let error = aboutBegunScopes(error, of: injector)
                    throw hit.binding.explained(error, in: injector, at: lookup.location, below: frame)
                }
            }
            next = lookup.asksParents ? injector.parent : nil
        }
        return nil
    }

    /// Returns the open scope, or the cache of the lookup, that keeps the instance of a binding; nil if another
    /// lookup finds it elsewhere or nowhere.
    ///
    /// - Throws: `scopeNotOpen`, `captiveDependency`, `scopeEndsSynchronously`.
    func cache(of binding: Binding, below frame: Frame?) throws -> InstanceCache? {
        // An outermost lookup shares its own instance with nobody: only a cycle could look it up again.
        if case .resolution = binding.lifetime { return Constructions.cache(for: self, below: frame) }
        guard let scope = binding.scope else { return nil }
        guard let open = try OpenedScope.find(scope, for: self, below: frame) else {
            throw LookupError.failed(.scopeNotOpen(scope))
        }
        if open.endsSynchronously, binding.hasAsyncEnd {
            throw LookupError.failed(.scopeEndsSynchronously(scope))
        }
        return open
    }

    /// Returns an error, or a better one if a scope that is not open for a parent's binding has begun here.
    private func aboutBegunScopes(_ error: any Error, of injector: Injector) -> any Error {
        guard injector !== resolved, case LookupError.failed(.scopeNotOpen(let scope, nil, _)) = error,
            let begun = begunScopes.first(where: { $0.scope == scope })
        else {
            return error
        }
        return LookupError.failed(.scopeNotOpen(scope, openedAt: begun.location))
    }
}
