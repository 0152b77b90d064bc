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
