extension AnyBinding {
    /// A reason why this thread cannot construct an instance at once.
    enum Obstacle {
        /// The factory, its actor, or a dependency must be awaited, so a task must construct the instance.
        ///
        /// The bindings are known to need awaiting.
        case awaitedFactory(AwaitedBindings?)
        /// Another thread or task is constructing a dependency.
        case construction(MustSuspend)

        var known: AwaitedBindings? { if case .awaitedFactory(let known) = self { known } else { nil } }
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
        guard let factory else { return nil }
        if factory.traits.mayNeedAwaiting || factory.traits.dependencies.isEmpty {
            return factory.traits.mayNeedAwaiting ? .awaitedFactory(nil) : nil
        }
        return AwaitingSearch.run { search in
            if isKnown || search.finds(self, in: injector) {
                return .awaitedFactory(search.known)
            }
            guard let (construction, parameter, place, injector) = search.wait else { return nil }
            return .construction(
                MustSuspend(
                    construction: construction,
                    path: search.path(to: place, from: RequestedBinding(binding: self, location: location)),
                    location: search.location(of: parameter, at: place, from: self),
                    injector: injector
                )
            )
        }
    }

    /// Returns whether only an asynchronous request can construct an instance now, because of the factory or a
    /// dependency.
    ///
    /// - Parameters:
    ///   - injector: The injector in which the binding is registered.
    ///   - known: What earlier calls have found.
    /// - Returns: `true` if no synchronous request can construct an instance.
    func canOnlyBeAwaited(in injector: Injector, _ known: AwaitedBindings = AwaitedBindings()) -> Bool {
        AwaitingSearch.run(onlyAsynchronous: true, known: known) { $0.finds(self, in: injector) }
    }
}

/// A search among the dependencies of a binding, the nearest first, for a factory that must be awaited.
private struct AwaitingSearch: ~Copyable {
    /// A binding with dependencies whose instance would have to be constructed.
    private struct Visit {
        let binding: AnyBinding
        let injector: Injector
        /// The place of the binding that needs it, which is negative for the search's binding, and of its parameter there.
        let previous: Int
        let parameter: Int
    }

    /// Whether a factory that synchronous requests can call on the right actor counts as prompt.
    let onlyAsynchronous: Bool

    /// The bindings that are known to need awaiting, if a search has visited many bindings.
    private(set) var known: AwaitedBindings?

    /// The first construction found that a request would wait for, and the parameter that needs it.
    private(set) var wait: (construction: Construction, parameter: Int, place: Int, injector: Injector)?

    /// The visits in order, the first few of which are on the stack.
    private let first: UnsafeMutableBufferPointer<Visit>
    private var rest: [Visit] = []
    private var count = 0

    /// The bindings that were visited, after the first few.
    private var seen: Set<ObjectIdentifier> = []

    /// Calls a function with a search.
    static func run<Result>(
        onlyAsynchronous: Bool = false,
        known: AwaitedBindings? = nil,
        _ body: (inout AwaitingSearch) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: Visit.self, capacity: 16) { first in
            var search = AwaitingSearch(onlyAsynchronous: onlyAsynchronous, known: known, first: first)
            return body(&search)
        }
    }

    private init(onlyAsynchronous: Bool, known: AwaitedBindings?, first: UnsafeMutableBufferPointer<Visit>) {
        (self.onlyAsynchronous, self.known, self.first) = (onlyAsynchronous, known, first)
    }

    deinit {
        first[..<min(count, first.count)].deinitialize()
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
        if mustAwait(binding) || known?.contains(binding) == true {
            return true
        }
        var (next, holder, place) = (binding, injector, -1)
        while !finds(next, in: holder, at: place) {
            place += 1
            guard place < count else { return false }
            (next, holder) = (self[place].binding, self[place].injector)
        }
        if let known {
            known.insert(path(to: place, from: RequestedBinding(binding: binding, location: nil)).map(\.binding))
        }
        return true
    }

    /// Returns whether a provider of a dependency must be awaited.
    private mutating func finds(_ binding: AnyBinding, in injector: Injector, at place: Int) -> Bool {
        guard let dependencies = binding.factory?.traits.dependencies else { return false }
        for parameter in dependencies.indices {
            if dependencies[parameter].key.qualifier == nil, Layer.unretained == nil,
                let found = injector.find(word(of: dependencies[parameter].key.interface))
            {
                if let (provider, holder) = found.unkept,
                    visits(provider, of: holder, for: parameter, at: place, in: injector)
                {
                    return true
                }
                continue
            }
            for (hit, holder) in injector.providers(of: dependencies[parameter].key)
            where !hit.isKept
                && visits(hit.binding, of: holder, for: parameter, at: place, in: injector, isOwn: hit.isOwn)
            {
                return true
            }
        }
        return false
    }

    /// Returns whether the provider of a parameter must be awaited; if not, its dependencies are visited later.
    private mutating func visits(
        _ provider: AnyBinding,
        of holder: Injector,
        for parameter: Int,
        at place: Int,
        in injector: Injector,
        isOwn: Bool = true
    ) -> Bool {
        let (isKept, construction) = isOwn ? provider.progress(in: holder) : (false, nil)
        if isKept {
            return false
        }
        if wait == nil, let construction {
            wait = (construction, parameter, place, injector)
        }
        if mustAwait(provider) {
            return true
        }
        guard !provider.hasNoDependencies else { return false }
        if count == 0, known == nil {
            known = TaskFrame.current?.known
        }
        if known?.contains(provider) == true {
            return true
        }
        if isNew(provider) {
            append(Visit(binding: provider, injector: holder, previous: place, parameter: parameter))
        }
        return false
    }

    private func mustAwait(_ binding: AnyBinding) -> Bool {
        guard let factory = binding.factory else { return false }
        return onlyAsynchronous ? factory.traits.isAsynchronous : factory.traits.mayNeedAwaiting
    }

    // MARK: - The visits

    /// Returns whether the dependencies of a binding are yet to be visited.
    ///
    /// The first few bindings may be visited again, because remembering them takes longer.
    private mutating func isNew(_ binding: AnyBinding) -> Bool {
        guard count >= first.count else { return true }
        known = known ?? AwaitedBindings()
        return seen.insert(ObjectIdentifier(binding)).inserted
    }

    private mutating func append(_ visit: Visit) {
        if count < first.count {
            first.initializeElement(at: count, to: visit)
        } else {
            rest.append(visit)
        }
        count += 1
    }

    private subscript(place: Int) -> Visit {
        place < first.count ? first[place] : rest[place - first.count]
    }

    /// Returns the path from the search's binding to a visited one.
    func path(to place: Int, from start: RequestedBinding) -> [RequestedBinding] {
        var (path, place): ([RequestedBinding], Int) = ([], place)
        while place >= 0 {
            let visit = self[place]
            let location = location(of: visit.parameter, at: visit.previous, from: start.binding)
            path.append(RequestedBinding(binding: visit.binding, location: location))
            place = visit.previous
        }
        return [start] + path.reversed()
    }

    /// Returns the location of a visited binding's parameter.
    func location(of parameter: Int, at place: Int, from start: AnyBinding) -> CodeLocation {
        (place < 0 ? start : self[place].binding).dependencies[parameter].location
    }
}

