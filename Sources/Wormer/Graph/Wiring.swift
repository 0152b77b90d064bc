/// The bindings that an injector can reach, and the edges between them, with their types.
final class Wiring {
    final class Node {
        let binding: AnyBinding
        let hasInstance: Bool
        /// The distance of the binding's injector: 0 for the injector itself, 1 for its parent, and so on.
        let level: Int
        fileprivate(set) var id: String
        fileprivate(set) var needs: [Need] = []
        /// Whether the initializer must run before its requests are known.
        fileprivate(set) var isUnchecked = false
        /// The location of the binding that this one replaced in the same registry, if any.
        let replaced: CodeLocation?
        /// The service's declaration, if the binding belongs to a service with a record.
        fileprivate(set) var service: DeclaredService?
        /// Whether the binding is registered.
        ///
        /// The binding of a service is registered when it is first read or assigned.
        let isRegistered: Bool

        fileprivate init(_ binding: AnyBinding, level: Int, replaced: CodeLocation?, isRegistered: Bool) {
            self.binding = binding
            self.level = level
            self.replaced = replaced
            self.isRegistered = isRegistered
            hasInstance = binding.kept() != nil
            id = String(repeating: "^", count: level) + binding.key.stableName
        }
    }

    final class Need {
        let key: Key
        let kind: DependencyGraph.Edge.Kind
        /// Whether the request succeeds even if nothing is bound.
        let isOptional: Bool
        /// Whether the initializer takes the key's interface as a parameter.
        let isDeclared: Bool
        /// Whether the need is certain: a need that is read from the source may not occur at run time.
        let isCertain: Bool
        /// The decorator that has the parameter, or nil if the binding's own initializer has it.
        let decorator: AnyDecoration?

        /// Creates a need that is read from the source.
        init(inSource key: Key, isDeferred: Bool, isCertain: Bool) {
            self.key = key
            kind = isDeferred ? .deferred : .inferred
            isOptional = true
            isDeclared = false
            self.isCertain = isCertain
            decorator = nil
        }

        /// Creates a need.
        ///
        /// If the key's type is not bound, the need for an optional becomes one for its wrapped type, and the need for
        /// a provider becomes one for the interface of the provider.
        init(
            _ key: Key,
            _ kind: DependencyGraph.Edge.Kind,
            _ isBound: (Key) -> Bool,
            decorator: AnyDecoration? = nil
        ) {
            var (key, needKind, isOptional) = (key, kind, false)
            while let shape = TypeShape(key.interface), !isBound(key) {
                switch shape {
                case .optional(let wrapped):
                    key = Key(wrapped, key.qualifier)
                    isOptional = true
                    continue
                case .provider(let type):
                    key = Key(type.interface, key.qualifier)
                    needKind = .deferred
                    isOptional = false
                    continue
                case .array, .dictionary:
                    isOptional = true
                }
                break
            }
            self.key = key
            self.kind = needKind
            self.isOptional = isOptional
            isDeclared = kind == .declared
            isCertain = true
            self.decorator = decorator
        }

        /// Whether a provider resolves the need later.
        var isDeferred: Bool { kind == .deferred }
    }

    /// The bindings, in a stable order.
    let nodes: [Node]

    /// The decorators of interfaces that are not bound.
    let unusedDecorators: [AnyDecoration]

    /// The spelling of the types of the bindings and of their needs.
    private(set) var spelling = Spelling(of: [])

    /// The bindings by the words of their keys.
    private let places: [KeyWord: [Int]]

    /// The bindings by the words of their interfaces.
    private let interfaces: [KeyWord: [Int]]

