// The scopes that have begun in an injector, for all of its requests.

extension Injector {
    /// Calls a function with each registry of this injector that the current task sees, the innermost override first,
    /// until it returns a value.
    ///
    /// An isolated test does not see what lies outside it.
    private func firstInRegistries<Result>(_ body: (Registry) -> Result?) -> Result? {
        var next = Layer.active
        while let layer = next {
            if overrides?.contains(layer.id) == true {
                break
            }
            if let result = layer.knownRegistry(of: self).flatMap({ body($0.takeUnretainedValue()) }) {
                return result
            }
            if layer.isIsolated {
                return nil
            }
            next = layer.outer
        }
        return body(ownRegistry)
    }

    /// Returns the scope that has begun here or in a parent, unless it is inside one that another one hides.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - excluded: A registry whose scopes are left out.
    /// - Returns: The instances of the scope, or nil if it has not begun.
    func begun(_ scope: Scope, except excluded: Registry? = nil) -> ScopeInstances? {
        guard Registry.haveBegunScopes else { return nil }
        if let root, excluded == nil, Layer.unretained == nil {
            // Without a retain, because each of them takes as long as a lookup of a singleton.
            var next: UnsafePointer<RegistryRoot>? = root
            while let root = next {
                if let begun = root.pointee.registry?._withUnsafeGuaranteedRef({ $0.begun(scope) }) {
                    return begun.unlessHidden { self.begun($0) }
                }
                next = root.pointee.parent
            }
            return nil
        }
        for injector in lineage {
            if let begun = injector.firstInRegistries({ $0 === excluded ? nil : $0.begun(scope) }) {
                return begun.unlessHidden { self.begun($0) }
            }
        }
        return nil
    }

    /// The scopes that have begun here or in a parent; the one that a request finds comes first among those with a name.
    var begunScopes: [ScopeInstances] {
        guard Registry.haveBegunScopes else { return [] }
        var scopes: [ScopeInstances] = []
        for injector in lineage {
            _ = injector.firstInRegistries { registry -> Void? in
                scopes += registry.begunScopes
                return nil
            }
        }
        return scopes
    }

    /// Performs `begun(_:)` among some scopes.
    func firstVisible(_ scope: Scope, among scopes: [ScopeInstances]) -> ScopeInstances? {
        guard !scopes.isEmpty else { return nil }
        for injector in lineage {
            if let found = scopes.first(where: { $0.scope == scope && $0.home == ObjectIdentifier(injector) }) {
                return found.unlessHidden { firstVisible($0, among: scopes) }
            }
        }
        return nil
    }

    /// Begins a scope.
    ///
    /// - Throws: `ScopeError`.
    func begin(_ open: ScopeInstances) throws {
        if let first = open.registry?.begin(open) {
            open.endLater("")
            throw ScopeError(.alreadyBegun(at: first.location), open.scope, in: open.home, at: open.location)
        }
    }

    /// Ends the scopes that have begun here, the latest first, and returns the errors of the teardowns.
    func failuresOfBegunScopes(at location: CodeLocation) async -> [EndingError.Failure] {
        await registry.endScopes(at: location)
    }

    /// Ends a scope that has begun here.
    ///
    /// - Returns: The errors of the teardowns.
    /// - Throws: `ScopeError`.
    func endBegun(_ scope: Scope, at location: CodeLocation) async throws -> [EndingError.Failure] {
        let registry = registry
        guard let open = registry.begun(scope) else {
            if let ending = ScopeInstances.innermost(scope), ending.isEnding, ending.registry === registry {
                throw ScopeError(.ending(begunAt: ending.location), scope, in: ObjectIdentifier(resolved), at: location)
            }
            // Another task may begin the scope here in the meantime.
            let elsewhere = begun(scope, except: registry)
            let reason = elsewhere.map { ScopeError.Reason.begunElsewhere(at: $0.location) } ?? .notBegun
            throw ScopeError(reason, scope, in: ObjectIdentifier(resolved), at: location)
        }
        try open.checkCanBeEnded(at: location)
        return await open.end(at: location)
    }
}

extension Registry {
    /// The number of scopes that have begun in the process so far.
    ///
    /// Most programs begin none.
    private static let begunScopeCount = AtomicCounter()

    /// Whether any scope has begun in the process.
    static var haveBegunScopes: Bool { !begunScopeCount.isZero }

    /// The scopes that have begun here and have not ended, in order.
    ///
    /// An outer scope ends those inside it.
    var begunScopes: [ScopeInstances] {
        // A copy of each element, for the reason that `Table.copied()` gives.
        withLock { scopes.map { $0 } }
    }

    /// Returns a scope that has begun here and has not ended.
    func begun(_ scope: Scope) -> ScopeInstances? {
        // `first(where:)` would retain each scope that it compares.
        withLock { scopes.firstIndex { $0.scope == scope }.map { scopes[$0] } }
    }

    /// Adds a scope, unless it has ended in the meantime, or one with the same name has begun.
    ///
    /// - Returns: The other scope with the name.
    func begin(_ open: ScopeInstances) -> ScopeInstances? {
        Registry.begunScopeCount.increment()
        return withLock {
            // Another task may be about to remove a scope that it ends.
            scopes.removeAll { $0.endLocation != nil }
            if let first = scopes.first(where: { $0.scope == open.scope }) {
                return first
            }
            // An end that comes later waits for the lock, and then removes the scope.
            if open.endLocation == nil {
                scopes.append(open)
            }
            return nil
        }
    }

    /// Ends the scopes that have begun here, the latest first.
    nonisolated(nonsending) func endScopes(at location: CodeLocation? = nil) async -> [EndingError.Failure] {
        var failures: [EndingError.Failure] = []
        while let open = begunScopes.last {
            failures += await open.end(at: location ?? open.location)
        }
        return failures
    }

    /// Ends the scopes that have begun here, in tasks of their own.
    func endScopesLater() {
        let ended = withLock {
            defer { scopes = [] }
            return scopes
        }
        ended.reversed().forEach { $0.endLater("after its injector or override was released") }
    }

    /// Removes a scope that ends.
    func removeBegun(_ open: ScopeInstances) {
        withLock { scopes.removeAll { $0 === open } }
    }
}