/// The bindings that the searches for a request have found to need awaiting.
///
/// The requests of their factories need no search of their own.
final class AwaitedBindings: Lock, @unchecked Sendable {
    // Guarded by the lock.
    private var identities: Set<Int> = []

    func contains(_ binding: AnyBinding) -> Bool {
        withLock { identities.contains(binding.identity) }
    }

    func insert(_ bindings: [AnyBinding]) {
        withLock { identities.formUnion(bindings.lazy.map(\.identity)) }
    }
}

extension FoundBinding {
    /// The binding and its injector; nil if the shared instance exists and is not weak, or if the request only has to
    /// call a function without parameters.
    ///
    /// The read section ends.
    fileprivate var unkept: (AnyBinding, Injector)? {
        defer { Reader.end(thread) }
        let binding = Unmanaged<AnyBinding>.fromOpaque(binding)
        if isKept || state == AnyBinding.State.transient && binding._withUnsafeGuaranteedRef(\.hasNoDependencies) {
            return nil
        }
        return (binding.takeUnretainedValue(), Unmanaged<Injector>.fromOpaque(injector).takeUnretainedValue())
    }
}

extension AnyBinding {
    fileprivate var hasNoDependencies: Bool { factory?.traits.dependencies.isEmpty ?? true }

    /// Returns whether the shared instance exists, and otherwise the construction that a request would wait for, if one
    /// is under way.
    func progress(in injector: Injector) -> (isKept: Bool, construction: Construction?) {
        var cache: InstanceCache?
        switch lifetime {
        case .transient, .resolution: return (false, nil)
        case .scope(let scope) where !scope.isAlwaysOpen:
            guard let open = try? ScopeInstances.find(scope, for: injector) else { return (false, nil) }
            cache = open
        case .singleton, .weak, .scope: break
        }
        let found = withSlot(in: cache) { ($0.instance, $0.constructionUnderWay(of: self)) }
        // Outside, because a weak instance may be released here.
        return (found?.0?.strong != nil, found?.1)
    }
}

extension Injector {
    /// Returns the bindings that answer a request for a key, with the injectors in which they are registered: its own
    /// binding, or else what a request for an optional, an array or a dictionary finds; see `absence(of:for:)`.
    func providers(of key: Key) -> [(hit: Hit, injector: Injector)] {
        for injector in lineage {
            if let hit = injector.registry.find(key) {
                return [(hit, injector)]
            }
        }
        switch TypeShape(key.interface) {
        case .optional(let wrapped)?: return providers(of: Key(wrapped, key.qualifier))
        case _ where key.qualifier != nil: return []
        case .array(let element)?:
            // The contributions of the parents come first.
            return lineage.reversed().flatMap { injector in
                injector.registry.contributions(to: ObjectIdentifier(element)).map { ($0, injector) }
            }
        case .dictionary(let element, let identifier)?: return identified(element, by: identifier)
        // A provider is available at once, whatever it resolves.
        case .provider?, nil: return []
        }
    }
}

extension Hit {
    /// Whether an instance exists and is visible.
    var isKept: Bool {
        (isOwn || sharesInstances) && binding.kept() != nil
    }
}