    /// Finds the bindings that an injector can reach.
    ///
    /// - Parameters:
    ///   - injector: The injector.
    ///   - services: The services that belong to the injector, whether or not they were read.
    init(of injector: Injector, with services: [DeclaredService] = []) {
        var nodes: [Node] = []
        var decorators: [AnyDecoration] = []
        let lineage = Array(injector.lineage)
        for (level, injector) in lineage.enumerated() {
            let registry = injector.registry
            for binding in registry.visibleBindings {
                let replaced = registry.replacedLocation(of: binding)
                nodes.append(Node(binding, level: level, replaced: replaced, isRegistered: true))
            }
            for vacant in registry.bindings where vacant.isVacant && !injector.isBound(vacant.key) {
                decorators += vacant.decorations
            }
        }
        unusedDecorators = decorators.ordered { ($0.key.stableName, $0.location) < ($1.key.stableName, $1.location) }
        Wiring.add(services, to: &nodes, at: lineage.count - 1)
        let candidates = CandidateIndex(of: nodes.map(\.binding), services)
        nodes = nodes.ordered { ($0.id, $0.binding.location) < ($1.id, $1.binding.location) }
        var last: (id: String, count: Int) = ("", 0)
        for node in nodes {
            last = node.id == last.id ? (last.id, last.count + 1) : (node.id, 1)
            node.id += last.count == 1 ? "" : " #\(last.count)"
        }
        self.nodes = nodes
        places = Wiring.indices(of: nodes.map(\.binding.key.word))
        interfaces = Wiring.indices(of: nodes.map { word(of: $0.binding.key.interface) })
        var types: [Any.Type] = []
        for node in nodes {
            node.findNeeds(candidates) { index(of: $0, from: node.level) != nil }
            types += [node.binding.key.interface] + [node.binding.knownImplementation].compactMap(\.self)
            types += node.needs.map(\.key.interface)
        }
        spelling = Spelling(of: types)
    }

    /// Adds the declared services.
    ///
    /// A service that has not been read yet will belong to the outermost parent.
    private static func add(_ services: [DeclaredService], to nodes: inout [Node], at lastLevel: Int) {
        let places = indices(of: services.map { word(of: $0.declaration) })
        var isRead = Array(repeating: false, count: services.count)
        for node in nodes where node.binding.key.declaration != nil {
            if let index = places[node.binding.key.word]?.last {
                node.service = services[index]
                isRead[index] = true
            }
        }
        for (index, service) in services.enumerated() where !isRead[index] {
            let node = Node(service.binding, level: lastLevel, replaced: nil, isRegistered: false)
            node.service = service
            nodes.append(node)
        }
    }

    /// Returns the indices of each word.
    private static func indices(of words: [KeyWord]) -> [KeyWord: [Int]] {
        var indices: [KeyWord: [Int]] = [:]
        for (index, word) in words.enumerated() {
            indices[word, default: []].append(index)
        }
        return indices
    }

    /// Returns the binding of a key that a request at a level finds.
    private func index(of key: Key, from level: Int) -> Int? {
        places[key.word, default: []].filter { nodes[$0].level >= level && nodes[$0].binding.key == key }
            .min { nodes[$0].level < nodes[$1].level }
    }

    /// Returns the bindings that answer a need of `node`: one, none, or all contributions.
    func providers(of need: Need, for node: Node) -> [Int] {
        providers(of: need.key, from: node.level)
    }

    /// Returns a binding and all bindings that an instance of it needs, directly or through others.
    func reach(from index: Int) -> [Int] {
        var (reached, seen, next) = ([index], Set([index]), 0)
        while next < reached.count {
            let node = nodes[reached[next]]
            for need in node.needs {
                reached += providers(of: need, for: node).filter { seen.insert($0).inserted }
            }
            next += 1
        }
        return reached
    }

    /// Returns bindings and all those whose instances need one of them, directly or through others.
    func users(of bindings: [Int]) -> Set<Int> {
        var users: [[Int]] = Array(repeating: [], count: nodes.count)
        for (index, node) in nodes.enumerated() {
            node.needs.flatMap { providers(of: $0, for: node) }.forEach { users[$0].append(index) }
        }
        var (found, pending) = (Set(bindings), bindings)
        while let next = pending.popLast() {
            pending += users[next].filter { found.insert($0).inserted }
        }
        return found
    }

    /// Returns the bindings that answer a request at a level.
    func providers(of key: Key, from level: Int) -> [Int] {
        if let bound = index(of: key, from: level) {
            return [bound]
        }
        switch key.qualifier == nil ? TypeShape(key.interface) : nil {
        case .array(let element)?:
            // The contributions of the parents come first.
            return bindings(of: element) { $0.contribution != nil }.filter { nodes[$0].level >= level }.ordered {
                (-nodes[$0].level, nodes[$0].binding.contribution ?? 0)
                    < (-nodes[$1].level, nodes[$1].binding.contribution ?? 0)
            }
        case .dictionary(let element, let identifier)?:
            return bindings(of: element) { $0.key.hasIdentifier(of: identifier) }.filter { index in
                // No level in between has another binding with the same key.
                self.index(of: nodes[index].binding.key, from: level) == index
            }
        case .optional?, .provider?, nil:
            return []
        }
    }

