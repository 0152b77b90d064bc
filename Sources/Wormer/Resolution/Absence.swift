// Lookups of types that have a value even if they are not bound; see `TypeShape`.

extension Injector {
    /// Returns the value of an interface that is not bound, if its type has one.
    @usableFromInline
    func absence<P>(of interface: P.Type, for lookup: Lookup) throws -> P? {
        switch TypeShape(interface) {
        case .optional(let wrapped)?:
            func open<Wrapped>(_ wrapped: Wrapped.Type) throws -> P {
                let lookup = lookup.for(wrapped)
                return same(isUseless(lookup.key) ? nil : try resolve(wrapped, lookup), as: interface)
            }
            return try _openExistential(wrapped, do: open)
        case .array(let element)? where lookup.key.qualifier == nil:
            func open<Element>(_ element: Element.Type) throws -> P {
                same(try contributions(to: element, at: lookup.location), as: interface)
            }
            return try _openExistential(element, do: open)
        case .dictionary(let element, let identifier)? where lookup.key.qualifier == nil:
            func open<Element>(_ element: Element.Type) throws -> P {
                func open<ID: Hashable>(_ identifier: ID.Type) throws -> P {
                    same(try identified(element, by: identifier, for: lookup), as: interface)
                }
                return try open(identifier)
            }
            return try _openExistential(element, do: open)
        case .provider(let provider)? where lookup.key.isFoundByType:
            return self.provider(provider, lookup.key.qualifier, as: interface)
        default:
            return nil
        }
    }

    /// Returns the value of an interface that is not bound, or throws an error if its type has none.
    @usableFromInline
    func requiredAbsence<P>(of interface: P.Type, for lookup: Lookup) throws -> P {
        guard let absence = try absence(of: interface, for: lookup) else { throw notBound(lookup, below: nil) }
        return absence
    }

    /// Performs `requiredAbsence(of:for:)` for an asynchronous lookup.
    @usableFromInline
    nonisolated(nonsending) func asyncRequiredAbsence<P>(
        of interface: P.Type,
        for lookup: Lookup,
        below frame: Frame?
    ) async throws -> P {
        let absence = try await asyncAbsence(of: interface, for: lookup, below: frame ?? Constructions.taskFrame)
        guard let absence else { throw notBound(lookup, below: frame) }
        return absence
    }

    /// Performs `absence(of:for:)` for an asynchronous lookup.
    nonisolated(nonsending) func asyncAbsence<P>(
        of interface: P.Type,
        for lookup: Lookup,
        below frame: Frame?
    ) async throws -> P? {
        switch TypeShape(interface) {
        case .optional(let wrapped)?:
            func open<Wrapped>(_ wrapped: Wrapped.Type) async throws -> P {
                let lookup = lookup.for(wrapped)
                let instance = isUseless(lookup.key) ? nil : try await asyncResolve(wrapped, lookup, below: frame)
                return same(instance, as: interface)
            }
            return try await open(wrapped)
        case .array(let element)? where lookup.key.qualifier == nil:
            func open<Element>(_ element: Element.Type) async throws -> P {
                same(try await asyncContributions(to: element, at: lookup.location, below: frame), as: interface)
            }
            return try await open(element)
        case .dictionary(let element, let identifier)? where lookup.key.qualifier == nil:
            func open<Element>(_ element: Element.Type) async throws -> P {
                func open<ID: Hashable>(_ identifier: ID.Type) async throws -> P {
                    same(try await asyncIdentified(element, by: identifier, for: lookup, below: frame), as: interface)
                }
                return try await open(identifier)
            }
            return try await open(element)
        case .provider(let provider)? where lookup.key.isFoundByType:
            return self.provider(provider, lookup.key.qualifier, as: interface)
        default:
            return nil
        }
    }
}

extension Injector {
    /// Returns whether a key would be answered with a provider whose calls fail, because nothing answers them.
    ///
    /// An optional of such a provider is nil.
    fileprivate func isUseless(_ key: Key) -> Bool {
        guard case .provider(let provider)? = TypeShape(key.interface), !isBound(key) else { return false }
        let provided = Key(provider.interface, key.qualifier)
        if isBound(provided) {
            return false
        }
        return switch TypeShape(provider.interface) {
        case .provider: isUseless(provided)
        case .optional, .array, .dictionary: false
        case nil: true
        }
    }

