extension AnyBinding {
    /// A reason why this thread cannot construct an instance at once.
    enum Obstacle {
        /// The factory, its actor, or a dependency must be awaited, so a task must construct the instance.
        case awaitedFactory
        /// Another thread or task is constructing a dependency.
        case construction(MustSuspend)
    }

    /// Returns what prevents an asynchronous request from constructing an instance at once.
    ///
    /// Finding this before the construction begins keeps a factory from making instances for parameters and then
    /// dropping them because a later parameter must wait.
    ///
    /// - Parameters:
    ///   - injector: The injector in which the binding is registered.
    ///   - location: The location of the request.
    /// - Returns: The obstacle, or nil if there is none.
    func obstacle(in injector: Injector, requestedAt location: CodeLocation) -> Obstacle? {
        guard let factory else {
            return nil
        }
        if factory.traits.mayNeedAwaiting || dependencies.isEmpty {
            return factory.traits.mayNeedAwaiting ? .awaitedFactory : nil
        }
        let (awaits, wait) = search(for: { $0.mayNeedAwaiting }, in: injector)
        guard !awaits, let wait else {
            return awaits ? .awaitedFactory : nil
        }
        let path = [RequestedBinding(binding: self, location: location)] + wait.path.reversed()
        return .construction(
            MustSuspend(
                construction: wait.construction,
                path: path,
                location: wait.parameter.location,
                injector: wait.injector
            )
        )
    }

    /// Returns whether only an asynchronous request can construct an instance now, because of the factory or a
    /// dependency.
    func canOnlyBeAwaited(in injector: Injector) -> Bool {
        search(for: { $0.isAsynchronous }, in: injector).isFound
    }

    /// A construction of a dependency that is under way.
    private struct Wait {
        let construction: Construction
        /// The parameter that needs it, and the injector that resolves the parameter.
        let parameter: Parameter
        let injector: Injector
        /// The constructions between the search's binding and the parameter, the innermost first.
        var path: [RequestedBinding] = []
    }

    private func search(
        for property: (FactoryTraits) -> Bool,
        in injector: Injector
    ) -> (isFound: Bool, wait: Wait?) {
        var (seen, wait): (Set<ObjectIdentifier>, Wait?) = ([], nil)
        let isFound = leads(to: property, in: injector, seen: &seen, &wait)
        return (isFound, wait)
    }

    /// Returns whether the factory, or one that would run for a dependency, has a property.
    ///
    /// - Parameters:
    ///   - property: Returns whether a factory has the property.
    ///   - injector: The injector in which the binding is registered.
    ///   - seen: The bindings whose dependencies were visited.
    ///   - wait: Set to the first construction of a dependency that is under way.
    /// - Returns: `true` if one of them has it.
    private func leads(
        to property: (FactoryTraits) -> Bool,
        in injector: Injector,
        seen: inout Set<ObjectIdentifier>,
        _ wait: inout Wait?
    ) -> Bool {
        if let factory, property(factory.traits) {
            return true
        }
        // Most dependencies have an instance. This check allocates nothing for them.
        let unkept = dependencies.filter {
            $0.key.qualifier != nil || injector.find(word(of: $0.key.interface))?.hasInstance != true
        }
        if unkept.isEmpty || !seen.insert(ObjectIdentifier(self)).inserted {
            return false
        }
        for parameter in unkept {
            for (hit, holder) in injector.unkeptProviders(of: parameter.key) {
                let isFirst = wait == nil
                let construction = isFirst ? hit.constructionUnderWay(in: holder) : nil
                wait = construction.map { Wait(construction: $0, parameter: parameter, injector: injector) } ?? wait
                if hit.binding.leads(to: property, in: holder, seen: &seen, &wait) {
                    return true
                }
                if isFirst, construction == nil {
                    wait?.path.append(RequestedBinding(binding: hit.binding, location: parameter.location))
                }
            }
        }
        return false
    }
}

extension Injector {
    /// Returns the bindings that answer a parameter and have no instance yet, with the injectors in which they are
    /// registered.
    fileprivate func unkeptProviders(of key: Key) -> [(hit: Hit, injector: Injector)] {
        for injector in lineage {
            if let hit = injector.registry.find(key) {
                return hit.isKept ? [] : [(hit, injector)]
            }
        }
        switch TypeShape(key.interface) {
        case .optional(let wrapped)?: return unkeptProviders(of: Key(wrapped, key.qualifier))
        case _ where key.qualifier != nil: return []
        case .array(let element)?: return unkeptContributions(to: element)
        case .dictionary(let element, let identifier)?:
            return identified(element, by: identifier).filter { !$0.hit.isKept }
        // A provider is available at once, whatever it resolves.
        case .provider?, nil: return []
        }
    }

    private func unkeptContributions(to element: Any.Type) -> [(hit: Hit, injector: Injector)] {
        let injector = resolved
        let own = injector.registry.contributions(to: ObjectIdentifier(element)).filter { !$0.isKept }
        return (injector.parent?.unkeptContributions(to: element) ?? []) + own.map { ($0, injector) }
    }
}

extension Hit {
    /// Whether an instance exists and is visible.
    var isKept: Bool {
        (isOwn || sharesInstances) && binding.kept() != nil
    }

    /// The construction that a request would wait for, if there is one.
    fileprivate func constructionUnderWay(in injector: Injector) -> Construction? {
        guard isOwn else {
            return nil
        }
        guard case .scope(let scope) = binding.lifetime, !scope.isAlwaysOpen else {
            return binding.constructionUnderWay(in: nil)
        }
        return (try? ScopeInstances.find(scope, for: injector)).flatMap { binding.constructionUnderWay(in: $0) }
    }
}
