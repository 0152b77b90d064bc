// The instances that end use others, as far as their factories have shown it.

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
        return needs.order.positions(of: nodes).reversed().map { items[$0] }
    }
}

/// The needs of the bindings whose instances end, and of those between them.
private struct EndingNeeds {
    /// Each key is a node.
    private(set) var order = EndingOrder()
    private var nodes: [Key: Int] = [:]

    /// A binding whose needs were not followed yet, its node, and the registry in which its lookups begin.
    private typealias User = (binding: Binding, node: Int, registry: Registry?)
    private var open: [User] = []

    /// Returns the node of an end.
    mutating func node(of item: Ending.Item) -> Int {
        let binding = item.teardown.binding
        // The instances of a function need the same.
        let registry = item.keeper as? Registry ?? (item.keeper as? OpenedScope)?.home
        return node(of: binding.key.call?.function ?? binding, in: registry)
    }

    private mutating func node(of binding: Binding, in registry: Registry?) -> Int {
        let key = binding.key.declared
        let node = nodes[key] ?? order.needs.count
        if node == order.needs.count {
            nodes[key] = node
            order.needs.append([])
            open.append((binding, node, registry))
        }
        return node
    }

    /// Follows what the factories have looked up, and what the properties that they created read.
    mutating func follow() {
        while let user = open.popLast() {
            var keys = user.binding.recordedNeeds?.needs.map(\.key) ?? []
            keys += user.binding.dependencies.map(\.key)
            keys += user.binding.traits?.aliased.map { [$0] } ?? []
            keys.forEach { add($0, to: user) }
            for type in user.binding.recordedNeeds?.injected ?? [] {
                // With an identifier or a key path, a property wrapper may read anything of the type.
                let known = nodes.keys.filter { $0.interface == type }
                (known + Declaration.read(as: type) + [Key(type)]).forEach { add($0, isLazy: true, to: user) }
                user.registry?.lineage.forEach { registry in
                    registry.identified(type).forEach { add($0.binding.key, isLazy: true, to: user) }
                }
            }
        }
    }

    /// Notes that a binding needs what a lookup of a key finds, or its parts if it is not bound.
    private mutating func add(_ key: Key, isLazy: Bool = false, to user: User) {
        let key = key.declared
        if let (binding, registry) = user.registry?.bound(key) {
            order.needs[user.node].append(EndingOrder.Need(node: node(of: binding, in: registry), isLazy: isLazy))
        } else if let node = nodes[key] {
            order.needs[user.node].append(EndingOrder.Need(node: node, isLazy: isLazy))
        } else {
            addParts(of: key, isLazy, to: user)
        }
    }

    private mutating func addParts(of key: Key, _ isLazy: Bool, to user: User) {
        switch TypeShape(key.interface) {
        case .optional(let part)?: add(Key(part, key.qualifier), isLazy: isLazy, to: user)
        case .provider(let part)?: add(Key(part, key.qualifier), isLazy: true, to: user)
        case .array(let element)? where key.qualifier == nil:
            user.registry?.lineage.forEach { registry in
                registry.contributions(to: element).forEach { add($0.binding.key, isLazy: isLazy, to: user) }
            }
        case .dictionary(let element, _)? where key.qualifier == nil:
            user.registry?.lineage.forEach { registry in
                registry.identified(element).forEach { add($0.binding.key, isLazy: isLazy, to: user) }
            }
        default: break
        }
    }
}

extension Registry {
    /// This registry and those of the parents, as the current task sees them.
    fileprivate var lineage: [Registry] {
        var lineage = [self]
        while let last = lineage.last, let parent = (last.home ?? last).parent {
            lineage.append(Context.override?.known(of: parent) ?? parent)
        }
        return lineage
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

extension Override {
    /// Returns the registry of an injector in this override or in one around it, if there is one.
    fileprivate func known(of home: Registry) -> Registry? { knownRegistry(of: home) ?? outer?.known(of: home) }
}
