/// The order in which the singletons of an injector are created.
///
/// Each follows the singletons that it is known to need.
///
/// The needs of a closure are unknown. A synchronous closure may request an instance that must be awaited, and fails if
/// that instance does not exist yet. Closures therefore run after all singletons that can be created without them.
struct Preparation {
    /// The rank of a singleton: lower ranks are created first, and singletons of one rank together.
    fileprivate enum Rank: Int, CaseIterable {
        /// Only an asynchronous request can create it.
        case awaited
        /// It is created on an actor.
        case onActor
        /// A singleton of a lower rank needs it.
        case needed
        case other
    }

    private struct Singleton {
        let binding: AnyBinding
        var rank: Rank
        /// The indices of the singletons without which it cannot be created.
        let declared: Set<Int>
        /// The indices of the singletons that it needs and that have not ended.
        var missing: Set<Int>
        /// The indices of the singletons that need it.
        var dependents: [Int] = []
        var hasBegun = false
        var isBlocked = false
    }

    private var singletons: [Singleton]

    /// The indices of the singletons that can begin, by rank.
    private var ready: [[Int]]

    /// The number of singletons that have begun and not ended, and their rank.
    private var running = (count: 0, rank: Rank.awaited)

    /// The index of the first singleton that may not have begun.
    private var first = 0

    init(of injector: Injector) {
        let wiring = Wiring(of: injector)
        let snapshot = injector.registry.current
        let sites = wiring.sites.indices.filter { wiring.sites[$0].isToBeMade(in: snapshot) }
        let places = Dictionary(uniqueKeysWithValues: sites.enumerated().map { ($1, $0) })
        let needs = sites.map { wiring.needs(of: $0, among: places) { _ in true } }
        singletons = sites.enumerated().map { place, site in
            Singleton(
                binding: wiring.sites[site].binding,
                rank: Rank(of: wiring.sites[site].binding, in: injector),
                declared: wiring.needs(of: site, among: places, where: \.isDeclared),
                missing: needs[place]
            )
        }
        for (place, needs) in needs.enumerated() {
            for need in needs {
                singletons[need].dependents.append(place)
            }
        }
        ready = Rank.allCases.map { _ in [] }
        preferWhatIsNeeded(needs)
        for place in singletons.indices where singletons[place].missing.isEmpty {
            ready[singletons[place].rank.rawValue].append(place)
        }
    }

    /// Ranks closures before others if a singleton that must be awaited needs them.
    private mutating func preferWhatIsNeeded(_ needs: [Set<Int>]) {
        var pending = singletons.indices.filter { singletons[$0].rank != .other }
        while let place = pending.popLast() {
            for need in needs[place] where singletons[need].rank == .other {
                singletons[need].rank = .needed
                pending.append(need)
            }
        }
    }

    func binding(at place: Int) -> AnyBinding {
        singletons[place].binding
    }

    /// Begins one more singleton, if it can be created together with those that are being created.
    ///
    /// - Returns: Its index, or nil if another one must end first or if all have begun.
    mutating func next() -> Int? {
        if let rank = Rank.allCases.first(where: { !ready[$0.rawValue].isEmpty }) {
            // Two closures of one actor may request each other's instances, and only one of them runs at a time anyway.
            guard running.count == 0 || running.rank == rank && rank != .onActor else {
                return nil
            }
            return begin(ready[rank.rawValue].removeLast())
        }
        guard running.count == 0 else {
            return nil
        }
        // Each remaining singleton is on a cycle, appears to be on one, or needs a singleton that is. Requesting one of
        // them reports the cycle.
        while first < singletons.count, singletons[first].hasBegun {
            first += 1
        }
        return first < singletons.count ? begin(placeOnCycle(from: first)) : nil
    }

    /// Returns the index of a singleton on a cycle, reached from one that cannot begin.
    private func placeOnCycle(from start: Int) -> Int {
        var place = start
        var seen: Set<Int> = []
        while seen.insert(place).inserted, let need = singletons[place].missing.min() {
            place = need
        }
        return place
    }

    private mutating func begin(_ place: Int) -> Int {
        singletons[place].hasBegun = true
        running = (running.count + 1, singletons[place].rank)
        return place
    }

    /// Ends a singleton that has begun.
    ///
    /// Singletons that cannot be created without a failed one do not begin.
    mutating func end(_ place: Int, hasFailed: Bool) {
        running.count -= 1
        var pending = [(place: place, hasFailed: hasFailed)]
        while let (place, hasFailed) = pending.popLast() {
            for dependent in singletons[place].dependents {
                singletons[dependent].missing.remove(place)
                if hasFailed, singletons[dependent].declared.contains(place) {
                    singletons[dependent].isBlocked = true
                }
                guard singletons[dependent].missing.isEmpty, !singletons[dependent].hasBegun else {
                    continue
                }
                if singletons[dependent].isBlocked {
                    singletons[dependent].hasBegun = true
                    pending.append((dependent, true))
                } else {
                    ready[singletons[dependent].rank.rawValue].append(dependent)
                }
            }
        }
    }
}

extension Preparation.Rank {
    fileprivate init(of binding: AnyBinding, in injector: Injector) {
        var seen: Set<ObjectIdentifier> = []
        self =
            if binding.canOnlyBeAwaited(in: injector) {
                .awaited
            } else if binding.needsAwaiting(in: injector, seen: &seen) {
                .onActor
            } else {
                .other
            }
    }
}

extension Wiring.Site {
    /// Returns whether the binding is a singleton of the injector itself that can be created but does not exist yet.
    fileprivate func isToBeMade(in snapshot: Snapshot) -> Bool {
        level == 0 && binding.lifetime == .singleton && binding.factory != nil
            && snapshot.find(binding.key)?.isKept == false
    }
}

extension Wiring {
    /// Returns the singletons that one singleton needs, itself or through instances that are created for it.
    ///
    /// - Parameters:
    ///   - site: The singleton.
    ///   - places: The indices of the singletons to look for, by their sites.
    ///   - isMeant: Whether to follow a need.
    /// - Returns: The indices of the singletons.
    fileprivate func needs(
        of site: Int,
        among places: [Int: Int],
        where isMeant: (Need) -> Bool
    ) -> Set<Int> {
        var found: Set<Int> = []
        var seen: Set<Int> = [site]
        var pending = [site]
        while let next = pending.popLast() {
            for need in sites[next].needs where !need.isDeferred && isMeant(need) {
                for provider in providers(of: need, for: sites[next]) where seen.insert(provider).inserted {
                    if let place = places[provider] {
                        found.insert(place)
                    } else if !sites[provider].hasInstance {
                        pending.append(provider)
                    }
                }
            }
        }
        return found
    }
}
