/// The bindings that an injector can reach, and what each of them needs, with their types.
final class Wiring {
    final class Node {
        let binding: AnyBinding
        let hasInstance: Bool
        /// The distance of the binding's injector: 0 for the injector itself, 1 for its parent, and so on.
        let level: Int
        fileprivate(set) var id: String
        fileprivate(set) var needs: [Need] = []
        /// Whether the initializer must run before its lookups are known.
        fileprivate(set) var isUnchecked = false
        /// Whether the initializer made more lookups than are known.
        fileprivate(set) var needsMore = false
        /// The location of the binding that this one replaced in the same registry, if any.
        let replaced: CodeLocation?
        /// Whether the binding is a contribution to its interface.
        let isContribution: Bool
        /// The service's declaration, if the binding belongs to a service with a record.
        fileprivate(set) var service: DeclaredService?

        fileprivate init(_ binding: AnyBinding, level: Int, _ hit: Hit? = nil) {
            self.binding = binding
            self.level = level
            replaced = hit?.extras?.replaced
            isContribution = hit?.contribution != nil
            hasInstance = hit?.isKept == true
            id = String(repeating: "^", count: level) + binding.key.stableName
        }

        /// Whether the binding is registered.
        ///
        /// The binding of a service is registered when it is first read or assigned.
        var isRegistered: Bool { service?.binding !== binding }

        /// The actor on which an instance is created, if any.
        var isolation: (any Actor)? { binding.isolation ?? service?.isolation }

        /// Whether only an asynchronous lookup can create an instance.
        var isAsync: Bool { binding.isAsynchronous }

        /// Whether the binding belongs to a service that must be assigned before it is read, and was not assigned.
        var isUnassigned: Bool { service?.mustBeAssigned == true && !binding.isAssigned }
    }

    struct Need {
        private(set) var key: Key
        fileprivate(set) var kind: DependencyGraph.Edge.Kind
        /// Whether the lookup succeeds even if nothing is bound.
        private(set) var isOptional = false
        /// Whether the initializer takes the key's interface as a parameter.
        private(set) var isDeclared = false
        /// Whether the need is certain: a need that is read from the source may not occur at run time.
        private(set) var isCertain = true
        /// The scopes that the initializer itself opens around the lookup.
        fileprivate(set) var opened: [Scope] = []
        /// The decorator that has the parameter, or nil if the binding's own initializer has it.
        private(set) var decorator: Decoration?
        /// The places of the bindings that answer the lookup: one, none, or all contributions.
        fileprivate(set) var providers: [Int] = []

        /// Creates a need that is read from the source.
        init(inSource key: Key, isDeferred: Bool, isCertain: Bool) {
            self.key = key
            kind = isDeferred ? .deferred : .inferred
            isOptional = true
            self.isCertain = isCertain
        }

        /// Creates a need of a binding of an injector.
        ///
        /// If the key's type is not bound, the need for an optional becomes one for its wrapped type, and the need for
        /// a provider becomes one for the interface of the provider.
        fileprivate init(
            _ requested: Key,
            _ kind: DependencyGraph.Edge.Kind,
            in injector: Injector,
            of decorator: Decoration? = nil
        ) {
            (key, self.kind, self.decorator) = (requested, kind, decorator)
            isDeclared = kind == .declared
            while key.declaration == nil, let shape = TypeShape(key.interface), !injector.isBound(key) {
                switch shape {
                case .optional(let wrapped):
                    key = Key(wrapped, key.qualifier)
                    isOptional = true
                case .provider(let type):
                    key = Key(type.interface, key.qualifier)
                    self.kind = .deferred
                case .array, .dictionary:
                    isOptional = true
                    return
                }
            }
        }

        /// Whether a provider resolves the need later.
        var isDeferred: Bool { kind == .deferred }
    }

    /// The bindings, in a stable order.
    let nodes: [Node]

    /// The decorators of interfaces that are not bound.
    let unusedDecorators: [Decoration]

