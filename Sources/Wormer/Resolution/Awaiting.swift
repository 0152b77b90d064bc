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
    ///   - isKnown: Whether a parameter is known to need awaiting.
    /// - Returns: The obstacle, or nil if there is none.
    func obstacle(in injector: Injector, requestedAt location: CodeLocation, isKnown: Bool) -> Obstacle? {
        guard let factory else {
            return nil
        }
        if factory.traits.mayNeedAwaiting || dependencies.isEmpty {
            return factory.traits.mayNeedAwaiting ? .awaitedFactory : nil
        }
        var search = AwaitingSearch()
        guard !isKnown, !search.finds(self, in: injector) else {
            return .awaitedFactory
        }
        return search.wait.map { wait in
            .construction(
                MustSuspend(
                    construction: wait.construction,
                    path: [RequestedBinding(binding: self, location: location)] + wait.path.reversed(),
                    location: wait.parameter.location,
                    injector: wait.injector
                )
            )
        }
    }

    /// Returns whether only an asynchronous request can construct an instance now, because of the factory or a
    /// dependency.
    func canOnlyBeAwaited(in injector: Injector) -> Bool {
        var search = AwaitingSearch(onlyAsynchronous: true)
        return search.finds(self, in: injector)
    }
}

/// A search among the dependencies of a binding, for a factory that must be awaited.
private struct AwaitingSearch {
    /// Whether a factory that synchronous requests can call on the right actor counts as prompt.
    var onlyAsynchronous = false

    /// A construction of a dependency that is under way.
    struct Wait {
        let construction: Construction
        /// The parameter that needs it, and the injector that resolves the parameter.
        let parameter: Parameter
        let injector: Injector
        /// The constructions between the search's binding and the parameter, the innermost first.
        var path: [RequestedBinding] = []
    }

    /// The first construction that a request would wait for.
    private(set) var wait: Wait?

    /// The bindings whose dependencies were visited, after the first few.
    private var seen: Set<ObjectIdentifier> = []
    private var count = 0

    init(onlyAsynchronous: Bool = false) {
        self.onlyAsynchronous = onlyAsynchronous
    }

    /// Returns whether the factory of a binding, or one that would run for a dependency, must be awaited.
    ///
    /// For a few dependencies without qualifiers, this allocates nothing.
    ///
    /// - Parameters:
    ///   - binding: The binding.
    ///   - injector: The injector in which it is registered.
    /// - Returns: `true` if one of them must be awaited.
    mutating func finds(_ binding: AnyBinding, in injector: Injector) -> Bool {
        guard let factory = binding.factory else {
            return false
        }
        if onlyAsynchronous ? factory.traits.isAsynchronous : factory.traits.mayNeedAwaiting {
            return true
        }
        guard !factory.traits.dependencies.isEmpty, isNew(binding) else {
            return false
        }
        for parameter in factory.traits.dependencies {
            if parameter.key.qualifier == nil, Layer.unretained == nil,
                let finding = injector.find(word(of: parameter.key.interface))
            {
                if let (provider, holder) = finding.unkept, finds(provider, of: holder, for: parameter, in: injector) {
                    return true
                }
                continue
            }
            for (hit, holder) in injector.unkeptProviders(of: parameter.key)
            where finds(hit.binding, of: holder, for: parameter, in: injector, isOwn: hit.isOwn) {
                return true
            }
        }
        return false
    }

    /// Performs `finds(_:in:)` for the provider of a parameter, and notes a construction that is under way.
    private mutating func finds(
        _ provider: AnyBinding,
        of holder: Injector,
        for parameter: Parameter,
        in injector: Injector,
        isOwn: Bool = true
    ) -> Bool {
        let isFirst = wait == nil
        let (isKept, construction) = isOwn ? provider.progress(in: holder) : (false, nil)
        if isKept {
            return false
        }
        if isFirst, let construction {
            wait = Wait(construction: construction, parameter: parameter, injector: injector)
        }
        if finds(provider, in: holder) {
            return true
        }
        if isFirst, construction == nil {
            wait?.path.append(RequestedBinding(binding: provider, location: parameter.location))
        }
        return false
    }

    /// Returns whether the dependencies of a binding are yet to be visited.
    ///
    /// The first few bindings may be visited again, because remembering them takes longer.
    private mutating func isNew(_ binding: AnyBinding) -> Bool {
        count += 1
        return count <= 16 || seen.insert(ObjectIdentifier(binding)).inserted
    }
}

extension Finding {
    /// The binding and its injector, or nil if the shared instance exists and is not weak.
    ///
    /// The read section ends.
    fileprivate var unkept: (AnyBinding, Injector)? {
        defer { Reader.end(thread) }
        if isKept {
            return nil
        }
        return (
            Unmanaged<AnyBinding>.fromOpaque(binding).takeUnretainedValue(),
            Unmanaged<Injector>.fromOpaque(injector).takeUnretainedValue()
        )
    }
}

extension AnyBinding {
    /// Returns whether the shared instance exists, and otherwise the construction that a request would wait for, if one
    /// is under way.
    func progress(in injector: Injector) -> (isKept: Bool, construction: Construction?) {
        var cache: InstanceCache?
        switch lifetime {
        case .transient, .resolution: return (false, nil)
        case .scope(let scope) where !scope.isAlwaysOpen:
            guard let open = try? ScopeInstances.find(scope, for: injector) else {
                return (false, nil)
            }
            cache = open
        case .singleton, .weak, .scope: break
        }
        let found = withSlot(in: cache) { ($0.instance, $0.constructionUnderWay(of: self)) }
        // Outside, because a weak instance may be released here.
        return (found?.0?.strong != nil, found?.1)
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
}
