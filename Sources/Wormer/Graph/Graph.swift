/// The bindings that an injector can reach, and what each of them needs: the graph that is drawn, verified and walked.
final class Graph {
    final class Node {
        let binding: Binding
        /// The distance of the binding's injector: 0 for the injector itself, 1 for its parent, and so on.
        let level: Int
        let hasInstance: Bool
        /// The location of the binding that this one replaced in the same registry, if any.
        let replaced: CodeLocation?
        /// Whether the binding is a contribution to its interface.
        let isContribution: Bool
        /// The service's declaration, if the binding belongs to a service with a record.
        let service: DeclaredService?
        fileprivate(set) var id: String
        fileprivate(set) var needs: [Need] = []
        /// Whether the initializer must run before its lookups are known.
        fileprivate(set) var isUnchecked = false

        @inline(never)
        fileprivate init(_ binding: Binding, level: Int, _ service: DeclaredService?, _ hit: Hit? = nil) {
            (self.binding, self.level, self.service) = (binding, level, service)
            replaced = hit?.binding.replaced
            isContribution = hit?.binding.contribution != nil
            hasInstance = hit?.isKept == true
            id = String(repeating: "^", count: level) + binding.key.stableName
        }

        /// Returns the places of the bindings that answer lookups.
        @inline(never)
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
    }

    final class Need {
        /// What is looked up, such as an optional or a provider, even if only its wrapped type is bound.
        let requested: Key
        private(set) var key: Key
        private(set) var kind: DependencyGraph.Edge.Kind
        /// Whether the lookup succeeds even if nothing is bound.
        var isOptional = false
        /// Whether the need is a parameter, was observed, is found in the source, or is an injected property.
        let origin: DependencyGraph.Edge.Kind
        /// Whether the need is certain: a need that is read from the source may not occur at run time.
        let isCertain: Bool
        /// The scopes that the initializer itself opens around the lookup.
        fileprivate(set) var opened: [Scope] = []
        /// The decorator that has the parameter, or nil if the binding's own initializer has it.
        let decorator: Decoration?
        /// The places of the bindings that answer the lookup: one, none, or all contributions.
        fileprivate(set) var providers: [Int] = []