    /// The words for the types of the bindings and of their needs.
    private(set) var words = Wording(of: [])

    /// The bindings by the names of their services, or of their types without enclosing types.
    let named: [String: [Node]]

    /// The services that are private to their files.
    let privateServices: [Declaration]

    /// The injector and its parents.
    let lineage: [Injector]

    /// The places of the bindings among the nodes, by their identities.
    private var places: [Int: Int] = [:]

    /// The places of the services that were never read.
    private var placesOfUnreadServices: [ObjectIdentifier: Int] = [:]

    /// Finds the bindings that an injector can reach.
    ///
    /// - Parameters:
    ///   - injector: The injector.
    ///   - services: The services that belong to the injector, whether or not they were read.
    init(of injector: Injector, with services: [DeclaredService] = []) {
        var nodes: [Node] = []
        var decorators: [Decoration] = []
        lineage = Array(injector.lineage)
        for (level, injector) in lineage.enumerated() {
            let registry = injector.registry
            nodes += registry.visibleHits.map { Node($0.binding, level: level, $0) }
            decorators += registry.unusedDecorations.filter { !injector.isBound($0.key) }
        }
        unusedDecorators = decorators.ordered { ($0.key.stableName, $0.location) < ($1.key.stableName, $1.location) }
        Wiring.add(services, to: &nodes, at: lineage.count - 1)
        named = Wiring.named(nodes)
        privateServices = services.filter(\.isPrivate).map(\.declaration)
        nodes = nodes.ordered { ($0.id, $0.binding.location) < ($1.id, $1.binding.location) }
        var last: (id: String, count: Int) = ("", 0)
        for node in nodes {
            last = node.id == last.id ? (last.id, last.count + 1) : (node.id, 1)
            node.id += last.count == 1 ? "" : " #\(last.count)"
        }
        self.nodes = nodes
        for (place, node) in nodes.enumerated() {
            places[node.binding.identity] = place
            if !node.isRegistered, let declaration = node.binding.key.declaration {
                placesOfUnreadServices[ObjectIdentifier(declaration)] = place
            }
        }
        var types: [Any.Type] = []
        for node in nodes {
            findNeeds(of: node)
            types += [node.binding.key.interface] + [node.binding.knownImplementation].compactMap(\.self)
            types += node.needs.map(\.key.interface)
        }
        words = Wording(of: types)
    }

    /// Adds the declared services.
    ///
    /// A service that has not been read yet will belong to the outermost parent.
    private static func add(_ services: [DeclaredService], to nodes: inout [Node], at lastLevel: Int) {
        var known: [ObjectIdentifier: DeclaredService] = [:]
        services.forEach { known[ObjectIdentifier($0.declaration)] = $0 }
        for node in nodes {
            node.service = node.binding.key.declaration.flatMap { known[ObjectIdentifier($0)] }
        }
        let read = Set(nodes.compactMap { $0.service.map { ObjectIdentifier($0.declaration) } })
        for service in services where !read.contains(ObjectIdentifier(service.declaration)) {
            let node = Node(service.binding, level: lastLevel)
            node.service = service
            nodes.append(node)
        }
    }

    // MARK: - Needs

