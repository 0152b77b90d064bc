// What the graph knows of the engine: values, which it gets at once. They are tuples, because each accessor of a `package`
// type would stay in every program.

/// What an injector and its parents bind, and the services that belong to it.
package typealias Snapshot = (
    /// The injector and its parents, which are the levels of the bindings.
    injectors: [Injector],
    bindings: [BindingSnapshot],
    services: [ServiceSnapshot],
    /// The decorators of keys that are not bound in their injector, but perhaps in a parent.
    unusedDecorators: [(key: Key, location: CodeLocation, isBoundInParent: Bool)],
    /// Whether the injector is the main one, whether it or a parent is, and whether the task is in no override.
    isMain: Bool, isOfMain: Bool, isOutsideOverrides: Bool,
    /// Returns whether any injector of the process binds an interface, under any identifier, or a service conforms to it.
    isFoundAnywhere: (Any.Type) -> Bool,
    /// Returns the near misses of a key that the injector at a level doesn't bind, for code at a location.
    nearMisses: (_ key: Key, _ level: Int, _ location: CodeLocation) -> [NearMiss]
)

/// A binding.
package typealias BindingSnapshot = (
    key: Key, level: Int, location: CodeLocation, lifetime: Lifetime,
    /// The declared type of the instances, and whether it conforms to the interface, if that is known.
    implementation: Any.Type, conforms: Bool?,
    /// The actor on which an instance is created, and whether only the code around the factory says so.
    isolation: (any Actor)?, isIsolationImplied: Bool,
    wiring: Binding.Wiring,
    /// The declared service that an alias refers to.
    aliased: Key?,
    /// The lookups of the factory's first run, each with the scopes that it had opened around the lookup, and whether
    /// it looked up more; nil if it has not run.
    observed: [(key: Key, opened: [Scope])]?, looksUpMore: Bool,
    /// The position among the contributions to the interface, or nil.
    contribution: Int?,
    /// The location of the binding that this one replaced in the same registry.
    replaced: CodeLocation?,
    /// The step of `prepare()` that creates the instance, and the place of the binding among all in the order in which they
    /// were made.
    step: Int, identity: Int,
    hasFunction: Bool, isAsynchronous: Bool, isValue: Bool, isProvided: Bool, isAssigned: Bool, isUnimplemented: Bool,
    /// The number of shared instances, of which a function has any number.
    instanceCount: Int,
    /// Whether a lookup in this task gets no instance: from a stand-in, or because the open scope has no such value.
    lacksInstance: Bool
)

/// A declared service, even if it was never read.
package typealias ServiceSnapshot = (
    /// The binding that its first read makes.
    binding: BindingSnapshot,
    declaration: Declaration, property: AnyKeyPath, isPrivate: Bool,
    /// The actor that the property is isolated to, if any.
    isolation: (any Actor)?,
    /// What the source of its initializer shows; nil if there is no initializer.
    source: DeclaredService.Source?,
    mustBeAssigned: Bool,
    /// Whether it has an `onEnd` that never runs.
    endsNever: Bool,
    /// Reads the property from a container of an injector, or calls a function without parameters.
    read: @Sendable @MainActor (Injector) async throws -> Void
)

extension Injector {
    /// Returns what this injector and its parents bind now.
    package func snapshot() -> Snapshot {
        let injectors = Array(lineage)
        var (bindings, decorators): ([BindingSnapshot], [(key: Key, location: CodeLocation, isBoundInParent: Bool)]) = (
            [], []
        )
        for (level, injector) in injectors.enumerated() {
            let counts = injector.registry.countsOfCalls()
            bindings += injector.registry.visibleHits.map { $0.binding.snapshot(at: level, $0, counts) }
            let unused = injector.registry.unusedDecorations.filter { decoration in
                let key = decoration.key
                return key.contribution == nil || injector.registry.contributions(to: key.interface).isEmpty
            }
            decorators += unused.map { decoration in
                let key = decoration.key
                let isBound =
                    key.contribution == nil ? injector.isBound(key) : !injector.contributions(to: key.interface).isEmpty
                return (key, decoration.location, isBound)
            }
        }
        let services = hasServices || isMain ? DeclaredService.all : []
        var searches: [Int: NearMissSearch] = [:]
        return (
            injectors: injectors,
            bindings: bindings,
            services: services.map { $0.snapshot(at: injectors.count - 1) },
            unusedDecorators: decorators,
            isMain: isMain,
            isOfMain: injectors.contains { $0.isMain },
            isOutsideOverrides: Context.override == nil,
            isFoundAnywhere: { type in
                Injector.isBoundAnywhere(type)
                    || DeclaredService.all.contains {
                        conforms($0.binding.key.interface, to: type) == true
                            || Swift.type(of: $0.property).valueType == type
                    }
            },
            nearMisses: { key, level, location in
                // One search serves many lookups.
                let visible = injectors[level...]
                let search =
                    searches[level] ?? NearMissSearch(in: visible.map(\.registry), isOfMain: visible[level].isMain)
                searches[level] = search
                return search.nearest(to: Lookup(key, at: location))
            }
        )
    }
}

extension Registry {
    /// Returns the number of instances of each declared function.
    fileprivate func countsOfCalls() -> [ObjectIdentifier: Int] {
        var counts: [ObjectIdentifier: Int] = [:]
        for hit in visibleHits(ofCalls: true) where hit.isKept {
            hit.binding.key.declaration.map { counts[ObjectIdentifier($0), default: 0] += 1 }
        }
        return counts
    }
}

extension Binding {
    fileprivate func snapshot(
        at level: Int,
        _ hit: Hit? = nil,
        _ counts: [ObjectIdentifier: Int] = [:]
    ) -> BindingSnapshot {
        let recorded = recordedNeeds
        let calls = key.declaration.flatMap { counts[ObjectIdentifier($0)] } ?? 0
        return (
            key: key,
            level: level,
            location: location,
            lifetime: lifetime,
            implementation: implementation,
            conforms: conforms(implementation, to: key.interface),
            isolation: isolation,
            isIsolationImplied: traits?.isIsolationImplied == true,
            wiring: wiring,
            aliased: traits?.aliased,
            observed: recorded?.needs,
            looksUpMore: recorded?.areMore == true,
            contribution: contribution,
            replaced: hit?.holder.withLock(\.replaced),
            step: preparationStep.rawValue,
            identity: identity,
            hasFunction: hasFunction,
            isAsynchronous: isAsynchronous,
            isValue: isValue,
            isProvided: isProvided,
            isAssigned: isAssigned,
            isUnimplemented: isUnimplemented,
            instanceCount: calls + (hit?.isKept == true && !hasAssignedFunction ? 1 : 0),
            lacksInstance: lacksInstance
        )
    }

    private var lacksInstance: Bool {
        if isUnimplemented || isUnavailableInTests && Context.isInTest {
            return true
        }
        guard isProvided, let scope = lifetime.scopeToOpen else { return false }
        return OpenedScope.find(scope, among: OpenedScope.ofTask)?.instance(of: self) == nil
    }
}

extension DeclaredService {
    fileprivate func snapshot(at level: Int) -> ServiceSnapshot {
        (
            binding: binding.snapshot(at: level),
            declaration: declaration,
            property: property,
            isPrivate: isPrivate,
            isolation: isolation,
            source: source,
            mustBeAssigned: mustBeAssigned,
            endsNever: endsNever,
            read: read
        )
    }
}
