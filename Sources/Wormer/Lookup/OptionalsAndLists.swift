// Lookups of types that have a value even if they are not bound; see `TypeShape`.

extension Injector {
    /// An instance that is a part of a value.
    struct Part {
        let key: Key
        /// The injector to ask.
        let injector: Injector
        /// Whether its parents are asked, too.
        var asksParents = false
    }

    /// Returns the parts of the value of a type that is not bound, or nil if it has no value.
    func parts(of key: Key) -> [Part]? {
        switch TypeShape(key.interface) {
        case .optional(let wrapped)?:
            let wrapped = Key(wrapped, key.qualifier)
            return isUseless(wrapped) ? [] : [Part(key: wrapped, injector: self, asksParents: true)]
        case .array(let element)? where key.qualifier == nil: return contributions(to: element)
        case .dictionary(let element, let identifier)? where key.qualifier == nil:
            return identified(element, by: identifier)
        case .provider? where key.isFoundByType: return []
        default: return nil
        }
    }

    /// Returns the instances, or nil for those that are not bound, because they were removed after they were found.
    func instances(of parts: [Part], at location: CodeLocation) throws -> [AnyInstance?] {
        try EnclosingConstructions.jointly {
            try parts.map { try $0.injector.resolve(Lookup($0.key, at: location, asksParents: $0.asksParents)) }
        }
    }

    /// Returns whether a key would be answered with a provider whose calls fail, because nothing answers them.
    ///
    /// An optional of such a provider is nil.
    private func isUseless(_ key: Key) -> Bool {
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
    func contributions(to interface: Any.Type) -> [Part] {
        let injector = resolved
        let own = injector.registry.contributions(to: interface).map { Part(key: $0.binding.key, injector: injector) }
        return injector.parent.map { $0.contributions(to: interface) + own } ?? own
    }

    /// Returns the bindings of an interface whose identifiers have a type, starting with the parents' bindings.
    ///
    /// A child's binding replaces its parent's binding with an equal identifier.
    private func identified(_ interface: Any.Type, by type: any Hashable.Type) -> [Part] {
        var known: Set<Key> = []
        let levels = lineage.map { injector in
            injector.registry.identified(interface).map(\.binding.key).filter { key in
                known.insert(key).inserted && key.hasIdentifier(of: type)
            }.map { Part(key: $0, injector: injector) }
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
}
