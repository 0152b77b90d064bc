/// The order in which the singletons of an injector are created.
///
/// Each follows the singletons that it is known to need.
///
/// The needs of a closure are unknown. A synchronous closure may request an instance that must be awaited, and fails if
/// that instance does not exist yet. Closures therefore run after all singletons that can be created without them.
final class Preparation {
    /// The rank of a singleton: lower ranks are created first, and singletons of one rank together.
    fileprivate enum Rank {
        /// Only an asynchronous request can create it.
        static let awaited = 0
        /// It is created on an actor.
        static let onActor = 1
        /// A singleton of a lower rank needs it.
        static let needed = 2
        static let other = 3
    }

    private final class Singleton {
        let binding: AnyBinding
        var rank: Int
        /// The indices of the singletons without which it cannot be created.
        let declared: Set<Int>
        /// The indices of the singletons that it needs and that have not ended.
        var missing: Set<Int>
        /// The indices of the singletons that need it.
        var dependents: [Int] = []
        var hasBegun = false
        var isBlocked = false
        /// The error with which it failed.
        var error: (any Error)?

        init(of binding: AnyBinding, in injector: Injector, declared: Set<Int>, missing: Set<Int>) {
            self.binding = binding
            self.declared = declared
            self.missing = missing
            rank =
                binding.canOnlyBeAwaited(in: injector)
                ? Rank.awaited : binding.needsAwaiting(in: injector) ? Rank.onActor : Rank.other
        }
    }

    private var singletons: [Singleton]

    /// The indices of the singletons that can begin, by rank.
    private var ready: [[Int]] = [[], [], [], []]

    /// The number of singletons that have begun and not ended, and their rank.
    private var running = (count: 0, rank: Rank.awaited)

    /// The index of the first singleton that may not have begun.
    private var first = 0

    init(of injector: Injector) {
        let wiring = Wiring(of: injector)
        let snapshot = injector.registry.current
        let sites = wiring.sites.indices.filter { wiring.sites[$0].isToBeMade(in: snapshot) }
        var places: [Int?] = Array(repeating: nil, count: wiring.sites.count)
        for (place, site) in sites.enumerated() {
            places[site] = place
        }
        singletons = sites.map { site in
            Singleton(
                of: wiring.sites[site].binding,
                in: injector,
                declared: wiring.needs(of: site, among: places, onlyDeclared: true),
                missing: wiring.needs(of: site, among: places, onlyDeclared: false)
            )
        }
        for (place, singleton) in singletons.enumerated() {
            for need in singleton.missing {
                singletons[need].dependents.append(place)
            }
        }
        preferWhatIsNeeded()
        for (place, singleton) in singletons.enumerated() where singleton.missing.isEmpty {
            ready[singleton.rank].append(place)
        }
    }

    /// Ranks closures before others if a singleton that must be awaited needs them.
    private func preferWhatIsNeeded() {
        var pending = singletons.filter { $0.rank != Rank.other }
        while let singleton = pending.popLast() {
            for need in singleton.missing where singletons[need].rank == Rank.other {
                singletons[need].rank = Rank.needed
                pending.append(singletons[need])
            }
        }
    }

    func binding(at place: Int) -> AnyBinding {
        singletons[place].binding
    }

    /// Begins one more singleton, if it can be created together with those that are being created.
    ///
    /// - Returns: Its index, or nil if another one must end first or if all have begun.
    func next() -> Int? {
        if let rank = ready.firstIndex(where: { !$0.isEmpty }) {
            // Two closures of one actor may request each other's instances, and only one of them runs at a time anyway.
            guard running.count == 0 || running.rank == rank && rank != Rank.onActor else {
                return nil
            }
            return begin(ready[rank].removeLast())
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

    private func begin(_ place: Int) -> Int {
        singletons[place].hasBegun = true
        running = (running.count + 1, singletons[place].rank)
        return place
    }

    /// Ends a singleton that has begun.
    ///
    /// Singletons that cannot be created without a failed one do not begin.
    func end(_ place: Int, _ error: (any Error)?) {
        running.count -= 1
        singletons[place].error = error
        var hasFailed = error != nil
        var pending = [place]
        while let place = pending.popLast() {
            for index in singletons[place].dependents {
                let dependent = singletons[index]
                dependent.missing.remove(place)
                if hasFailed, dependent.declared.contains(place) {
                    dependent.isBlocked = true
                }
                guard dependent.missing.isEmpty, !dependent.hasBegun else {
                    continue
                }
                if dependent.isBlocked {
                    dependent.hasBegun = true
                    pending.append(index)
                } else {
                    ready[dependent.rank].append(index)
                }
            }
            // The others are blocked.
            hasFailed = true
        }
    }

    /// Throws the errors of the singletons that failed, if there are any.
    func check(at location: CodeLocation) throws {
        let errors = singletons.compactMap { singleton in
            singleton.error.map { InjectionError($0, answering: Request(singleton.binding.key, at: location)) }
        }
        if !errors.isEmpty {
            throw PreparationError(errors)
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
    ///   - onlyDeclared: Whether to follow only the needs that are parameters.
    /// - Returns: The indices of the singletons.
    fileprivate func needs(
        of site: Int,
        among places: [Int?],
        onlyDeclared: Bool
    ) -> Set<Int> {
        var found: Set<Int> = []
        var seen: Set<Int> = [site]
        var pending = [site]
        while let next = pending.popLast() {
            for need in sites[next].needs where !need.isDeferred && (need.isDeclared || !onlyDeclared) {
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
