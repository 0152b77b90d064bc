extension AnyBinding {
    /// Returns whether constructing an instance now may require awaiting the factory, its actor, or a dependency.
    ///
    /// - Parameter injector: The injector in which the binding is registered.
    /// - Returns: `true` if it may.
    func needsAwaiting(in injector: Injector) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        return leads(onlyToAsynchronous: false, in: injector, seen: &seen)
    }

    /// Returns whether only an asynchronous request can construct an instance now, because of the factory or a
    /// dependency.
    func canOnlyBeAwaited(in injector: Injector) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        return leads(onlyToAsynchronous: true, in: injector, seen: &seen)
    }

    private func leads(
        onlyToAsynchronous: Bool,
        in injector: Injector,
        seen: inout Set<ObjectIdentifier>
    ) -> Bool {
        if let factory, onlyToAsynchronous ? factory.isAsynchronous : factory.mayNeedAwaiting {
            return true
        }
        // Most dependencies have an instance. This check allocates nothing for them.
        let unkept = dependencies.filter { injector.find(word(of: $0))?.hasInstance != true }
        if unkept.isEmpty || !seen.insert(ObjectIdentifier(self)).inserted {
            return false
        }
        return unkept.contains { dependency in
            injector.unkeptProviders(of: dependency).contains { provider in
                provider.binding.leads(onlyToAsynchronous: onlyToAsynchronous, in: provider.injector, seen: &seen)
            }
        }
    }
}

extension Injector {
    /// Returns the bindings that answer a parameter of a type and have no instance yet, with the injectors in which
    /// they are registered.
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
        // A provider is available at once, whatever it resolves.
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
    /// Whether an instance exists and is visible.
    var isKept: Bool {
        (isOwn || sharesInstances) && binding.slot?.kept != nil
    }
}
