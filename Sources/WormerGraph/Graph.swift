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

        /// Returns the places of the bindings that answer lookups.
        func providers(where isMeant: (Need) -> Bool = { _ in true }) -> [Int] {
            var places: [Int] = []
            for need in needs where isMeant(need) {
                places += need.providers
            }
            return places
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

    final class Need {
        /// The key that is looked up, such as an optional or a provider, even if only its wrapped type is bound.
        let requested: Key
        private(set) var key: Key
        private(set) var kind: DependencyGraph.Edge.Kind
        /// Whether the lookup succeeds even if nothing is bound.
        var isOptional = false
        /// Whether the lookup collects what is contributed or bound.
        private(set) var isCollection = false
        /// Whether the need is a parameter, was observed, is found in the source, or is an injected property.
        let origin: DependencyGraph.Edge.Kind
        /// Whether the need is certain: a need that is read from the source may not occur at run time.
        let isCertain: Bool
        /// The scopes that the initializer itself opens around the lookup.
        fileprivate(set) var opened: [Scope] = []
        /// The location of the decorator that has the parameter, or nil if the binding's own initializer has it.
        let decorator: CodeLocation?
        /// The places of the bindings that answer the lookup: one, none, or all contributions.
        fileprivate(set) var providers: [Int] = []
        /// Whether the lookup may be answered elsewhere in the program.
        fileprivate(set) var isAnsweredElsewhere = false

        /// Creates a need of a binding.
        ///
        /// If the key's type is not bound, the need for an optional becomes one for its wrapped type, and the need for
        /// a provider becomes one for the interface of the provider.
        init(
            _ requested: Key,
            _ origin: DependencyGraph.Edge.Kind,
            of decorator: CodeLocation? = nil,
            isDeferred: Bool = false,
            isCertain: Bool = true,
            isBound: (Key) -> Bool
        ) {
            (self.requested, key, self.decorator) = (requested, requested, decorator)
            (self.origin, self.isCertain, kind) = (origin, isCertain, isDeferred ? .deferred : origin)
            while key.declaration == nil, let shape = TypeShape(key.interface), !isBound(key) {
                switch shape {
                case .optional(let wrapped):
                    key = Key(wrapped, key.qualifier)
                    isOptional = true
                case .provider(let provided):
                    key = Key(provided, key.qualifier)
                    // An injected property isn't read when its owner is created, so it needs no kind of its own.
                    kind = origin == .injected ? .injected : .deferred
                case .array, .dictionary:
                    (isOptional, isCollection) = (true, true)
                    return
                }
            }
        }

        /// Whether a provider resolves the need later.
        var isDeferred: Bool { kind == .deferred }

        /// Returns whether the instance is needed at once; see `Graph.needed(onlyCertain:outside:)`.
        ///
        /// A provider resolves later, so it cannot complete a cycle or hold an instance.
        func isImmediate(onlyCertain: Bool, outside scope: Scope?) -> Bool {
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
        var identified: [ObjectIdentifier: [Int]] = [:]
        var contributions: [ObjectIdentifier: [Int]] = [:]
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
        var counts = levels.map { _ in [ObjectIdentifier: Int]() }
        let bindings = snapshot.bindings + unread.map { ($0.binding, levels.count - 1, nil, 0) }
        nodes = bindings.sorted { $0.binding.contribution ?? 0 < $1.binding.contribution ?? 0 }.map { snapshot in
            let (binding, level) = (snapshot.binding, snapshot.level)
            let service = binding.key.declaration.flatMap { services[ObjectIdentifier($0)] }
            guard binding.key.contribution != nil else { return Node(snapshot, service, number: nil) }
            let number = (counts[level][ObjectIdentifier(binding.key.interface)] ?? 0) + 1
            counts[level][ObjectIdentifier(binding.key.interface)] = number
            return Node(snapshot, service, number: number)
        }
        nodes.sort { ($0.id, $0.binding.location) < ($1.id, $1.binding.location) }
        var last: (id: String, count: Int) = ("", 0)
        for (place, node) in nodes.enumerated() {
            last = node.id == last.id ? (last.id, last.count + 1) : (node.id, 1)
            node.id += last.count == 1 ? "" : " #\(last.count)"
            levels[node.level].places[node.binding.key] = place
            node.binding.key.declaration.map { named[$0.variable, default: []].append(place) }
        }
        for place in nodes.indices.sorted(by: { order(of: $0) < order(of: $1) }) {
            let (binding, level) = (nodes[place].binding, nodes[place].level)
            let interface = ObjectIdentifier(binding.key.interface)
            if binding.contribution != nil {
                levels[level].contributions[interface, default: []].append(place)
            }
            if binding.key.identifier != nil {
                levels[level].identified[interface, default: []].append(place)
            }
        }
        nodes.forEach(findNeeds)
        let types = nodes.flatMap { node in
            [node.binding.key.interface, node.wiring.implementation ?? node.binding.key.interface]
                + node.needs.map(\.key.interface)
        }
        words = Wording(of: types)
    }

    private func order(of place: Int) -> (Int, Int) {
        (nodes[place].binding.contribution ?? 0, nodes[place].binding.identity)
    }

    // MARK: - Needs

    private func findNeeds(of node: Node) {
        let (binding, level) = (node.binding, node.level)
        let isBound = { [self] in place(of: $0, from: level) != nil }
        var needs = node.wiring.parameters.map { Need($0, .declared, isBound: isBound) }
        for decorator in binding.hasFunction ? node.wiring.decorators : [] {
            needs += decorator.parameters.map { Need($0, .declared, of: decorator.location, isBound: isBound) }
        }
        if let aliased = binding.aliased {
            needs.append(Need(aliased, .declared, isBound: isBound))
        }
        let isDeclared = !needs.isEmpty
        // A factory that threw may have more to look up.
        var isKnown = node.recorded?.areComplete == true || binding.isAssigned
        if !isKnown, let service = node.service {
            let source = needsInSource(of: service, isBound)
            needs += source.needs
            isKnown = source.isComplete
        }
        let stated = needs
        for (key, opened) in node.recorded?.needs ?? [] {
            let need = Need(key, .observed, isBound: isBound)
            need.opened = opened
            if !stated.contains(where: { $0.key == need.key && $0.isDeferred == need.isDeferred }) {
                needs.append(need)
            }
        }
        let isStandIn = binding.isUnimplemented && node.wiring.decorators.isEmpty
        node.isUnchecked = !(isKnown || binding.isValue || isStandIn || isDeclared)
        for need in needs {
            need.providers = providers(of: need.key, from: level)
        }
        node.needs = needs
    }

    /// Returns the place of the binding of a key that a lookup at a level finds.
    private func place(of key: Key, from level: Int) -> Int? {
        levels[level...].lazy.compactMap { $0.places[key] }.first
    }

    /// Returns the places of the bindings that answer a lookup at a level: of the key, or else of the parts of its value.
    ///
    /// A provider is available at once, whatever it resolves.
    func providers(of key: Key, from level: Int = 0) -> [Int] {
        if let place = place(of: key, from: level) {
            return [place]
        }
        switch TypeShape(key.interface) {
        case .optional(let wrapped)?: return providers(of: Key(wrapped, key.qualifier), from: level)
        case .array(let element)? where key.qualifier == nil:
            return levels[level...].reversed().flatMap { $0.contributions[ObjectIdentifier(element)] ?? [] }
        case .dictionary(let element, let identifier)? where key.qualifier == nil:
            // A child's binding replaces its parent's binding with an equal identifier.
            var known: Set<Key> = []
            return levels[level...].flatMap { $0.identified[ObjectIdentifier(element)] ?? [] }.filter { place in
                let key = nodes[place].binding.key
                let type = key.identifier.map { Swift.type(of: $0.base) }
                return known.insert(key).inserted && (type == identifier || identifier == AnyHashable.self)
            }.sorted()
        default: return []
        }
    }

    /// Returns what an injected property looks up, or nil if its type is unknown.
    ///
    /// The metadata does not contain the arguments of a wrapper, so the lookup may be for any identifier or service
    /// with the interface, and in any injector.
    func need(of property: InjectedProperty) -> Need? {
        guard let wrapper = property.wrapper else { return nil }
        let need = Need(Key(wrapper.interface), .injected) { place(of: $0, from: 0) != nil }
        need.isOptional = need.isOptional || property.mayRead
        need.providers = providers(of: need.key)
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
    /// The bindings that a walk reaches, and the position in the walk from which each of them was reached.
    typealias Walk = (places: [Int], origins: [Int])

    /// Walks from bindings to those that come next, nearest first.
    static func walk(from places: [Int], along next: [[Int]]) -> Walk {
        var (reached, origins, seen, position) = (places, places.map { _ in -1 }, Set(places), 0)
        while position < reached.count {
            for place in next[reached[position]] where seen.insert(place).inserted {
                reached.append(place)
                origins.append(position)
            }
            position += 1
        }
        return (reached, origins)
    }

    /// Returns the path of a walk to a position.
    static func path(to position: Int, in walk: Walk) -> [Int] {
        var (path, position) = ([] as [Int], position)
        while position >= 0 {
            path.append(walk.places[position])
            position = walk.origins[position]
        }
        return path.reversed()
    }

    /// Returns what each binding needs at once.
    ///
    /// - Parameters:
    ///   - onlyCertain: Whether to leave out what may not occur at run time.
    ///   - scope: A scope, to leave out what is looked up where the factory has opened it.
    /// - Returns: The places of the bindings, for each binding.
    func needed(onlyCertain: Bool = false, outside scope: Scope? = nil) -> [[Int]] {
        nodes.map { node in node.providers { $0.isImmediate(onlyCertain: onlyCertain, outside: scope) } }
    }

    /// Returns bindings and all those that need one of them, directly or through others.
    func dependents(on places: [Int]) -> Set<Int> {
        var users: [[Int]] = Array(repeating: [], count: nodes.count)
        for (user, node) in nodes.enumerated() {
            node.providers().forEach { users[$0].append(user) }
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
