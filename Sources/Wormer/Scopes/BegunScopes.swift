// The scopes that have begun in an injector, for all of its lookups.

extension Injector {
    /// The scopes that have begun here or in a parent; the one that a lookup finds comes first among those with a name.
    var begunScopes: [OpenedScope] {
        guard Registry.haveBegunScopes else { return [] }
        var (begun, next) = ([OpenedScope](), Injector?.some(resolved))
        // Most injectors have none, so that a chain of `flatMap` would cost more than all else.
        while let injector = next {
            for registry in injector.registries {
                for open in registry.scopes.reversed() where !open.isEnding {
                    begun.append(open)
                }
            }
            next = injector.parent
        }
        return begun
    }

    /// Returns the scope that a lookup outside overrides and other scopes finds, unless that depends on more scopes.
    ///
    /// The caller has found out that the main injector was never replaced.
    func onlyBegunScope(_ scope: Scope) -> OpenedScope? {
        guard Registry.haveBegunScopes, !Override.isCurrent else { return nil }
        // The injector retains the registries, which need not be retained one by one.
        defer { extendLifetime(self) }
        var next = firstRoot
        while let root = next {
            if let open = root.state.withLock({ $0.begun(scope) }) {
                return open.enclosing == nil ? open : nil
            }
            next = root.pointee.parent
        }
        return nil
    }

    /// Begins a scope.
    ///
    /// - Throws: `ScopeError`.
    func begin(_ open: OpenedScope) throws {
        if let first = registry.begin(open) {
            open.abandon()
            throw ScopeError(.alreadyBegun(at: first.location), open.scope, in: self, at: open.location)
        }
    }
}

extension Registry {
    /// Whether any scope has begun in the process.
    ///
    /// Most programs begin none.
    static var haveBegunScopes: Bool { !AtomicCounter.begunScopes.isZero }

    /// The scopes to end with the injector: those that have begun here, and those that are ending.
    var scopes: [OpenedScope] { state.withLock { $0.scopes.isEmpty ? [] : $0.scopes.map { $0 } } }

    /// Adds a scope, unless it has ended in the meantime, or one with the same name has begun.
    ///
    /// - Returns: The other scope with the name.
    fileprivate func begin(_ open: OpenedScope) -> OpenedScope? {
        state.withLock { state in
            if let first = state.begun(open.scope) {
                return first
            }
            if !open.isEnding {
                state.scopes.append(open)
            }
            return nil
        }
    }

    /// Ends the scopes that have begun here, in tasks of their own.
    ///
    /// - Parameter heir: Whoever ends this registry waits for the scopes, too.
    func endScopesLater(to heir: Registry? = nil) {
        for open in scopes.reversed() where !open.isEnding {
            open.registry = heir ?? self
            open.endLater("after its injector or override was released")
        }
    }

    /// Adds a scope that is ending, unless it has begun here.
    func willEnd(_ open: OpenedScope) {
        state.withLock { state in
            if !state.scopes.contains(where: { $0 === open }) {
                state.scopes.append(open)
            }
        }
    }

    /// Removes a scope that has ended.
    func didEnd(_ open: OpenedScope) {
        state.withLock { $0.scopes.removeLast(open) }
    }
}

extension Registry.State {
    func begun(_ scope: Scope) -> OpenedScope? {
        scopes.first { $0.scope == scope && !$0.isEnding }
    }
}