    private func findNeeds(of node: Node) {
        let (binding, injector) = (node.binding, lineage[node.level])
        let decorations = !binding.hasFunction ? [] : binding.decorations
        // The parameters of the decorators follow those of the initializer.
        let ownParameters = binding.dependencies.dropLast(decorations.reduce(0) { $0 + $1.dependencies.count })
        var needs = ownParameters.map { Need($0.key, .declared, in: injector) }
        for decoration in decorations {
            needs += decoration.dependencies.map { Need($0.key, .declared, in: injector, of: decoration) }
        }
        if let aliased = binding.factory.traits.aliased {
            needs.append(Need(aliased, .declared, in: injector))
        }
        let (declared, recorded) = (needs, binding.recordedNeeds)
        for (key, opened) in recorded?.needs ?? [] {
            var need = Need(key, .observed, in: injector)
            need.opened = opened
            if !declared.contains(where: { $0.key == need.key && $0.isDeferred == need.isDeferred }) {
                needs.append(need)
            }
        }
        node.needsMore = recorded?.areMore == true
        var isKnown = recorded != nil || binding.isAssigned
        if !isKnown, let service = node.service {
            let source = needsInSource(of: service)
            needs += source.needs
            isKnown = source.isComplete
        }
        let isStandIn = binding.isUnimplemented && binding.decorations.isEmpty
        node.isUnchecked = !(isKnown || binding.isValue || isStandIn || !declared.isEmpty)
        for index in needs.indices {
            needs[index].providers = providers(of: needs[index].key, from: node.level)
        }
        node.needs = needs
    }

    /// Returns the places of the bindings that answer a lookup at a level.
    func providers(of key: Key, from level: Int = 0) -> [Int] {
        let found = lineage[level].providers(of: key).compactMap { places[$0.hit.binding.identity] }
        if found.isEmpty, let declaration = key.declaration {
            return [placesOfUnreadServices[ObjectIdentifier(declaration)]].compactMap(\.self)
        }
        if case .dictionary? = TypeShape(key.interface) {
            return found.ordered(by: <)
        }
        return found
    }

    /// Returns bindings and all those that their instances need, directly or through others; or else those that need one
    /// of them.
    func reach(from places: [Int], backwards: Bool = false) -> [Int] {
        var next = nodes.map { $0.needs.flatMap(\.providers) }
        if backwards {
            var users: [[Int]] = Array(repeating: [], count: nodes.count)
            for (user, needed) in next.enumerated() {
                needed.forEach { users[$0].append(user) }
            }
            next = users
        }
        var (reached, seen, index) = (places, Set(places), 0)
        while index < reached.count {
            reached += next[reached[index]].filter { seen.insert($0).inserted }
            index += 1
        }
        return reached
    }

    /// Returns the binding of an array's element type, if the array has no contributions.
    func bindingInsteadOfContributions(for key: Key, from level: Int = 0) -> AnyBinding? {
        guard key.qualifier == nil, case .array(let element)? = TypeShape(key.interface),
            providers(of: key, from: level).isEmpty
        else {
            return nil
        }
        return providers(of: Key(element), from: level).first.map { nodes[$0].binding }
    }

    // MARK: - Injected properties

    /// Returns what an injected property looks up, or nil if its type is unknown.
    ///
    /// The metadata does not contain the arguments of a wrapper, so the lookup may be for any identifier or service
    /// with the interface.
    func need(of property: InjectedProperty) -> Need? {
        guard let wrapper = property.wrapper else { return nil }
        var need = Need(Key(wrapper.interface), .injected, in: lineage[0])
        need.kind = .injected
        need.providers = providers(of: need.key)
        if need.providers.isEmpty {
            need.providers = nodes.indices.filter { place in
                let binding = nodes[place].binding
                return binding.key.interface == need.key.interface && !nodes[place].isContribution
            }
        }
        return need
    }
}

extension Wiring.Need {
    /// Whether nothing answers the lookup.
    ///
    /// An injected property may be resolved elsewhere in the program, so that no binding of any living injector may have
    /// the interface, and no declared service may have it or conform to it.
    var isUnanswered: Bool {
        if isOptional || !providers.isEmpty {
            return false
        }
        return kind != .injected
            || !Injector.isBoundAnywhere(key.interface)
                && !DeclaredService.all.contains { conforms($0.binding.key.interface, to: key.interface) == true }
    }
}

private func < (lhs: (String, CodeLocation), rhs: (String, CodeLocation)) -> Bool {
    (lhs.0, lhs.1.fileID, lhs.1.line) < (rhs.0, rhs.1.fileID, rhs.1.line)
}
