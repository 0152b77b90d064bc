/// The singletons of an injector that do not exist yet, and the order in which they are created.
///
/// The requests of a closure are unknown until it runs, and a synchronous closure fails if it requests an instance that
/// must be awaited and does not exist yet. So the asynchronous singletons come first, at the same time, and the others
/// follow one by one. Each singleton follows those that it is known to need.
struct Preparation {
    private enum State {
        case waiting, running, made, failed
    }

    private let wiring: Wiring

    /// The state of each singleton, by its place in the wiring.
    private var states: [Int: State] = [:]

    /// The singletons that each one is known to need, itself or through instances that are created for it.
    private var needs: [Int: [Int]] = [:]

    /// The singletons in reverse order: each precedes those that it needs, unless they are on a cycle.
    private var order: [Int] = []

    /// The asynchronous singletons that are waiting.
    private var awaited: [Int]

    private var runningCount = 0
    private var errors: [Int: any Error] = [:]

    init(of injector: Injector) {
        let wiring = Wiring(of: injector)
        let snapshot = injector.registry.current
        let singletons = wiring.nodes.indices.filter { wiring.nodes[$0].isToBeMade(in: snapshot) }
        self.wiring = wiring
        awaited = singletons.filter { wiring.nodes[$0].binding.canOnlyBeAwaited(in: injector) }
        for singleton in singletons {
            states[singleton] = .waiting
        }
        // The last ones come first: what an asynchronous singleton needs, and then what belongs to an actor.
        let isolated = singletons.filter { wiring.nodes[$0].binding.factory?.mayNeedAwaiting == true }
        var pending = Array((awaited + isolated + singletons).reversed())
        while let singleton = pending.last {
            if needs[singleton] == nil {
                let found = found(from: singleton) { _ in true }
                needs[singleton] = found
                pending += found.filter { needs[$0] == nil }
            } else {
                pending.removeLast()
                order.append(singleton)
            }
        }
        order.reverse()
    }

    /// Returns the singletons that one singleton needs, itself or through instances that are created for it.
    private func found(from singleton: Int, following isFollowed: (Wiring.Need) -> Bool) -> [Int] {
        var (found, seen, pending): ([Int], Set<Int>, [Int]) = ([], [singleton], [singleton])
        while let next = pending.popLast() {
            for need in wiring.nodes[next].needs where !need.isDeferred && isFollowed(need) {
                for provider in wiring.providers(of: need, for: wiring.nodes[next])
                where seen.insert(provider).inserted {
                    if states[provider] != nil {
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
    mutating func next() -> (place: Int, binding: AnyBinding)? {
        while let place = awaited.first(where: isReady) ?? (runningCount == 0 ? order.popLast() : nil) {
            guard states[place] == .waiting else {
                continue
            }
            awaited.removeAll { $0 == place }
            if !errors.isEmpty, found(from: place, following: \.isDeclared).contains(where: { states[$0] == .failed }) {
                states[place] = .failed
                continue
            }
            states[place] = .running
            runningCount += 1
            return (place, wiring.nodes[place].binding)
        }
        return nil
    }

    private func isReady(_ place: Int) -> Bool {
        needs[place, default: []].allSatisfy { states[$0] == .made || states[$0] == .failed }
    }

    /// Ends a singleton that has begun.
    mutating func end(_ place: Int, _ error: (any Error)?) {
        runningCount -= 1
        states[place] = error == nil ? .made : .failed
        errors[place] = error
    }

    /// Throws the errors of the singletons that failed, if there are any.
    func check(at location: CodeLocation) throws {
        let errors = errors.sorted { $0.key < $1.key }.map { place, error in
            InjectionError(error, answering: Request(wiring.nodes[place].binding.key, at: location))
        }
        if !errors.isEmpty {
            throw PreparationError(errors)
        }
    }
}

extension Wiring.Node {
    /// Returns whether the binding is a singleton of the injector itself that can be created but does not exist yet.
    fileprivate func isToBeMade(in snapshot: Snapshot) -> Bool {
        level == 0 && binding.lifetime == .singleton && binding.factory != nil
            && snapshot.find(binding.key)?.isKept == false
    }
}
