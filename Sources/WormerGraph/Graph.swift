import Wormer

/// The bindings that an injector can reach, and what each of them needs: the graph that is drawn, verified and walked.
///
/// It is made of a snapshot, and sees nothing else of the engine.
final class Graph {
    final class Node {
        let binding: Binding
        let level: Int
        let replaced: CodeLocation?
        let instanceCount: Int
        let wiring: Binding.Wiring
        let recorded: RecordedNeeds?
        /// The service's declaration, if the binding belongs to a service with a record.
        let service: DeclaredService?
        /// The mark that distinguishes the binding from others of its interface, as shown.
        let qualifierName: String?
        fileprivate(set) var id: String
        fileprivate(set) var needs: [Need] = []
        /// Whether the initializer must run before its lookups are known.
        fileprivate(set) var isUnchecked = false

        /// Creates a node for a binding; the number is that of a contribution without an identifier.
        fileprivate init(_ snapshot: BindingSnapshot, _ service: DeclaredService?, number: Int?) {
            (binding, level, replaced, instanceCount) = snapshot
            (self.service, wiring, recorded) = (service, binding.wiring, binding.recordedNeeds)
            qualifierName = number.map { "contribution \($0)" } ?? binding.key.qualifierName
            id = String(repeating: "^", count: level) + stableName(binding.key.interface, qualifierName)
        }

        /// The actor on which an instance is created, if any.
        var isolation: (any Actor)? { binding.isolation ?? service?.isolation }

        /// Whether the binding belongs to a service that must be assigned before it is read, and was not assigned.
        var isUnassigned: Bool { service?.mustBeAssigned == true && !binding.isAssigned }

        /// Whether the factory or a decorator takes parameters.
        var hasParameters: Bool {
            !wiring.parameters.isEmpty || wiring.decorators.contains { !$0.parameters.isEmpty }
        }
    }

    struct Need {
        /// The key that is looked up, such as an optional or a provider, even if only its wrapped type is bound.
        let requested: Key
        /// The key whose bindings answer the lookup.
        fileprivate(set) var key: Key
        /// Whether the need is a parameter, was observed, is found in the source, or is an injected property.
        let origin: DependencyGraph.Edge.Kind
        /// Whether the need is certain: a need that is read from the source may not occur at run time.
        var isCertain = true
        /// Whether a provider resolves the need later.
        var isDeferred = false
        /// Whether the lookup succeeds even if nothing is bound.
        var isOptional = false
        /// Whether the lookup collects what is contributed or bound.
        fileprivate(set) var isCollection = false
        /// The scopes that the initializer itself opens around the lookup.
        fileprivate(set) var opened: [Scope] = []
        /// The location of the decorator that has the parameter, or nil if the binding's own initializer has it.
        fileprivate(set) var decorator: CodeLocation?
        /// The places of the bindings that answer the lookup: one, none, or all contributions.
        fileprivate(set) var providers: [Int] = []
        /// Whether the lookup may be answered elsewhere in the program.
        fileprivate(set) var isAnsweredElsewhere = false

        fileprivate init(_ requested: Key, _ origin: DependencyGraph.Edge.Kind) {
            (self.requested, key, self.origin) = (requested, requested, origin)
        }

        /// The kind of the edges to the bindings.
        var kind: DependencyGraph.Edge.Kind { isDeferred ? .deferred : origin }

        /// Returns whether the instance is needed at once, possibly only if that is certain, and outside a scope that the
        /// factory opens.
        ///
        /// A provider resolves later, so it cannot complete a cycle or hold an instance.
        func isImmediate(onlyCertain: Bool, outside scope: Scope? = nil) -> Bool {
            !isDeferred && (isCertain || !onlyCertain) && !opened.contains { $0 == scope }
        }

        /// Whether nothing answers the lookup.
        var isUnanswered: Bool { !isOptional && providers.isEmpty && !isAnsweredElsewhere }
    }

