extension Injector {
    /// The bindings of this injector and its parents, and the dependencies between them.
    ///
    /// Reading the graph creates no instances. The parameter types of an initializer are known immediately. The lookups
    /// of a closure are known after it has run once. The graph of the main injector also contains all services that are
    /// declared as properties, even if they were never read, and, outside overrides, the types of the program with
    /// injected properties.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of bindings and dependencies.
    public var graph: DependencyGraph { graph(with: services) }

    /// Returns the graph with the given services.
    package func graph(with services: [DeclaredService]) -> DependencyGraph {
        let wiring = Wiring(of: self, with: services)
        let properties = InjectedProperties.automatic.program(for: self).properties
        return DependencyGraph(wiring, properties)
    }

    /// The declared services in the graph: all services of the program in the main injector, otherwise none.
    var services: [DeclaredService] { isMain ? DeclaredService.all : [] }

    /// Whether this is the main injector.
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
    /// - Returns: One line for each interface, indented below the one that needs it, and one for each of their scopes
    ///   that is open.
    public func explain<P>(_ interface: P.Type, id: AnyHashable? = nil) -> String {
        explain(Key(interface, id: id), with: services)
    }

    /// Returns the dependency tree of a key as text, with the given services.
    package func explain(_ key: Key, with services: [DeclaredService]) -> String {
        let wiring = Wiring(of: self, with: services)
        let providers = wiring.providers(of: key)
        guard !providers.isEmpty else { return unbound(key, in: wiring) }
        let tree = DependencyGraph(wiring).tree(under: providers.map { wiring.nodes[$0].id })
        return ([tree] + openScopes(in: wiring, from: providers)).joined(separator: "\n")
    }

    /// Returns a line for each scope of the given bindings, and of those that they need, that is open here.
    private func openScopes(in wiring: Wiring, from providers: [Int]) -> [String] {
        wiring.scopes(of: providers.flatMap(wiring.reach)).compactMap { scope in
            guard let open = try? OpenedScope.find(scope, for: self, below: nil), open.endLocation == nil else {
                return nil
            }
            return "The scope '\(scope.name)' was opened at \(open.location)."
        }
    }
}

extension Injector {
    /// Returns the line for an interface that is not bound.
    private func unbound(_ key: Key, in wiring: Wiring) -> String {
        if key.qualifier == nil, case .array(let element)? = TypeShape(key.interface) {
            let bound = wiring.bindingInsteadOfContributions(for: key).map { ", which is bound at \($0.location)" }
            return "\(key) - empty: nothing is contributed to \(shortName(element))" + (bound ?? "")
        }
        let misses = NearMiss.nearest(to: Lookup(key, at: CodeLocation()), in: self)
        let name = Wording(of: [key.interface] + misses.map(\.interface)).name(key)
        return "\(name) - not bound" + misses.texts(for: .injector)
    }
}

extension DependencyGraph {
    init(_ wiring: Wiring, _ properties: [InjectedProperty] = []) {
        var dependents = wiring.nodes.map { (id: $0.id, needs: $0.needs) }
        var injecting: [Node] = []
        for property in properties {
            // Types with the same name, such as local types, are one.
            let type = Node(.type, "@ \(property.module).\(property.owner)", property.owner, module: property.module)
            if injecting.last?.id != type.id {
                injecting.append(type)
                dependents.append((type.id, []))
            }
            dependents[dependents.count - 1].needs += [wiring.need(of: property)].compactMap(\.self)
        }
        var missing: [Node] = []
        var edges: [Edge] = []
        for dependent in dependents {
            var known: Set<Int> = []
            for need in dependent.needs {
                // The elements of an array or a dictionary were also looked up individually.
                let isOnce = need.kind == .observed || need.kind == .injected
                for place in need.providers where need.isDeferred || known.insert(place).inserted || !isOnce {
                    edges.append(Edge(from: dependent.id, to: wiring.nodes[place].id, kind: need.kind))
                }
                if need.isUnanswered {
                    let (id, interface) = ("? " + need.key.stableName, wiring.words.name(need.key.interface))
                    edges.append(Edge(from: dependent.id, to: id, kind: need.kind))
                    if !missing.contains(where: { $0.id == id }) {
                        missing.append(Node(.missing, id, interface, identifier: need.key.qualifierName))
                    }
                }
            }
        }
        let needed = Set(edges.map(\.to))
        let bound = wiring.nodes.map { Node($0, wiring.words, isNeeded: needed.contains($0.id)) }
        self.nodes = bound + missing + injecting
        self.edges = edges
    }
}

extension Wiring {
    /// Returns the scopes to open for the bindings at some places; each comes after those around it.
    func scopes(of places: [Int]) -> [Scope] {
        var scopes: [Scope] = []
        for place in places {
            scopes += nodes[place].binding.lifetime.scopes.filter { !$0.isAlwaysOpen && !scopes.contains($0) }
        }
        return scopes
    }
}

extension Lifetime {
    /// The scope, and those around it, the outermost first.
    fileprivate var scopes: [Scope] {
        if case .scope(let scope) = self { sequence(first: scope, next: \.outer).reversed() } else { [] }
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
    fileprivate init(_ node: Wiring.Node, _ words: Wording, isNeeded: Bool) {
        let binding = node.binding
        self.init(
            .binding,
            node.id,
            words.name(binding.key.interface),
            identifier: binding.key.qualifierName,
            module: binding.location.module,
            binding: DependencyGraph.Binding(
                implementation: binding.knownImplementation.map { words.name($0) },
                lifetime: node.lifetime,
                scopes: binding.lifetime.scopes.map(\.name),
                isProvided: binding.isProvided,
                isService: binding.key.declaration != nil,
                isUnusedService: !node.isRegistered && !isNeeded,
                actor: node.isolation.map { "\(type(of: $0))" },
                isAsync: node.isAsync,
                hasMoreDependencies: node.needsMore,
                module: binding.location.module,
                fileID: binding.location.fileID,
                line: binding.location.line,
                hasInstance: node.hasInstance,
                decorators: binding.decorations.map { "\($0.location)" }
            )
        )
    }

    fileprivate init(
        _ kind: Kind,
        _ id: String,
        _ interface: String,
        identifier: String? = nil,
        module: String? = nil,
        binding: DependencyGraph.Binding? = nil
    ) {
        self.init(kind: kind, id: id, interface: interface, identifier: identifier, module: module, binding: binding)
    }
}