        /// Creates a need of a binding of an injector.
        ///
        /// If the key's type is not bound, the need for an optional becomes one for its wrapped type, and the need for
        /// a provider becomes one for the interface of the provider.
        init(
            _ requested: Key,
            _ origin: DependencyGraph.Edge.Kind,
            in injector: Injector,
            of decorator: Decoration? = nil,
            isDeferred: Bool = false,
            isCertain: Bool = true
        ) {
            (self.requested, key, self.decorator) = (requested, requested, decorator)
            (self.origin, self.isCertain, kind) = (origin, isCertain, isDeferred ? .deferred : origin)
            while key.declaration == nil, let shape = TypeShape(key.interface), !injector.isBound(key) {
                switch shape {
                case .optional(let wrapped):
                    key = Key(wrapped, key.qualifier)
                    isOptional = true
                case .provider(let provided):
                    key = Key(provided, key.qualifier)
                    // An injected property isn't read when its owner is created, so it needs no kind of its own.
                    kind = origin == .injected ? .injected : .deferred
                case .array, .dictionary:
                    isOptional = true
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
        ///
        /// An injected property may be resolved elsewhere in the program, so that no binding of any living injector may
        /// have the interface, and no declared service may have it or conform to it.
        var isUnanswered: Bool {
            guard !isOptional, providers.isEmpty, origin == .injected else { return !isOptional && providers.isEmpty }
            return !Injector.isBoundAnywhere(key.interface)
                && !DeclaredService.all.contains { conforms($0.binding.key.interface, to: key.interface) == true }
        }
    }

    /// The bindings, in a stable order.
    private(set) var nodes: [Node] = []

    /// The decorators of interfaces that are not bound.
    private(set) var unusedDecorators: [Decoration] = []

    /// The words for the types of the bindings and of their needs.
    private(set) var words = Wording(of: [])

    /// The injector and its parents.
    let lineage: [Injector]

    /// The services that belong to the injector, by their declarations.
    private var services: [ObjectIdentifier: DeclaredService] = [:]

    /// The places of the bindings among the nodes.
    private var places: [ObjectIdentifier: Int] = [:]

    /// The places of the services by their names.
    private(set) var named: [String: [Int]] = [:]

    /// Whether the main injector is the injector or one of its parents.
    var isOfMain: Bool { lineage.contains { $0.isMain } }

    /// Finds the bindings that an injector can reach.
    ///
    /// - Parameters:
    ///   - injector: The injector.
    ///   - services: The services that belong to the injector, whether or not they were read.
    init(of injector: Injector, with services: [DeclaredService] = []) {
        lineage = Array(injector.lineage)
        var (nodes, decorators): ([Node], [Decoration]) = ([], [])
        services.forEach { self.services[ObjectIdentifier($0.declaration)] = $0 }
        var read: Set<ObjectIdentifier> = []
        for (level, injector) in lineage.enumerated() {
            let registry = injector.registry
            for hit in registry.visibleHits {
                let declaration = hit.binding.key.declaration.map { ObjectIdentifier($0) }
                nodes.append(Node(hit.binding, level: level, declaration.flatMap { self.services[$0] }, hit))
                declaration.map { _ = read.insert($0) }
            }
            decorators += registry.unusedDecorations.filter { !injector.isBound($0.key) }
        }
        // A service that has not been read yet will belong to the outermost parent.
        for service in services where !read.contains(ObjectIdentifier(service.declaration)) {
            nodes.append(Node(service.binding, level: lineage.count - 1, service))
        }
        unusedDecorators = decorators.ordered { ($0.key.stableName, $0.location) < ($1.key.stableName, $1.location) }
        nodes = nodes.ordered { ($0.id, $0.binding.location) < ($1.id, $1.binding.location) }
        self.nodes = nodes
        var last: (id: String, count: Int) = ("", 0)
        for (place, node) in nodes.enumerated() {
            last = node.id == last.id ? (last.id, last.count + 1) : (node.id, 1)
            node.id += last.count == 1 ? "" : " #\(last.count)"
            places[ObjectIdentifier(node.binding)] = place
            node.binding.key.declaration.map { named[$0.name, default: []].append(place) }
        }
        var types: [Any.Type] = []
        for node in nodes {
            findNeeds(of: node)
            types += [node.binding.key.interface, node.binding.knownImplementation ?? node.binding.key.interface]
            types += node.needs.map(\.key.interface)
        }
        words = Wording(of: types)
    }

    // MARK: - Needs

    private func findNeeds(of node: Node) {
        let (binding, injector) = (node.binding, lineage[node.level])
        var needs = (binding.traits?.dependencies ?? []).map { Need($0.key, .declared, in: injector) }
        for decoration in binding.hasFunction ? binding.decorations : [] {
            needs += decoration.dependencies.map { Need($0.key, .declared, in: injector, of: decoration) }
        }
        if let aliased = binding.traits?.aliased {
            needs.append(Need(aliased, .declared, in: injector))
        }
        let (declared, recorded) = (needs, binding.recordedNeeds)
        for (key, opened) in recorded?.needs ?? [] {
            let need = Need(key, .observed, in: injector)
            need.opened = opened
            if !declared.contains(where: { $0.key == need.key && $0.isDeferred == need.isDeferred }) {
                needs.append(need)
            }
        }
        var isKnown = recorded != nil || binding.isAssigned
        if !isKnown, let service = node.service {
            let source = needsInSource(of: service, in: injector)
            needs += source.needs
            isKnown = source.isComplete
        }
        let isStandIn = binding.isUnimplemented && binding.decorations.isEmpty
        node.isUnchecked = !(isKnown || binding.isValue || isStandIn || !declared.isEmpty)
        for need in needs {
            need.providers = providers(of: need.key, from: node.level)
        }
        node.needs = needs
    }

    /// Returns the places of the bindings that answer a lookup at a level.
    @inline(never)
    func providers(of key: Key, from level: Int = 0) -> [Int] {
        let found = lineage[level].providers(of: key).compactMap { places[ObjectIdentifier($0.binding)] }
        if found.isEmpty, let declaration = key.declaration, let service = services[ObjectIdentifier(declaration)] {
            return places[ObjectIdentifier(service.binding)].map { [$0] } ?? []
        }
        if case .dictionary? = TypeShape(key.interface) {
            return found.ordered(by: <)
        }
        return found
    }

    /// Returns what an injected property looks up, or nil if its type is unknown.
    ///
    /// The metadata does not contain the arguments of a wrapper, so the lookup may be for any identifier or service
    /// with the interface.
    @inline(never)
    func need(of property: InjectedProperty) -> Need? {
        guard let wrapper = property.wrapper else { return nil }
        let need = Need(Key(wrapper.interface), .injected, in: lineage[0])
        need.isOptional = need.isOptional || property.mayRead
        need.providers = providers(of: need.key)
        if need.providers.isEmpty {
            need.providers = nodes.indices.filter {
                nodes[$0].binding.key.interface == need.key.interface && !nodes[$0].isContribution
            }
        }
        return need
    }
}

@inline(never)
private func < (lhs: (String, CodeLocation), rhs: (String, CodeLocation)) -> Bool {
    (lhs.0, lhs.1.fileID, lhs.1.line) < (rhs.0, rhs.1.fileID, rhs.1.line)
}

// MARK: - Walks

extension Graph {
    /// The bindings that a walk reaches, and the position in the walk from which each of them was reached.
    typealias Walk = (places: [Int], origins: [Int])

    /// Walks from bindings to those that come next, nearest first.
    // Without closures, of which the compiler would make a copy of the callers for each.
    @inline(never)
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
