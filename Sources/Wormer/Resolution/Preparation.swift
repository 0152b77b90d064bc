/// The singletons of an injector that do not exist yet, and the order in which they are created.
///
/// The lookups of a closure are unknown until it runs, and a synchronous closure fails if it looks up an instance that
/// must be awaited and does not exist yet. So the asynchronous singletons come first, at the same time, and the others
/// follow one by one. Each singleton follows those that it is known to need.
final class Preparation {
    private let wiring: Wiring

    /// The singletons, by their places among the nodes of the wiring.
    private let singletons: Set<Int>

    /// The singletons that each one is known to need, itself or through instances that are created for it.
    private var needs: [[Int]]

    /// The singletons in reverse order: each precedes those that it needs, unless they are on a cycle.
    private var order: [Int] = []

    private var waiting: Set<Int>

    /// The asynchronous singletons that are waiting.
    private var awaited: [Int]

    private var runningCount = 0

    /// The singletons that exist, failed, or were skipped, and those of them that do not exist.
    private var ended: Set<Int> = []
    private var failed: Set<Int> = []

    /// The singletons that failed themselves, and the error of each.
    private var places: [Int] = []
    private var errors: [any Error] = []

    init(of injector: Injector) {
        let wiring = Wiring(of: injector)
        let registry = injector.registry
        let all = wiring.nodes.indices.filter { wiring.nodes[$0].isToBeMade(in: registry) }
        self.wiring = wiring
        singletons = Set(all)
        waiting = singletons
        awaited = all.filter { wiring.mustBeAwaited($0) }
        needs = Array(repeating: [], count: wiring.nodes.count)
        // The last ones come first: what an asynchronous singleton needs, and then what belongs to an actor.
        let isolated = all.filter { wiring.nodes[$0].isAsync || wiring.nodes[$0].isolation != nil }
        var pending = Array((awaited + isolated + all).reversed())
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
        order.reverse()
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

    /// Begins one more singleton.
    ///
    /// A singleton that cannot be created without a failed one is skipped.
    ///
    /// - Returns: The place of the singleton and its binding, or nil if another one must end first or if all have begun.
    func next() -> (place: Int, binding: AnyBinding)? {
        while let place = awaited.first(where: isReady) ?? (runningCount == 0 ? order.popLast() : nil) {
            guard waiting.remove(place) != nil else { continue }
            awaited.removeAll { $0 == place }
            if !failed.isEmpty, found(from: place, onlyDeclared: true).contains(where: failed.contains) {
                ended.insert(place)
                failed.insert(place)
                continue
            }
            runningCount += 1
            return (place, wiring.nodes[place].binding)
        }
        return nil
    }

    private func isReady(_ place: Int) -> Bool {
        needs[place].allSatisfy(ended.contains)
    }

    /// Ends a singleton that has begun.
    func end(_ place: Int, _ error: (any Error)?) {
        runningCount -= 1
        ended.insert(place)
        if let error {
            failed.insert(place)
            places.append(place)
            errors.append(error)
        }
    }

    /// Throws the errors of the singletons that failed, if there are any.
    func check(at location: CodeLocation) throws {
        let explained = wiring.nodes.indices.compactMap { place in
            places.firstIndex(of: place).map { index in
                InjectionError(errors[index], answering: Lookup(wiring.nodes[place].binding.key, at: location))
            }
        }
        if !explained.isEmpty {
            throw PreparationError(explained)
        }
    }
}

extension Wiring.Node {
    /// Returns whether the binding is a singleton of the injector itself that can be created but does not exist yet.
    fileprivate func isToBeMade(in registry: Registry) -> Bool {
        level == 0 && binding.lifetime == .singleton && binding.factory != nil
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
