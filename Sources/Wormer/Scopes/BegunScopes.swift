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
        let begun = registry.state.withLock { state -> OpenedScope? in
            let begun = state.begun(open.scope)
            // It may have ended in the meantime.
            state.scopes += begun == nil && !open.isEnding ? [open] : []
            return begun
        }
        if let begun {
            open.abandon()
            throw ScopeError(.alreadyBegun(at: begun.location), open.scope, in: self, at: open.location)
        }
    }
}

extension Registry {
    /// Whether any scope has begun in the process.
    ///
    /// Most programs begin none.
    static var haveBegunScopes: Bool { !AtomicCounter.begunScopes.isZero }

    /// The scopes to end with the injector: those that have begun here, and those that are ending.
    var scopes: [OpenedScope] { state.withLock { $0.scopes.map { $0 } } }

    /// Ends the scopes that have begun here, in tasks of their own.
    ///
    /// An end of the parent waits for them, too.
    func endScopesLater() {
        for open in scopes.reversed() where !open.isEnding {
            open.registry = parent ?? self
            open.endLater("after its injector or override was released")
        }
    }

    /// Adds a scope that is ending, unless it has begun here.
    func willEnd(_ open: OpenedScope) {
        state.withLock { $0.scopes.add(open) }
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
