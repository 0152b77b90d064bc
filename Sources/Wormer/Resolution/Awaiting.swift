extension AnyBinding {
    /// Whether constructing an instance now may have to be awaited: for the factory itself, for its actor, or for what
    /// its parameters name.
    ///
    /// - Parameters:
    ///   - injector: The injector in which the binding is registered.
    ///   - seen: The bindings that were asked already.
    /// - Returns: Whether it may.
    func needsAwaiting(in injector: Injector, seen: inout Set<ObjectIdentifier>) -> Bool {
        leads(to: { $0.factory?.mayNeedAwaiting ?? false }, in: injector, seen: &seen)
    }

    /// Whether no request that cannot wait can construct an instance now, for the factory itself or for what its
    /// parameters name.
    func canOnlyBeAwaited(in injector: Injector) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        return leads(to: { $0.factory?.isAsynchronous ?? false }, in: injector, seen: &seen)
    }

    private func leads(
        to property: (AnyBinding) -> Bool,
        in injector: Injector,
        seen: inout Set<ObjectIdentifier>
    ) -> Bool {
        if property(self) {
            return true
        }
        // Most have an instance, and nothing is allocated to see that.
        let unkept = dependencies.filter { injector.find(word(of: $0))?.hasInstance != true }
        if unkept.isEmpty || !seen.insert(ObjectIdentifier(self)).inserted {
            return false
        }
        return unkept.contains { dependency in
            injector.unkeptProviders(of: dependency).contains { provider in
                provider.binding.leads(to: property, in: provider.injector, seen: &seen)
            }
        }
    }
}

extension Injector {
    /// The bindings that answer a parameter of a type, with the injectors in which they are registered, unless they
    /// have an instance already.
    fileprivate func unkeptProviders(of type: Any.Type) -> [(binding: AnyBinding, injector: Injector)] {
        var next: Injector? = resolved
        while let injector = next {
            if let hit = injector.registry.current.find(Key(type)) {
                return hit.isKept ? [] : [(hit.binding, injector)]
            }
            next = injector.parent
        }
        switch TypeShape(type) {
        case .optional(let wrapped)?: return unkeptProviders(of: wrapped)
        case .array(let element)?: return unkeptContributions(to: element)
        case .dictionary(let element, let identifier)?:
            return identified(element, by: identifier).filter { !$0.hit.isKept }.map { ($0.hit.binding, $0.injector) }
        // A provider is there at once, whatever it names.
        case .provider?, nil: return []
        }
    }

    private func unkeptContributions(to element: Any.Type) -> [(binding: AnyBinding, injector: Injector)] {
        let injector = resolved
        let own = injector.registry.current.contributions(to: ObjectIdentifier(element)).filter { !$0.isKept }
        return (injector.parent?.unkeptContributions(to: element) ?? []) + own.map { ($0.binding, injector) }
    }
}

extension Snapshot.Hit {
    /// Whether an instance is there, and seen.
    var isKept: Bool {
        (isOwn || sharesInstances) && binding.slot?.kept != nil
    }
}