    let snapshot: Snapshot

    /// The bindings, in a stable order.
    private(set) var nodes: [Node] = []

    /// The decorators of interfaces that are not bound where they are.
    let unusedDecorators: [(key: Key, location: CodeLocation, isBoundInParent: Bool)]

    /// The words for the types of the bindings and of their needs.
    private(set) var words = Wording(of: [])

    /// The nodes that are found at each level.
    private var levels: [Level]

    private struct Level {
        /// The places of the bindings among the nodes.
        var places: [Key: Int] = [:]
        /// The places of the bindings with identifiers, and of the contributions, by their interfaces.
        var members: [ObjectIdentifier: [Int]] = [:]
        /// The numbers of contributions without identifiers.
        var counts: [ObjectIdentifier: Int] = [:]
    }

    /// The places of the services by their names.
    private(set) var named: [String: [Int]] = [:]

    /// Finds the bindings that an injector can reach.
    init(of injector: Injector) {
        snapshot = injector.snapshot()
        levels = snapshot.injectors.map { _ in Level() }
        var services: [ObjectIdentifier: DeclaredService] = [:]
        snapshot.services.forEach { services[ObjectIdentifier($0.declaration)] = $0 }
        let read = Set(snapshot.bindings.compactMap { $0.binding.key.declaration.map { ObjectIdentifier($0) } })
        // A service that has not been read yet will belong to the outermost parent.
        let unread = snapshot.services.filter { !read.contains(ObjectIdentifier($0.declaration)) }
        unusedDecorators = snapshot.unusedDecorators.sorted {
            ($0.key.stableName, $0.location) < ($1.key.stableName, $1.location)
        }
        let bindings = snapshot.bindings + unread.map { ($0.binding, levels.count - 1, nil, 0) }
        nodes = bindings.sorted { $0.binding.contribution ?? 0 < $1.binding.contribution ?? 0 }.map { snapshot in
            let (key, interface) = (snapshot.binding.key, ObjectIdentifier(snapshot.binding.key.interface))
            let service = key.declaration.flatMap { services[ObjectIdentifier($0)] }
            guard key.contribution != nil else { return Node(snapshot, service, number: nil) }
            levels[snapshot.level].counts[interface, default: 0] += 1
            return Node(snapshot, service, number: levels[snapshot.level].counts[interface])
        }
        nodes.sort { ($0.id, $0.binding.location) < ($1.id, $1.binding.location) }
        var last: (id: String, count: Int) = ("", 0)
        for (place, node) in nodes.enumerated() {
            last = node.id == last.id ? (last.id, last.count + 1) : (node.id, 1)
            node.id += last.count == 1 ? "" : " #\(last.count)"
            levels[node.level].places[node.binding.key] = place
            node.binding.key.declaration.map { named[$0.variable, default: []].append(place) }
            if node.binding.contribution != nil || node.binding.key.identifier != nil {
                levels[node.level].members[ObjectIdentifier(node.binding.key.interface), default: []].append(place)
            }
        }
        nodes.forEach(findNeeds)
        let types = nodes.flatMap { node in
            [node.binding.key.interface, node.wiring.implementation ?? node.binding.key.interface]
                + node.needs.map(\.key.interface)
        }
        words = Wording(of: types)
    }

    // MARK: - Needs

    private func findNeeds(of node: Node) {
        let binding = node.binding
        var needs = node.wiring.parameters.map { need($0, .declared, from: node.level) }
        for decorator in binding.hasFunction ? node.wiring.decorators : [] {
            needs += decorator.parameters.map { need($0, .declared, from: node.level, of: decorator.location) }
        }
        if let aliased = binding.aliased {
            needs.append(need(aliased, .declared, from: node.level))
        }
        let isDeclared = !needs.isEmpty
        // A factory that threw may have more to look up.
        var isKnown = node.recorded?.areComplete == true || binding.isAssigned
        if !isKnown, let service = node.service {
            let source = needsInSource(of: service, from: node.level)
            needs += source.needs
            isKnown = source.isComplete
        }
        let stated = needs
        for (key, opened) in node.recorded?.needs ?? [] {
            var need = need(key, .observed, from: node.level)
            need.opened = opened
            if !stated.contains(where: { $0.key == need.key && $0.isDeferred == need.isDeferred }) {
                needs.append(need)
            }
        }
        let isStandIn = binding.isUnimplemented && node.wiring.decorators.isEmpty
        node.isUnchecked = !(isKnown || binding.isValue || isStandIn || isDeclared)
        node.needs = needs
    }

