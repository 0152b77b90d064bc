extension Injector {
    /// The bindings of this injector and its parents, and the dependencies between them.
    ///
    /// Reading the graph creates no instances. The parameter types of an initializer are known immediately. The
    /// requests of a closure are known after it has run once. The graph of the main injector also contains all services
    /// that are declared as properties, even if they were never read.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of bindings and dependencies.
    public var graph: DependencyGraph {
        DependencyGraph(Wiring(of: self, with: services))
    }

    /// The graph, with all services that are declared as properties.
    package var graphWithServices: DependencyGraph {
        DependencyGraph(Wiring(of: self, with: DeclaredService.all))
    }

    /// The declared services in the graph: all services of the program in the main injector, otherwise none.
    var services: [DeclaredService] {
        isMain ? DeclaredService.all : []
    }

    /// Whether this is the main injector.
    @inline(never)
    var isMain: Bool { resolved === Main.current.injector }

    /// Returns the dependency tree of an interface as text.
    ///
    /// ```swift
    /// print(Injector.default.explain(NotificationGateway.self))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    /// - Returns: One line for each interface, indented below the one that needs it.
    public func explain<P>(_ interface: P.Type, id: AnyHashable? = nil) -> String {
        explain(Key(interface, id: id), in: Wiring(of: self, with: services))
    }

    /// Returns the dependency tree of a declared service as text, including services that were never read.
    package func explain(_ key: Key) -> String {
        explain(key, in: Wiring(of: self, with: DeclaredService.all))
    }

    private func explain(_ key: Key, in wiring: Wiring) -> String {
        let providers = wiring.providers(of: key, from: 0)
        guard !providers.isEmpty else {
            return unbound(key, in: wiring)
        }
        return DependencyGraph(wiring).tree(under: providers.map { wiring.nodes[$0].id })
    }
}

extension Injector {
    /// Returns the line for an interface that is not bound.
    private func unbound(_ key: Key, in wiring: Wiring) -> String {
        if key.qualifier == nil, case .array(let element)? = TypeShape(key.interface) {
            let bound = wiring.providers(of: Key(element), from: 0).first.map { wiring.nodes[$0].binding.location }
            return "\(key) - empty: nothing is contributed to \(shortName(element))"
                + (bound.map { ", which is bound at \($0)" } ?? "")
        }
        let misses = NearMiss.nearest(to: Request(key, at: CodeLocation()), in: self)
        let name = Spelling(of: [key.interface] + misses.map(\.interface)).name(key)
        return "\(name) - not bound" + misses.texts(for: .injector)
    }
}

extension DependencyGraph {
    init(_ wiring: Wiring) {
        var missing: [Node] = []
        var edges: [Edge] = []
        var knownMissing: Set<Node.ID> = []
        for node in wiring.nodes {
            var known: Set<Int> = []
            for need in node.needs {
                let providers = wiring.providers(of: need, for: node)
                // The elements of an array or a dictionary were also requested individually.
                for index in providers
                where need.isDeferred || known.insert(index).inserted || need.kind != .observed {
                    edges.append(Edge(from: node.id, to: wiring.nodes[index].id, kind: need.kind))
                }
                if providers.isEmpty, !need.isOptional {
                    let unbound = Node(missing: need.key, wiring.spelling)
                    edges.append(Edge(from: node.id, to: unbound.id, kind: need.kind))
                    if knownMissing.insert(unbound.id).inserted {
                        missing.append(unbound)
                    }
                }
            }
        }
        let needed = Set(edges.map(\.to))
        self.nodes = wiring.nodes.map { Node($0, wiring.spelling, isNeeded: needed.contains($0.id)) } + missing
        self.edges = edges
    }
}

extension Wiring.Node {
    /// The lifetime of an instance, in one or two words.
    fileprivate var lifetime: String {
        if binding.isUnimplemented {
            return "unimplemented"
        }
        return binding.isAssigned ? "assigned" : isUnassigned ? "unassigned" : "\(binding.lifetime)"
    }
}

extension DependencyGraph.Node {
    fileprivate init(_ node: Wiring.Node, _ spelling: Spelling, isNeeded: Bool) {
        let binding = node.binding
        self.init(
            id: node.id,
            interface: spelling.name(binding.key.interface),
            identifier: binding.key.qualifierName,
            binding: DependencyGraph.Binding(
                implementation: binding.knownImplementation.map { spelling.name($0) },
                lifetime: node.lifetime,
                isProvided: binding.isProvided,
                isService: binding.key.declaration != nil,
                isUnusedService: !node.isRegistered && !isNeeded,
                actor: node.isolation.map { "\(type(of: $0))" },
                isAsync: node.isAsync,
                module: binding.location.module,
                fileID: binding.location.fileID,
                line: binding.location.line,
                hasInstance: node.hasInstance,
                decorators: binding.decorations.map { "\($0.location)" }
            )
        )
    }

    fileprivate init(missing key: Key, _ spelling: Spelling) {
        self.init(
            id: "? " + key.stableName,
            interface: spelling.name(key.interface),
            identifier: key.qualifierName,
            binding: nil
        )
    }
}
