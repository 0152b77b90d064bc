import Wormer

extension Injector {
    /// The bindings of this injector and its parents, and the dependencies between them.
    ///
    /// Reading the graph creates no instances. The parameter types of an initializer are known immediately. The lookups
    /// of a closure are known after it has run once. The graph of the main injector also contains all services that are
    /// declared as properties, even if they were never read, and, outside overrides, the types of the program with
    /// injected properties.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of bindings and dependencies.
    public var graph: DependencyGraph {
        let graph = Graph(of: self)
        return DependencyGraph(graph, withProperties: graph.snapshot.isMain && graph.snapshot.isOutsideOverrides)
    }

    /// Returns the dependency tree of an interface as text.
    ///
    /// ```swift
    /// print(Injector.default.explain(NotificationGateway.self))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface, also as an optional or a provider of it.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    /// - Returns: One line for each interface, indented below the one that needs it; one that lists the types with injected
    ///   properties of the interface; and one that says so if nothing is known to depend on it.
    public func explain<P>(_ interface: P.Type, id: AnyHashable? = nil) -> String {
        explain(Key(interface, id: id), in: Graph(of: self))
    }

    /// Returns the dependency tree of a service as text.
    ///
    /// ```swift
    /// print(Injector.default.explain(\Container.logger))
    /// ```
    ///
    /// - Parameter property: The service's property.
    /// - Returns: One line for each binding or service, indented below what needs it, and further lines as from
    ///   `explain(_:id:)`.
    public func explain<Root, Service>(_ property: KeyPath<Root, Service>) -> String {
        let graph = Graph(of: self)
        let service = graph.snapshot.services.first { $0.property == property }
        return service.map { explain($0.binding.key, in: graph) } ?? "\(Service.self) - not a declared service"
    }

    private func explain(_ key: Key, in graph: Graph) -> String {
        let providers = graph.need(key, .declared).providers
        guard !providers.isEmpty else { return unbound(key, in: graph) }
        // In a test, too, the properties of the program are said to depend on it.
        let shown = DependencyGraph(graph, withProperties: graph.snapshot.isMain)
        let ids = providers.map { shown.nodes[$0].id }
        var lines = [shown.tree(under: providers)]
        let injecting = Set(shown.edges.lazy.filter { $0.kind == .injected && ids.contains($0.to) }.map(\.from))
        let types = shown.nodes.filter { injecting.contains($0.id) }.map(\.interface)
        if !types.isEmpty {
            lines.append("Injected, by its type or a key path, into \(types.joined(separator: ", ")).")
        }
        for root in shown.roots where ids.contains(root.id) {
            lines.append("Nothing is known to depend on \(root.title).")
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the line for an interface that is not bound.
    private func unbound(_ key: Key, in graph: Graph) -> String {
        if key.qualifier == nil, case .array(let element)? = TypeShape(key.interface) {
            return "\(key) - empty: nothing is contributed to \(Key(element))"
        }
        let missing = graph.missing(key)
        return "\(missing.name) - not bound" + missing.nearMisses
    }
}

extension DependencyGraph {
    fileprivate init(_ graph: Graph, withProperties hasProperties: Bool) {
        var (missing, injecting, edges): ([Node], [Node], [Edge]) = ([], [], [])
        var known: Set<[String]> = []
        func add(_ need: Graph.Need, of id: String) {
            for other in need.providers.map({ graph.nodes[$0].id }) {
                // The elements of an array or a dictionary were also looked up individually.
                guard need.isDeferred || known.insert([id, other]).inserted else { continue }
                edges.append(Edge(from: id, to: other, kind: need.kind))
            }
            guard need.isUnanswered, need.isCertain else { return }
            var node = Node(
                .missing,
                id: "? " + need.key.stableName,
                interface: graph.words.name(Key(need.key.interface))
            )
            node.identifier = need.key.qualifierName
            edges.append(Edge(from: id, to: node.id, kind: need.kind))
            if known.insert([node.id]).inserted { missing.append(node) }
        }
        for node in graph.nodes {
            node.needs.forEach { add($0, of: node.id) }
        }
        for property in hasProperties ? InjectedProperties.program().properties : [] {
            // Types with the same name, such as local types, are one.
            let id = "@ \(property.module).\(property.owner)"
            if injecting.last?.id != id {
                var node = Node(.type, id: id, interface: property.owner)
                node.module = property.module
                injecting.append(node)
            }
            if let need = graph.need(of: property) {
                add(need, of: id)
            }
        }
        nodes = graph.nodes.map { Node($0, graph.words) } + missing + injecting
        self.edges = edges
    }
}

extension DependencyGraph.Node {
    fileprivate init(_ node: Graph.Node, _ words: Wording) {
        let binding = node.binding
        let replacement = binding.isAssigned ? "assigned" : node.isUnassigned ? "unassigned" : nil
        self.init(.binding, id: node.id, interface: words.name(Key(binding.key.interface)))
        identifier = node.qualifierName
        module = binding.location.module
        location = binding.location
        implementation = node.wiring.implementation.map { words.name(Key($0)) }
        lifetime = binding.isUnimplemented ? "unimplemented" : replacement ?? "\(binding.lifetime)"
        scopes = binding.lifetime.scopes.map(\.name)
        actor = node.isolation.map { "\(type(of: $0))" }
        isAsync = binding.isAsynchronous
        isProvided = binding.isProvided
        isService = binding.key.declaration != nil
        hasMoreDependencies = node.recorded?.areMore == true
        instanceCount = node.instanceCount
        decorators = node.wiring.decorators.map(\.location)
    }
}
