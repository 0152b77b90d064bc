/// The singletons of an injector that do not exist yet, and the order in which they are created.
///
/// The lookups of a closure are unknown until it runs, and a synchronous closure fails if it looks up an instance that
/// must be awaited and does not exist yet. So the asynchronous singletons come first, at the same time, and the others
/// follow one by one. Each singleton follows those that it is known to need.
struct Preparation {
    private let wiring: Wiring

    /// The singletons, by their places among the nodes of the wiring.
    private let singletons: Set<Int>

    /// The singletons that each one is known to need, itself or through instances that are created for it.
    private var needs: [[Int]]

    /// The singletons that have not begun: each follows those that it needs, unless they are on a cycle.
    private var order: [Int] = []

    /// Those that must be awaited.
    private let awaited: Set<Int>

    /// The singletons that failed or were skipped, and the errors of those that failed.
    private var failed: Set<Int> = []
    private var errors: [(place: Int, error: any Error)] = []

    init(of injector: Injector) {
        let wiring = Wiring(of: injector)
        let registry = injector.registry
        let all = wiring.nodes.indices.filter { wiring.nodes[$0].isToBeMade(in: registry) }
        self.wiring = wiring
        singletons = Set(all)
        let first = all.filter { wiring.mustBeAwaited($0) }
        awaited = Set(first)
        needs = Array(repeating: [], count: wiring.nodes.count)
        // The last ones come first: what an asynchronous singleton needs, and then what belongs to an actor.
        let isolated = all.filter { wiring.nodes[$0].isAsync || wiring.nodes[$0].isolation != nil }
        var pending = Array((first + isolated + all).reversed())
        var seen: Set<Int> = []
        while let place = pending.last {
            if seen.insert(place).inserted {
                needs[place] = found(from: place, onlyDeclared: false)
                pending += needs[place].filter { !seen.contains($0) }
            } else {
                pending.removeLast()
                order.append(place)
            }
        }
        order = order.filter { seen.remove($0) != nil }
    }

    /// Returns the singletons that one singleton needs, itself or through instances that are created for it.
    ///
    /// - Parameters:
    ///   - singleton: The singleton.
    ///   - onlyDeclared: Whether to follow only the needs that are parameters.
    /// - Returns: The singletons.
    private func found(from singleton: Int, onlyDeclared: Bool) -> [Int] {
        var (found, seen, pending): ([Int], Set<Int>, [Int]) = ([], [singleton], [singleton])
        while let next = pending.popLast() {
            for need in wiring.nodes[next].needs where !need.isDeferred && (need.isDeclared || !onlyDeclared) {
                for provider in need.providers where seen.insert(provider).inserted {
                    if singletons.contains(provider) {
                        found.append(provider)
                    } else if !wiring.nodes[provider].hasInstance {
                        pending.append(provider)
                    }
                }
            }
        }
        return found
    }

    /// Begins more singletons: the asynchronous ones that need no other one, or else the next one.
    ///
    /// A singleton that cannot be created without a failed one is skipped.
    ///
    /// - Returns: The singletons, which end before the next call; none if all have begun.
    mutating func next() -> [(place: Int, binding: AnyBinding)] {
        let waiting = Set(order)
        let ready = awaited.isDisjoint(with: waiting) ? [] : order.filter { isReady($0, waiting) }
        let next = ready.isEmpty ? Array(order.prefix(1)) : ready
        order.removeAll(where: next.contains)
        return next.map { ($0, wiring.nodes[$0].binding) }
    }

    private func isReady(_ place: Int, _ waiting: Set<Int>) -> Bool {
        awaited.contains(place) && waiting.isDisjoint(with: needs[place])
    }

    /// Notes that a singleton failed.
    mutating func fail(_ place: Int, _ error: any Error) {
        errors.append((place, error))
        failed.insert(place)
        for place in order where found(from: place, onlyDeclared: true).contains(where: failed.contains) {
            failed.insert(place)
        }
        order.removeAll(where: failed.contains)
    }

    /// Throws the errors of the singletons that failed, if there are any.
    func check(at location: CodeLocation) throws {
        let explained = errors.ordered { $0.place < $1.place }.map { place, error in
            InjectionError(error, answering: Lookup(wiring.nodes[place].binding.key, at: location))
        }
        if !explained.isEmpty {
            throw PreparationError(explained)
        }
    }
}

extension Wiring.Node {
    /// Returns whether the binding is a singleton of the injector itself that can be created but does not exist yet.
    fileprivate func isToBeMade(in registry: Registry) -> Bool {
        level == 0 && binding.lifetime == .singleton && binding.hasFunction
            && registry.look(binding.key)?.isKept == false
    }
}

extension Wiring {
    /// Returns whether only an asynchronous lookup can construct an instance now, because of the factory or a parameter.
    fileprivate func mustBeAwaited(_ place: Int) -> Bool {
        var (seen, pending): (Set<Int>, [Int]) = ([place], [place])
        while let next = pending.popLast() {
            if nodes[next].isAsync {
                return true
            }
            for need in nodes[next].needs where need.isDeclared && !need.isDeferred {
                pending += need.providers.filter { !nodes[$0].hasInstance && seen.insert($0).inserted }
            }
        }
        return false
    }
}