    /// Returns a provider that resolves in this injector.
    ///
    /// The caller has determined at run time that `Target` is the type of the provider.
    fileprivate func provider<Target>(
        _ provider: any ProviderType.Type,
        _ qualifier: Key.Qualifier?,
        as type: Target.Type
    ) -> Target {
        func open<Handle: ProviderType>(_ provider: Handle.Type) -> Target {
            same(provider.init(of: self, qualifier), as: type)
        }
        return open(provider)
    }
}

/// Returns a value as a `Target`, which the caller has determined at run time to be its type.
private func same<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
    precondition(Value.self == type)
    return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: type) }
}

extension Lookup {
    /// Returns a lookup of another interface with the same qualifier and location.
    fileprivate func `for`(_ interface: Any.Type) -> Lookup {
        Lookup(Key(interface, key.qualifier), at: location)
    }
}

// MARK: - Dictionaries: an instance of each binding whose identifier has the type of their keys

extension Injector {
    /// Returns an instance of each binding of an interface whose identifier is an `ID`.
    func identified<P, ID: Hashable>(_ interface: P.Type, by type: ID.Type, for lookup: Lookup) throws -> [ID: P] {
        try Constructions.jointly {
            var instances: [ID: P] = [:]
            for (hit, injector) in identified(interface, by: type) {
                guard let id = hit.binding.key.identifier(as: type) else { continue }
                // Nil if the binding was removed after it was found.
                instances[id] = try injector.bound(interface, Lookup(hit, at: lookup.location))
            }
            return instances
        }
    }

    /// Performs `identified(_:by:for:)` for an asynchronous lookup.
    nonisolated(nonsending) func asyncIdentified<P, ID: Hashable>(
        _ interface: P.Type,
        by type: ID.Type,
        for lookup: Lookup,
        below outer: Frame?
    ) async throws -> [ID: P] {
        let frame = jointFrame(at: lookup.location, below: outer)
        var instances: [ID: P] = [:]
        for (hit, injector) in identified(interface, by: type) {
            guard let id = hit.binding.key.identifier(as: type) else { continue }
            instances[id] = try await injector.asyncResolve(interface, Lookup(hit, at: lookup.location), below: frame)
        }
        return instances
    }

    /// Returns a frame for an asynchronous lookup of several instances, which share what they can.
    func jointFrame(at location: CodeLocation, below outer: Frame?) -> Frame {
        Frame(nil, in: self, at: location, recorder: outer?.recorder, below: outer)
    }

    /// Returns the bindings of an interface whose identifiers have a type, starting with the parents' bindings.
    ///
    /// A child's binding replaces its parent's binding with an equal identifier.
    func identified(
        _ interface: Any.Type,
        by type: any Hashable.Type
    ) -> [(hit: Hit, injector: Injector)] {
        var levels: [[(hit: Hit, injector: Injector)]] = []
        var known: Set<Key> = []
        for injector in lineage {
            var own: [(hit: Hit, injector: Injector)] = []
            for hit in injector.registry.identified(interface) {
                let key = hit.binding.key
                if !known.contains(key), key.hasIdentifier(of: type) {
                    own.append((hit, injector))
                }
                if injector.parent != nil {
                    known.insert(key)
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
        return identifier.value as? ID ?? identifier.value.base as? ID
    }
}

extension Injector {
    /// Returns the bindings that answer a lookup of a key, with the injectors in which they are registered: its own
    /// binding, or else what a lookup of an optional, an array or a dictionary finds; see `absence(of:for:)`.
    func providers(of key: Key) -> [(hit: Hit, injector: Injector)] {
        for injector in lineage {
            if let hit = injector.registry.look(key) {
                return [(hit, injector)]
            }
        }
        switch TypeShape(key.interface) {
        case .optional(let wrapped)?: return providers(of: Key(wrapped, key.qualifier))
        case _ where key.qualifier != nil: return []
        case .array(let element)?:
            // The contributions of the parents come first.
            return lineage.reversed().flatMap { injector in
                injector.registry.contributions(to: element).map { ($0, injector) }
            }
        case .dictionary(let element, let identifier)?: return identified(element, by: identifier)
        // A provider is available at once, whatever it resolves.
        case .provider?, nil: return []
        }
    }
}
