/// The singletons of an injector that do not exist yet, and the order in which they are created.
///
/// The lookups of a closure are unknown until it runs, and a synchronous closure fails if it looks up an instance that
/// must be awaited and does not exist yet. So the asynchronous singletons come first, at the same time, and the others
/// follow one by one. Each singleton follows those that it is known to need.
struct Preparation {
    private let graph: Graph

    /// The singletons, by their places in the graph.
    private let singletons: Set<Int>

    /// Those that must be awaited, because of the factory or a parameter.
    private var awaited: Set<Int> = []

    /// The singletons that each one is known to need.
    private var needs: [[Int]] = []

    /// The singletons that each one needs for its parameters.
    private var declaredNeeds: [[Int]] = []

    /// The singletons that have not begun: each follows those that it needs, unless they are on a cycle.
    private var order: [Int] = []

    /// The singletons that failed or were skipped, and the errors of those that failed.
    private var failed: Set<Int> = []
    private var errors: [(place: Int, error: any Error)] = []

    init(of injector: Injector) {
        let (graph, registry) = (Graph(of: injector), injector.registry)
        let all = graph.nodes.indices.filter { place in
            let (binding, level) = (graph.nodes[place].binding, graph.nodes[place].level)
            return level == 0 && binding.lifetime == .singleton && binding.hasFunction
                && registry.look(binding.key)?.isKept == false
        }
        self.graph = graph
        singletons = Set(all)
        needs = needed()
        declaredNeeds = needed(onlyDeclared: true)
        let made = graph.needed(onlyDeclared: true).map { $0.filter { !graph.nodes[$0].hasInstance } }
        let first = all.filter { place in
            Graph.walk(from: [place], along: made).places.contains { graph.nodes[$0].binding.isAsynchronous }
        }
        awaited = Set(first)
        // The last ones come first: what an asynchronous singleton needs, and then what belongs to an actor.
        let isolated = all.filter { graph.nodes[$0].binding.isAsynchronous || graph.nodes[$0].isolation != nil }
        var (pending, seen): ([Int], Set<Int>) = ((first + isolated + all).reversed(), [])
        while let place = pending.last {
            if seen.insert(place).inserted {
                pending += needs[place].filter { !seen.contains($0) }
            } else {
                pending.removeLast()
                order.append(place)
            }
        }
        order = order.filter { seen.remove($0) != nil }
    }

    /// Returns the singletons that each singleton needs, itself or through instances that are created for it.
    private func needed(onlyDeclared: Bool = false) -> [[Int]] {
        let needed = graph.needed(onlyDeclared: onlyDeclared)
        let next = needed.indices.map { singletons.contains($0) || graph.nodes[$0].hasInstance ? [] : needed[$0] }
        return needed.indices.map { place in
            guard singletons.contains(place) else { return [] }
            return Graph.walk(from: needed[place], along: next).places.filter { $0 != place && singletons.contains($0) }
        }
    }

    /// Begins more singletons: the asynchronous ones that need no other one, or else the next one.
    ///
    /// - Returns: The singletons, which end before the next call; none if all have begun.
    mutating func next() -> [(place: Int, binding: Binding)] {
        let waiting = Set(order)
        let ready = order.filter { awaited.contains($0) && waiting.isDisjoint(with: needs[$0]) }
        let next = ready.isEmpty ? Array(order.prefix(1)) : ready
        order.removeAll(where: next.contains)
        return next.map { ($0, graph.nodes[$0].binding) }
    }

    /// Notes that a singleton failed, and skips those that cannot be created without it.
    mutating func fail(_ place: Int, _ error: any Error) {
        errors.append((place, error))
        failed.insert(place)
        for place in order where !failed.isDisjoint(with: declaredNeeds[place]) {
            failed.insert(place)
        }
        order.removeAll(where: failed.contains)
    }

    /// Throws the errors of the singletons that failed, if there are any.
    func check(at location: CodeLocation) throws {
        let explained = errors.ordered { $0.place < $1.place }.map { place, error in
            InjectionError.of(error, answering: Lookup(graph.nodes[place].binding.key, at: location))
        }
        if !explained.isEmpty {
            throw PreparationError(explained)
        }
    }
}