    /// Returns a need, with the bindings that answer a lookup at a level: of the key, or else of the parts of its value.
    ///
    /// If the key's type is not bound, the need for an optional becomes one for its wrapped type, and the need for a
    /// provider becomes one for the interface of the provider.
    func need(
        _ requested: Key,
        _ origin: DependencyGraph.Edge.Kind,
        from level: Int = 0,
        of decorator: CodeLocation? = nil
    ) -> Need {
        var need = Need(requested, origin)
        need.decorator = decorator
        while true {
            if let place = levels[level...].lazy.compactMap({ $0.places[need.key] }).first {
                need.providers = [place]
                return need
            }
            guard need.key.declaration == nil, let shape = TypeShape(need.key.interface) else { return need }
            switch shape {
            case .optional(let wrapped):
                need.key = Key(wrapped, need.key.qualifier)
                need.isOptional = true
            case .provider(let provided):
                need.key = Key(provided, need.key.qualifier)
                // An injected property isn't read when its owner is created, so it needs no kind of its own.
                need.isDeferred = origin != .injected
            case .array, .dictionary:
                (need.isOptional, need.isCollection) = (true, true)
                need.providers = need.key.qualifier == nil ? members(of: shape, from: level) : []
                return need
            }
        }
    }

    private func order(of place: Int) -> (Int, Int) {
        (nodes[place].binding.contribution ?? 0, nodes[place].binding.identity)
    }

    /// Returns the places of the bindings that an array or a dictionary collects at a level.
    private func members(of shape: TypeShape, from level: Int) -> [Int] {
        switch shape {
        case .array(let element):
            return levels[level...].reversed().flatMap { level in
                let places = level.members[ObjectIdentifier(element)] ?? []
                return places.filter { nodes[$0].binding.contribution != nil }.sorted { order(of: $0) < order(of: $1) }
            }
        case .dictionary(let element, let identifier):
            // A child's binding replaces its parent's binding with an equal identifier.
            var known: Set<Key> = []
            let places = levels[level...].flatMap { $0.members[ObjectIdentifier(element)] ?? [] }
            return places.filter { place in
                let key = nodes[place].binding.key
                guard let id = key.identifier, known.insert(key).inserted else { return false }
                return identifier == AnyHashable.self || type(of: id.base) == identifier
            }.sorted()
        case .optional, .provider: return []
        }
    }

    /// Returns what an injected property looks up, or nil if its type is unknown.
    ///
    /// The metadata does not contain the arguments of a wrapper, so the lookup may be for any identifier or service
    /// with the interface, and in any injector.
    func need(of property: InjectedProperty) -> Need? {
        guard let wrapper = property.wrapper else { return nil }
        var need = need(Key(wrapper.interface), .injected)
        need.isOptional = need.isOptional || property.mayRead
        if need.providers.isEmpty {
            need.providers = nodes.indices.filter {
                nodes[$0].binding.contribution == nil
                    && (nodes[$0].binding.key.interface == need.key.interface
                        || nodes[$0].service.map { type(of: $0.property).valueType } == need.key.interface)
            }
        }
        need.isAnsweredElsewhere = need.providers.isEmpty && snapshot.isFoundAnywhere(need.key.interface)
        return need
    }
}

