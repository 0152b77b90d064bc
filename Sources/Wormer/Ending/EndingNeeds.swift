// What the instances that end use, as far as their factories have shown it.

extension Ending {
    /// Sorts ends, the last of which runs first.
    ///
    /// - Parameter items: The ends in the order of creation.
    /// - Returns: The ends in that order, but each before those of the instances that use its instance.
    static func inOrderOfUse(_ items: [Item]) -> [Item] {
        // A factory finds or creates what it looks up before its own instance exists. Only what is used lazily is created
        // later.
        guard items.count > 1, !AtomicCounter.lazyNeeds.isZero else { return items }
        var needs = EndingNeeds()
        let nodes = items.map { needs.node(of: $0) }
        needs.follow()
        return needs.areLazy ? needs.order.positions(of: nodes).reversed().map { items[$0] } : items
    }
}

/// The needs of the bindings whose instances end, and of those between them.
private struct EndingNeeds {
    /// Its nodes are the keys of the instances that end, and of what lookups find below them: once for what is looked up in
    /// factories, and once for what is used lazily.
    private(set) var order = EndingOrder()
    private var nodes: [Key: Int] = [:]
    private var between: (eager: [Key: Int], lazy: [Key: Int]) = ([:], [:])

    /// Whether an instance that ends is used lazily.
    private(set) var areLazy = false

    /// The binding of each node whose needs were followed last.
    private var latest: [ObjectIdentifier?] = []

    /// The nodes of the instances that end, by interface; nil until they are searched.
    private var nodesByInterface: [ObjectIdentifier: [Int]]?

    /// Where needs begin: a node, whether it is used lazily, and the registry in which its lookups begin.
    private typealias Start = (node: Int, isLazy: Bool, registry: Registry?)

    /// The bindings whose needs have not been followed.
    private var open: [(binding: Binding, start: Start)] = []

    /// Returns the node of an end.
    mutating func node(of item: Ending.Item) -> Int {
        let binding = item.teardown.binding
        // The instances of a function need the same.
        let (key, function) = (binding.key.declared, binding.key.call?.function ?? binding)
        let node = nodes[key] ?? add()
        nodes[key] = node
        if latest[node] != ObjectIdentifier(function) {
            latest[node] = ObjectIdentifier(function)
            let registry = item.keeper as? Registry ?? (item.keeper as? OpenedScope)?.home
            open.append((function, (node, false, registry)))
        }
        return node
    }

    private mutating func add() -> Int {
        order.needs.append([])
        latest.append(nil)
        return order.needs.count - 1
    }

    /// Follows what the factories have looked up, and what the properties that they created read.
    mutating func follow() {
        while let (binding, start) = open.popLast() {
            let recorded = binding.recordedNeeds
            recorded?.needs.forEach { reach($0.key, from: start) }
            recorded?.injected.forEach { reach(injected: $0, from: (start.node, true, start.registry)) }
            if binding.isDecorated {
                binding.dependencies.forEach { reach($0.key, from: start) }
            }
            binding.traits?.aliased.map { reach($0, from: start) }
        }
    }

    /// Notes that a node needs what a lookup of a key finds.
    private mutating func reach(_ key: Key, from start: Start) {
        let key = key.declared
        if let node = nodes[key] {
            need(node, from: start)
        } else if let node = start.isLazy ? between.lazy[key] : between.eager[key] {
            order.needs[start.node].append(EndingOrder.Need(node: node))
        } else if let (binding, registry) = start.registry?.bound(key) {
            let node = add()
            if start.isLazy { between.lazy[key] = node } else { between.eager[key] = node }
            order.needs[start.node].append(EndingOrder.Need(node: node))
            open.append((binding, (node, start.isLazy, registry)))
        } else {
            reach(partsOf: key, from: start)
        }
    }

    /// Notes that a node needs an instance that ends.
    private mutating func need(_ node: Int, from start: Start) {
        order.needs[start.node].append(EndingOrder.Need(node: node, isEarlier: !start.isLazy))
        areLazy = areLazy || start.isLazy
    }

    /// Notes that a node needs the parts of a value that is not bound.
    private mutating func reach(partsOf key: Key, from start: Start) {
        switch TypeShape(key.interface) {
        case .optional(let part)?: reach(Key(part, key.qualifier), from: start)
        case .provider(let part)?: reach(Key(part, key.qualifier), from: (start.node, true, start.registry))
        case .array(let element)? where key.qualifier == nil:
            reachAll(from: start) { $0.contributions(to: element) }
        case .dictionary(let element, _)? where key.qualifier == nil:
            reachAll(from: start) { $0.identified(element) }
        default: break
        }
    }

    private mutating func reachAll(from start: Start, _ hits: (Registry) -> [Hit]) {
        start.registry?.lineage.forEach { registry in
            hits(registry).forEach { reach($0.binding.key, from: (start.node, start.isLazy, registry)) }
        }
    }

    /// Notes that a node needs what a property wrapper of a type may read: with an identifier or a key path, anything of
    /// the type.
    private mutating func reach(injected type: Any.Type, from start: Start) {
        if nodesByInterface == nil {
            nodesByInterface = nodes.reduce(into: [:]) {
                $0[ObjectIdentifier($1.key.interface), default: []].append($1.value)
            }
        }
        nodesByInterface?[ObjectIdentifier(type)]?.forEach { need($0, from: start) }
        reach(Key(type), from: start)
        Declaration.read(as: type).forEach { reach($0, from: start) }
        reachAll(from: start) { $0.identified(type) }
    }
}

extension Registry {
    /// This registry and those of the parents, as the current task sees them.
    fileprivate var lineage: UnfoldFirstSequence<Registry> {
        sequence(first: self) { registry in
            guard let parent = (registry.home ?? registry).parent else { return nil }
            var next = Context.override
            while let override = next {
                if let known = override.knownRegistry(of: parent) {
                    return known
                }
                next = override.outer
            }
            return parent
        }
    }

    /// Returns the binding that a lookup finds, if the key is bound, and the registry that has it.
    fileprivate func bound(_ key: Key) -> (binding: Binding, registry: Registry)? {
        for registry in lineage {
            if let hit = registry.look(key, isUse: false) {
                return (hit.binding, registry)
            }
        }
        return nil
    }
}