    /// Returns the binding of an array's element type, if the array is requested but has no contributions.
    func bindingInsteadOfContributions(for need: Need, of node: Node) -> AnyBinding? {
        guard need.key.qualifier == nil, case .array(let element)? = TypeShape(need.key.interface),
            providers(of: need, for: node).isEmpty
        else {
            return nil
        }
        return providers(of: Key(element), from: node.level).first.map { nodes[$0].binding }
    }

    /// Returns the bindings of an interface that meet a condition.
    private func bindings(of interface: Any.Type, where condition: (AnyBinding) -> Bool) -> [Int] {
        interfaces[word(of: interface), default: []].filter { condition(nodes[$0].binding) }
    }

    // MARK: - Injected properties

    /// Returns what an injected property requests, or nil if its type is unknown.
    func need(of property: InjectedProperty) -> Need? {
        property.wrapper.map { Need(Key($0.interface), .injected) { !providers(of: $0, from: 0).isEmpty } }
    }

    /// Returns the bindings that may answer the request of an injected property.
    ///
    /// The metadata does not contain the arguments of a wrapper, so the request may be for any identifier or service
    /// with the interface.
    func providers(of need: Need) -> [Int] {
        let byType = providers(of: need.key, from: 0)
        return byType.isEmpty ? bindings(of: need.key.interface) { $0.contribution == nil } : byType
    }

    /// Returns what an injected property requests if nothing can answer that in the whole program: no binding of any
    /// living injector has the interface, and no declared service has it or conforms to it.
    func unansweredNeed(of property: InjectedProperty) -> Need? {
        guard let need = need(of: property), !need.isOptional, providers(of: need).isEmpty else {
            return nil
        }
        let interface = need.key.interface
        let isAnswered =
            Injector.isBoundAnywhere(interface)
            || DeclaredService.all.contains { service in
                let type = service.binding.key.interface
                return type == interface || isKnown(type, toConformTo: interface)
            }
        return isAnswered ? nil : need
    }
}

extension Wiring.Node {
    /// Finds the needs of the binding.
    ///
    /// - Parameters:
    ///   - candidates: The bindings to which the source of a service's initializer may refer.
    ///   - isBound: Returns whether a key is bound.
    fileprivate func findNeeds(_ candidates: CandidateIndex, isBound: (Key) -> Bool) {
        let recorded = binding.recordedNeeds
        needs = binding.parameters.map { Wiring.Need($0.key, .declared, isBound, decorator: $0.decorator) }
        needs += [binding.factory?.traits.aliased].compactMap(\.self).map { Wiring.Need($0, .declared, isBound) }
        let (declared, isDeclared) = (needs, !needs.isEmpty)
        for key in recorded ?? [] {
            let need = Wiring.Need(key, .observed, isBound)
            if !declared.contains(where: { $0.key == need.key && $0.isDeferred == need.isDeferred }) {
                needs.append(need)
            }
        }
        let isKnown = recorded != nil || binding.isAssigned
        let (found, isComplete) = service.map(candidates.needs) ?? ([], false)
        needs += isKnown ? [] : found
        let isStandIn = binding.isUnimplemented && binding.decorations.isEmpty
        isUnchecked = !(isKnown || binding.isValue || isStandIn || isDeclared || isComplete)
    }

    /// The actor on which an instance is created, if any.
    var isolation: (any Actor)? { binding.factory?.traits.isolation ?? service?.isolation }

    /// Whether only an asynchronous request can create an instance.
    var isAsync: Bool { binding.factory?.traits.isAsynchronous == true }

    /// Whether the binding belongs to a service that must be assigned before it is read, and was not assigned.
    var isUnassigned: Bool { service?.mustBeAssigned == true && !binding.isAssigned }
}

private func < (lhs: (String, CodeLocation), rhs: (String, CodeLocation)) -> Bool {
    (lhs.0, lhs.1.fileID, lhs.1.line) < (rhs.0, rhs.1.fileID, rhs.1.line)
}

extension AnyBinding {
    /// The keys of the parameters of the factory, and of its decorators after it.
    fileprivate var parameters: [(key: Key, decorator: AnyDecoration?)] {
        let owners = (factory == nil ? [] : decorations).flatMap { decorator in
            decorator.dependencies.map { _ in decorator as AnyDecoration? }
        }
        let ownCount = dependencies.count - owners.count
        return dependencies.enumerated().map { index, parameter in
            (parameter.key, index < ownCount ? nil : owners[index - ownCount])
        }
    }
}
