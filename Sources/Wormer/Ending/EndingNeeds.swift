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
    /// Each binding is a node.
    private(set) var order = EndingOrder()
    private var identities: [Int] = []

    /// The nodes of each key: in a parent and a child, or of a binding and the one that replaced it.
    private var nodes: [Key: [Int]] = [:]

    /// A binding whose needs were not followed yet, its node, and the registry in which its lookups begin.
    private typealias User = (binding: Binding, node: Int, registry: Registry?)
    private var open: [User] = []

    /// Returns the node of an end.
    mutating func node(of item: Ending.Item) -> Int {
        let binding = item.teardown.binding
        // A scope also has instances of the children of its injector.
        let registry = item.teardown.registry ?? (item.keeper as? OpenedScope)?.registry
        // The instances of a function need the same.
        return node(of: binding.key.call?.function ?? binding, in: registry)
    }

    private mutating func node(of binding: Binding, in registry: Registry?) -> Int {
        let key = binding.key.declared
        if let known = nodes[key]?.first(where: { identities[$0] == binding.identity }) {
            return known
        }
        let node = identities.count
        identities.append(binding.identity)
        nodes[key, default: []].append(node)
        order.needs.append([])
        open.append((binding, node, registry))
        return node
    }

    /// Follows what the factories have looked up, and what the properties that they created read.
    mutating func follow() {
        while let user = open.popLast() {
            let binding = user.binding
            var keys = binding.recordedNeeds?.needs.map(\.key) ?? []
            keys += binding.dependencies.map(\.key)
            keys += binding.traits?.aliased.map { [$0] } ?? []
            add(keys, isLazy: false, to: user)
            for type in binding.recordedNeeds?.injected ?? [] {
                add(keysRead(as: type, in: user.registry), isLazy: true, to: user)
            }
        }
    }

    /// Notes that a binding needs what lookups of keys find, or their parts if they are not bound.
    ///
    /// The lookups may have begun in a child, or before another binding replaced the one that they found. So all nodes of
    /// a key are needed.
    private mutating func add(_ keys: [Key], isLazy: Bool, to user: User) {
        for key in keys.lazy.map(\.declared) {
            if let bound = user.registry?.bound(key) {
                _ = node(of: bound.binding, in: bound.registry)
            }
            if let needed = nodes[key] {
                order.needs[user.node] += needed.map { EndingOrder.Need(node: $0, isLazy: isLazy) }
            } else {
                let (parts, areLazy) = parts(of: key, in: user.registry)
                add(parts, isLazy: isLazy || areLazy, to: user)
            }
        }
    }

    /// Returns the keys that a property wrapper of a type may read: with an identifier or a key path, any of the type.
    private func keysRead(as type: Any.Type, in registry: Registry?) -> [Key] {
        let known = nodes.keys.filter { $0.interface == type }
        let identified = registry?.lineage.flatMap { $0.identified(type) } ?? []
        return known + DeclaredService.keys(of: type) + [Key(type)] + identified.map(\.binding.key)
    }

    /// Returns the keys that a lookup combines, and whether it looks them up later.
    private func parts(of key: Key, in registry: Registry?) -> (keys: [Key], areLazy: Bool) {
        let lineage = registry?.lineage ?? []
        return switch TypeShape(key.interface) {
        case .optional(let part)?: ([Key(part, key.qualifier)], false)
        case .provider(let part)?: ([Key(part, key.qualifier)], true)
        case .array(let element)? where key.qualifier == nil:
            (lineage.flatMap { $0.contributions(to: element) }.map(\.binding.key), false)
        case .dictionary(let element, _)? where key.qualifier == nil:
            (lineage.flatMap { $0.identified(element) }.map(\.binding.key), false)
        default: ([], false)
        }
    }
}

extension Registry {
    /// Returns the binding that a lookup finds, if the key is bound, and the registry that has it.
    fileprivate func bound(_ key: Key) -> (binding: Binding, registry: Registry)? {
        lineage.lazy.compactMap { registry in
            registry.look(key, isUse: false).map { ($0.binding, registry) }
        }.first { _ in true }
    }
}
