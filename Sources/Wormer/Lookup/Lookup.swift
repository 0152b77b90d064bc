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

extension Injector {
    /// Finds the binding of a lookup, here or in the parents.
    ///
    /// - Parameters:
    ///   - lookup: The lookup.
    ///   - frame: The frame of an asynchronous lookup, or nil for a synchronous one.
    ///   - known: The binding in this injector, if the caller has found it.
    /// - Returns: The binding, or nil if nothing is bound.
    /// - Throws: The error that prevents the instance from being shared.
    @inline(never)
    func find(_ lookup: borrowing Lookup, below frame: Frame?, at known: Hit? = nil) throws -> Found? {
        Recorder.record(lookup.key, below: frame)
        let override = Context.override
        override?.note(copy lookup)
        var next: Injector? = self
        while let injector = next {
            let registry = injector.registry(in: override)
            if let hit = known ?? registry.look(lookup.key) {
                do {
                    try injector.checkAvailability(of: hit.binding, at: lookup.location, below: frame)
                    let keeper = try injector.keeper(of: hit.binding, registry, below: frame)
                    return Found(hit, in: injector, keptBy: keeper)
                } catch {
                    let error = aboutBegunScopes(error, of: injector)
                    throw hit.binding.explained(error, in: injector, at: lookup.location, below: frame)
                }
            }
            next = lookup.asksParents ? injector.parent : nil
        }
        return nil
    }

    /// Returns what keeps the instance of a binding of a registry, or nil if nobody does.
    ///
    /// - Throws: The error of `scope(keeping:below:)`.
    private func keeper(
        of binding: Binding,
        _ registry: Registry,
        below frame: Frame?
    ) throws -> (any InstanceKeeper)? {
        if binding.lifetime.isKeptByBinding { return registry }
        // An outermost lookup shares its own instance with nobody: only a cycle could look it up again.
        if case .resolution = binding.lifetime { return EnclosingConstructions.cache(for: self, below: frame) }
        return try scope(keeping: binding, below: frame)
    }

    /// Returns the open scope that keeps the instance of a binding, or nil if its lifetime is not that of a scope.
    ///
    /// - Throws: `scopeNotOpen`, `captiveDependency`, `scopeEndsSynchronously`.
    func scope(keeping binding: Binding, below frame: Frame?) throws -> OpenedScope? {
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
        guard injector !== self, case LookupError.failed(.scopeNotOpen(let scope, nil, _)) = error,
            let begun = begunScopes.first(where: { $0.scope == scope })
        else {
            return error
        }
        return LookupError.failed(.scopeNotOpen(scope, openedAt: begun.location))
    }
}
