// Requests for dictionaries that are not bound: an instance of each binding whose identifier has the dictionary's key
// type.

extension Injector {
    /// Returns an instance of each binding of an interface whose identifier is an `ID`.
    func identified<P, ID: Hashable>(
        _ interface: P.Type,
        by type: ID.Type,
        for request: Request
    ) throws -> [ID: P] {
        try ResolutionStack.jointly {
            var instances: [ID: P] = [:]
            for (hit, injector) in identified(interface, by: type) {
                guard let id = hit.binding.key.identifier(as: type) else { continue }
                // Nil if the binding was removed after it was found.
                let request = Request(hit, at: request.location, isParameter: request.isParameter)
                instances[id] = try injector.bound(interface, nil, request)
            }
            return instances
        }
    }

    /// Performs `identified(_:by:for:)` for an asynchronous request.
    nonisolated(nonsending) func asyncIdentified<P, ID: Hashable>(
        _ interface: P.Type,
        by type: ID.Type,
        for request: Request
    ) async throws -> [ID: P] {
        try await TaskFrame.jointly {
            var instances: [ID: P] = [:]
            for (hit, injector) in identified(interface, by: type) {
                guard let id = hit.binding.key.identifier(as: type) else { continue }
                let request = Request(hit, at: request.location)
                instances[id] = try await injector.asyncResolve(interface, request)
            }
            return instances
        }
    }

    /// Returns the bindings of an interface whose identifiers have a type, starting with the parents' bindings.
    ///
    /// A child's binding replaces its parent's binding with an equal identifier.
    func identified(
        _ interface: Any.Type,
        by type: any Hashable.Type
    ) -> [(hit: Hit, injector: Injector)] {
        var levels: [[(hit: Hit, injector: Injector)]] = []
        var known: [KeyWord: [AnyBinding]] = [:]
        for injector in lineage {
            var own: [(hit: Hit, injector: Injector)] = []
            for hit in injector.registry.identified(interface) {
                let key = hit.binding.key
                if levels.isEmpty || !known[key.word, default: []].contains(where: { $0.key == key }) {
                    if injector.parent != nil {
                        known[key.word, default: []].append(hit.binding)
                    }
                    if key.hasIdentifier(of: type) {
                        own.append((hit, injector))
                    }
                }
            }
            levels.append(own)
        }
        return levels.reversed().flatMap { $0 }
    }
}

extension Key {
    /// Returns whether the key has an identifier of a type.
    ///
    /// Each identifier is also an `AnyHashable`.
    func hasIdentifier(of type: any Hashable.Type) -> Bool {
        guard case .identifier(let identifier)? = qualifier else { return false }
        return identifier.type == type || type == AnyHashable.self
    }

    /// Returns the identifier if it has a type.
    fileprivate func identifier<ID: Hashable>(as type: ID.Type) -> ID? {
        guard case .identifier(let identifier)? = qualifier, hasIdentifier(of: type) else { return nil }
        // The cast is safe, because the identifier has this type.
        return identifier.type == type
            ? unsafeDowncast(identifier, to: TypedIdentifier<ID>.self).base : identifier.value as? ID
    }
}
