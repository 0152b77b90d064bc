// Lookups of types that have a value even if they are not bound; see `TypeShape`.

extension Injector {
    /// What makes up the value of a type that is not bound.
    private enum Absence {
        /// The answer to another lookup, or nil.
        case optional(Key?)
        /// An instance of each of these bindings.
        case several([Found])

        init?(of key: Key, in injector: Injector) {
            switch TypeShape(key.interface) {
            case .optional(let wrapped)?:
                let wrapped = Key(wrapped, key.qualifier)
                self = .optional(injector.isUseless(wrapped) ? nil : wrapped)
            case .array(let element)? where key.qualifier == nil:
                self = .several(injector.contributions(to: element))
            case .dictionary(let element, let identifier)? where key.qualifier == nil:
                self = .several(injector.identified(element, by: identifier))
            case .provider? where key.isFoundByType: self = .several([])
            default: return nil
            }
        }
    }

    /// Finds or constructs an instance, or returns nil if nothing is bound and the type has no value of its own.
    @usableFromInline
    func resolve(_ lookup: Lookup, in cell: Guarded<Cell>? = nil) throws -> AnyInstance? {
        if let instance = try answer(lookup, in: cell) {
            return instance
        }
        let (key, location) = (lookup.key, lookup.location)
        return switch Absence(of: key, in: self) {
        case nil: nil
        case .optional(let wrapped)?:
            value(of: key, from: try [wrapped.flatMap { try resolve(Lookup($0, at: location)) }])
        case .several(let parts)?: value(of: key, from: try instances(of: parts, at: location), parts)
        }
    }

    /// Performs `resolve(_:in:)` for an asynchronous lookup.
    nonisolated(nonsending) func asyncResolve(_ lookup: Lookup, below frame: Frame?) async throws -> AnyInstance? {
        if let instance = try await asyncAnswer(lookup, below: frame) {
            return instance
        }
        let (key, location) = (lookup.key, lookup.location)
        switch Absence(of: key, in: self) {
        case nil: return nil
        case .optional(let wrapped)?:
            guard let wrapped else { return value(of: key, from: []) }
            return value(of: key, from: [try await asyncResolve(Lookup(wrapped, at: location), below: frame)])
        case .several(let parts)?:
            return value(of: key, from: try await asyncInstances(of: parts, at: location, below: frame), parts)
        }
    }

    /// Returns an instance of each binding, or nil if it was removed after it was found.
    func instances(of parts: [Found], at location: CodeLocation) throws -> [AnyInstance?] {
        try Constructions.jointly {
            try parts.map { try $0.injector.answer(Lookup($0.hit, at: location)) }
        }
    }

    /// Performs `instances(of:at:)` for an asynchronous lookup.
    nonisolated(nonsending) func asyncInstances(
        of parts: [Found],
        at location: CodeLocation,
        below outer: Frame?
    ) async throws -> [AnyInstance?] {
        let outer = outer ?? Constructions.taskFrame
        let frame = Frame(nil, in: resolved, at: location, recorder: outer?.recorder, below: outer)
        var instances: [AnyInstance?] = []
        for part in parts {
            instances.append(try await part.injector.asyncAnswer(Lookup(part.hit, at: location), below: frame))
        }
        return instances
    }

    /// Returns whether a key would be answered with a provider whose calls fail, because nothing answers them.
    ///
    /// An optional of such a provider is nil.
    fileprivate func isUseless(_ key: Key) -> Bool {
        guard case .provider(let provided)? = TypeShape(key.interface), !isBound(key) else { return false }
        let key = Key(provided, key.qualifier)
        if isBound(key) {
            return false
        }
        return switch TypeShape(provided) {
        case .provider: isUseless(key)
        case .optional, .array, .dictionary: false
        case nil: true
        }
    }

    /// Returns the contributions to an interface, starting with the parents'.
    func contributions(to interface: Any.Type) -> [Found] {
        let injector = resolved
        let inherited = injector.parent?.contributions(to: interface) ?? []
        return inherited + injector.registry.contributions(to: interface).map { Found($0, in: injector, .nowhere) }
    }

    /// Returns the bindings of an interface whose identifiers have a type, starting with the parents' bindings.
    ///
    /// A child's binding replaces its parent's binding with an equal identifier.
    fileprivate func identified(_ interface: Any.Type, by type: any Hashable.Type) -> [Found] {
        var levels: [[Found]] = []
        var known: Set<Key> = []
        for injector in lineage {
            var own: [Found] = []
            for hit in injector.registry.identified(interface) {
                let key = hit.binding.key
                if !known.contains(key), key.hasIdentifier(of: type) {
                    own.append(Found(hit, in: injector, .nowhere))
                }
                if injector.parent != nil {
                    known.insert(key)
                }
            }
            levels.append(own)
        }
        return levels.reversed().flatMap { $0 }
    }

    /// Returns the bindings that answer a lookup of a key: its own one, or else those of the parts of its value.
    ///
    /// A provider is available at once, whatever it resolves.
    func providers(of key: Key) -> [Hit] {
        for injector in lineage {
            if let hit = injector.registry.look(key) {
                return [hit]
            }
        }
        return switch Absence(of: key, in: self) {
        case nil, .optional(nil)?: []
        case .optional(let wrapped?)?: providers(of: wrapped)
        case .several(let parts)?: parts.map(\.hit)
        }
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
}
