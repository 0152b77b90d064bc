// A request for a dictionary that is not bound itself: an instance of each binding whose identifier has the type of the
// dictionary's keys.

extension Injector {
    /// An instance of each binding of an interface whose identifier is an `ID`.
    func identified<P, ID: Hashable>(
        _ interface: P.Type,
        by type: ID.Type,
        for request: Request
    ) throws -> [ID: P] {
        try ResolutionStack.jointly {
            var instances: [ID: P] = [:]
            for (hit, injector) in identified(interface, by: type) {
                guard let id = hit.binding.key.identifier(as: type) else {
                    continue
                }
                // Nil if it has been unbound since it was found.
                let request = Request(hit, at: request.location, isParameter: request.isParameter)
                instances[id] = try injector.bound(interface, nil, request)
            }
            return instances
        }
    }

    /// As above, for a request that can wait.
    nonisolated(nonsending)
        func asyncIdentified<P, ID: Hashable>(
            _ interface: P.Type,
            by type: ID.Type,
            for request: Request
        ) async throws -> [ID: P]
    {
        try await TaskFrame.jointly {
            var instances: [ID: P] = [:]
            for (hit, injector) in identified(interface, by: type) {
                guard let id = hit.binding.key.identifier(as: type) else {
                    continue
                }
                let request = Request(hit, at: request.location)
                instances[id] = try await injector.asyncResolve(interface, request)
            }
            return instances
        }
    }

    /// The bindings of an interface whose identifier is of a type, those of the parents first.
    ///
    /// The binding of a child replaces that of its parent with an equal identifier.
    func identified(
        _ interface: Any.Type,
        by type: any Hashable.Type
    ) -> [(hit: Snapshot.Hit, injector: Injector)] {
        var levels: [[(hit: Snapshot.Hit, injector: Injector)]] = []
        var known: Set<Key> = []
        var next: Injector? = resolved
        while let injector = next {
            let own = injector.registry.current.identified(interface).filter { known.insert($0.binding.key).inserted }
            levels.append(own.filter { $0.binding.key.hasIdentifier(of: type) }.map { ($0, injector) })
            next = injector.parent
        }
        return levels.reversed().flatMap { $0 }
    }
}

extension Key {
    /// Whether there is an identifier of a type; each is an `AnyHashable`, too.
    func hasIdentifier(of type: any Hashable.Type) -> Bool {
        guard case .identifier(let identifier)? = qualifier else {
            return false
        }
        return identifier.type == type || type == AnyHashable.self
    }

    /// The identifier if it is of a type.
    fileprivate func identifier<ID: Hashable>(as type: ID.Type) -> ID? {
        guard case .identifier(let identifier)? = qualifier, hasIdentifier(of: type) else {
            return nil
        }
        // The identifier's own type proves the class.
        return identifier.type == type
            ? unsafeDowncast(identifier, to: TypedIdentifier<ID>.self).base : identifier.value as? ID
    }
}
