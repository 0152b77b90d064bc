// The graph's view of the engine at one moment. The bindings don't change, except for what is recorded.

/// The bindings of an injector and its parents, and the services that belong to it.
package typealias Snapshot = (
    /// The injector and its parents, which are the levels of the bindings.
    injectors: [Injector],
    bindings: [BindingSnapshot],
    services: [DeclaredService],
    /// The decorators of keys that are not bound in their injector, but perhaps in a parent.
    unusedDecorators: [(key: Key, location: CodeLocation, isBoundInParent: Bool)],
    /// Whether the injector is the main one, whether it or a parent is, and whether the task is in no override.
    isMain: Bool, isOfMain: Bool, isOutsideOverrides: Bool,
    /// Returns whether any injector of the process binds an interface, under any identifier, or a service conforms to it.
    isFoundAnywhere: (Any.Type) -> Bool,
    /// Returns the near misses of a key that the injector at a level doesn't bind, for code at a location.
    nearMisses: (_ key: Key, _ level: Int, _ location: CodeLocation) -> [NearMiss]
)

/// A binding, the location of the one that it replaced, and the number of its shared instances, of which a function has
/// any number.
package typealias BindingSnapshot = (binding: Binding, level: Int, replaced: CodeLocation?, instanceCount: Int)

extension Injector {
    /// Returns what this injector and its parents bind now.
    package func snapshot() -> Snapshot {
        let injectors = Array(lineage)
        var (bindings, decorators): ([BindingSnapshot], [(key: Key, location: CodeLocation, isBoundInParent: Bool)]) = (
            [], []
        )
        for (level, injector) in injectors.enumerated() {
            let counts = injector.registry.countsOfCalls()
            bindings += injector.registry.visibleHits.map { hit in
                let calls = hit.binding.key.declaration.flatMap { counts[ObjectIdentifier($0)] } ?? 0
                let count = calls + (hit.isKept && !hit.binding.hasAssignedFunction ? 1 : 0)
                return (hit.binding, level, hit.holder.withLock(\.replaced), count)
            }
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
        var searches: [Int: NearMissSearch] = [:]
        return (
            injectors: injectors,
            bindings: bindings,
            services: hasServices || isMain ? DeclaredService.all : [],
            unusedDecorators: decorators,
            isMain: isMain,
            isOfMain: injectors.contains { $0.isMain },
            isOutsideOverrides: !Override.isCurrent,
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
    /// Whether the declared type of the instances conforms to the interface, if that is known.
    package var conformsToInterface: Bool? { conforms(implementation, to: key.interface) }

    /// Whether only the code around the factory says on which actor an instance is created.
    package var isIsolationImplied: Bool { traits?.isIsolationImplied == true }

    /// The declared service that an alias refers to.
    package var aliased: Key? { traits?.aliased }

    /// Returns whether a lookup in this task gets no instance: from a stand-in, or because the open scope has no such
    /// value.
    package func lacksInstance(in injector: Injector) -> Bool {
        isUnimplemented || isUnavailableInTests && Context.isInTest
            || isProvided && (try? make(in: injector)) == nil
    }
}