private func < (lhs: (String, CodeLocation), rhs: (String, CodeLocation)) -> Bool {
    (lhs.0, lhs.1.fileID, lhs.1.line) < (rhs.0, rhs.1.fileID, rhs.1.line)
}

extension Key {
    /// A name of the key that is the same in every run.
    var stableName: String { WormerGraph.stableName(interface, qualifierName) }
}

private func stableName(_ interface: Any.Type, _ qualifier: String?) -> String {
    String(reflecting: interface) + (qualifier.map { " " + $0 } ?? "")
}

// MARK: - Walks

extension Graph {
    /// Returns the bindings that a walk reaches, nearest first, and the position from which each of them was reached.
    private static func walk(from places: [Int], along next: [[Int]]) -> (places: [Int], origins: [Int?]) {
        var (reached, origins, seen, position) = (places, places.map { _ in nil as Int? }, Set(places), 0)
        while position < reached.count {
            for place in next[reached[position]] where seen.insert(place).inserted {
                reached.append(place)
                origins.append(position)
            }
            position += 1
        }
        return (reached, origins)
    }

    /// Returns a path from one of several bindings to each one that is meant, the nearest first.
    static func paths(from places: [Int], along next: [[Int]], to isMeant: (Int) -> Bool) -> [[Int]] {
        let (reached, origins) = walk(from: places, along: next)
        return reached.indices.filter { isMeant(reached[$0]) }.map { end in
            sequence(first: end) { origins[$0] }.map { reached[$0] }.reversed()
        }
    }

    /// Returns the places of the bindings that each binding needs.
    func needed(where isMeant: (Need) -> Bool = { _ in true }) -> [[Int]] {
        nodes.map { $0.needs.filter(isMeant).flatMap(\.providers) }
    }

    /// Returns bindings and all those that need one of them, directly or through others.
    func dependents(on places: [Int]) -> Set<Int> {
        var users: [[Int]] = Array(repeating: [], count: nodes.count)
        for (user, needed) in needed().enumerated() {
            needed.forEach { users[$0].append(user) }
        }
        return Set(Graph.walk(from: places, along: users).places)
    }

    /// The scopes to open for all bindings; each comes after those around it.
    var scopes: [Scope] {
        var scopes: [Scope] = []
        for node in nodes {
            scopes += node.binding.lifetime.scopes.filter { !$0.isAlwaysOpen && !scopes.contains($0) }
        }
        return scopes
    }

    /// Returns the cycles of a graph, found by an iterative depth-first search.
    ///
    /// - Parameter successors: The successors of each node.
    /// - Returns: Each cycle once, from the node at which it was found to the node before it.
    /// - Complexity: O(*n* + *m* + *c*), where *n* is the number of nodes, *m* the number of edges, and *c* the number of
    ///   nodes on cycles. Each edge that closes a cycle is compared with the earlier edges of its node.
    static func cycles(of successors: [[Int]]) -> [[Int]] {
        var paths: [[Int]] = []
        let (new, done) = (-1, -2)
        var positions = Array(repeating: new, count: successors.count)
        for root in successors.indices where positions[root] == new {
            var (path, nextEdges) = ([root], [0])
            positions[root] = 0
            while let node = path.last, let edge = nextEdges.popLast() {
                guard edge < successors[node].count else {
                    path.removeLast()
                    positions[node] = done
                    continue
                }
                nextEdges.append(edge + 1)
                let next = successors[node][edge]
                let start = positions[next]
                if start >= 0, !successors[node][..<edge].contains(next) {
                    paths.append(Array(path[start...]))
                } else if start == new {
                    positions[next] = path.count
                    path.append(next)
                    nextEdges.append(0)
                }
            }
        }
        return paths
    }
}

extension Lifetime {
    /// The scope, and those around it, the outermost first.
    var scopes: [Scope] {
        guard case .scope(let scope) = self else { return [] }
        return (scope.outer.map { Lifetime.scope($0).scopes } ?? []) + [scope]
    }
}
