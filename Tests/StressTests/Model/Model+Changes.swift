// Calls that change a container.

extension Model {
    /// Replaces a binding with one that is new to every scope and override.
    mutating func register(_ binding: ModelBinding, for key: Key, in node: Int) {
        bound += 1
        var binding = binding
        binding.number = bound
        nodes[node]?.bindings[key] = binding
    }

    mutating func bind(_ key: Key, _ lifetime: LifetimeName, _ recipe: Recipe, hasEnd: Bool = false, in node: Int) {
        let marks = nodes[node]?.decorations[key] ?? []
        register(ModelBinding(lifetime: lifetime, recipe: recipe, hasEnd: hasEnd, marks: marks), for: key, in: node)
    }

    mutating func decorate(_ key: Key, _ mark: Int, in node: Int) {
        nodes[node]?.decorations[key, default: []].append(mark)
        guard var binding = nodes[node]?.bindings[key] else { return }
        if binding.isAssigned {
            bound += 1
            nodes[node]?.bindings[key]?.overridden = binding.overridden.map {
                var overridden = $0
                overridden.marks.append(mark)
                overridden.number = bound
                return overridden
            }
        } else {
            binding.marks.append(mark)
            binding.instance = nil
            register(binding, for: key, in: node)
        }
    }

    /// Decorates all contributions, also later ones.
    mutating func decorateAll(_ interface: Interface, _ mark: Int, in node: Int) {
        nodes[node]?.contributionDecorations[interface, default: []].append(mark)
        for key in nodes[node]?.contributions[interface] ?? [] { decorate(key, mark, in: node) }
    }

    mutating func contribute(
        _ interface: Interface,
        _ identifier: Identifier,
        _ lifetime: LifetimeName,
        _ recipe: Recipe,
        in node: Int
    ) {
        var key = Key.type(interface, identifier)
        if identifier == .none {
            nodes[node]?.contributionCounts[interface, default: 0] += 1
            key = .contribution(interface, nodes[node]?.contributionCounts[interface] ?? 0)
        }
        if nodes[node]?.contributions[interface]?.contains(key) != true {
            nodes[node]?.contributions[interface, default: []].append(key)
        }
        // Bound under this key before, it may have got some of the decorators.
        let marks = nodes[node]?.contributionDecorations[interface] ?? []
        for mark in marks where nodes[node]?.decorations[key]?.contains(mark) != true { decorate(key, mark, in: node) }
        bind(key, lifetime, recipe, in: node)
    }

    mutating func assign(_ instance: Instance, to key: Key, in node: Int) {
        var binding = ModelBinding(lifetime: .singleton, recipe: .plain, instance: instance, isAssigned: true)
        if var standing = nodes[node]?.bindings[key] {
            // Instances of the declared function that were made outside the override stay those of the declared function.
            if !key.isCall || standing.instance.map({ $0.serial >= first }) != false { standing.instance = nil }
            binding.overridden = standing.isAssigned ? standing.overridden : [standing]
        }
        register(binding, for: key, in: node)
    }

    mutating func unassign(_ key: Key, in node: Int) {
        guard let binding = nodes[node]?.bindings[key], binding.isAssigned else { return }
        var bound = binding.overridden.first
        // An override sees what is outside again.
        if let overridden = bound, let outer = outside[node]?.bindings[key], outer.number == overridden.number,
            dropped[node]?.contains(overridden.lifetime) != true
        {
            bound?.instance = outer.instance
        }
        nodes[node]?.bindings[key] = bound
    }

    mutating func unassignAll(in node: Int) {
        for key in nodes[node]?.bindings.keys.map({ $0 }) ?? [] { unassign(key, in: node) }
    }

    mutating func unbind(_ key: Key, in node: Int) {
        nodes[node]?.bindings[key] = nil
        guard case .type(let interface, _) = key else { return }
        nodes[node]?.contributions[interface]?.removeAll { $0 == key }
        let marks = nodes[node]?.contributionDecorations[interface] ?? []
        nodes[node]?.decorations[key]?.removeAll(where: marks.contains)
    }

    /// Removes the contents of a container or, in an override, what is the override's.
    ///
    /// - Parameters:
    ///   - node: The container.
    ///   - saved: The model before the override, if any.
    mutating func resetAll(in node: Int, since saved: Model?) {
        nodes[node] = saved?.nodes[node] ?? Node(parent: nodes[node]?.parent)
        dropped[node] = nil
    }

    /// Drops the instances of a lifetime, of which those with an end do end, and removes assigned ones.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime.
    ///   - node: The container.
    ///   - saved: The model before the override, if any: what was constructed there doesn't end.
    mutating func reset(_ lifetime: LifetimeName, in node: Int, since saved: Model?) {
        // See `LifetimeName.containerScope`.
        let lifetime = lifetime.isContainerScope ? lifetime : .transient
        dropped[node, default: []].insert(lifetime)
        let first = saved?.nodes[node] == nil ? 0 : saved?.constructed ?? 0
        var ends: [Int] = []
        for (key, binding) in nodes[node]?.bindings ?? [:] {
            let declared: LifetimeName? =
                if case .service(let property) = key { Model.services[property]?.lifetime } else { nil }
            if binding.isAssigned, (binding.overridden.first?.lifetime ?? declared) == lifetime {
                unassign(key, in: node)
            }
            guard let bound = nodes[node]?.bindings[key], !bound.isAssigned, bound.lifetime == lifetime else {
                continue
            }
            if bound.hasEnd, let serial = bound.instance?.serial, serial >= first { ends.append(serial) }
            nodes[node]?.bindings[key]?.instance = nil
        }
        ended += ends.sorted(by: >)
    }

    /// Ends the instances that were constructed in an override.
    ///
    /// An injector that was created inside keeps its instances.
    ///
    /// - Parameter saved: The model before the override.
    /// - Returns: The ended instances, in the order of their ends.
    mutating func endOverride(since saved: Model) -> [Int] {
        var ended: [Int] = []
        for (number, node) in nodes where saved.nodes[number] != nil {
            for binding in node.bindings.values where binding.hasEnd && !binding.lifetime.isOpened {
                if let serial = binding.instance?.serial, serial >= saved.constructed { ended.append(serial) }
            }
        }
        for index in open.indices {
            ended += open[index].ends.filter { $0 >= saved.constructed }
            open[index].ends.removeAll { $0 >= saved.constructed }
        }
        return ended.sorted(by: >)
    }

    mutating func enterOverride() { (outside, dropped, first) = (nodes, [:], constructed) }

    /// Undoes the changes of an override, except for new containers, held instances and instances to be ended.
    ///
    /// The instances that a scope created inside are not found outside, even if their container was created inside.
    mutating func leaveOverride(since saved: Model) {
        (main, outside, dropped, first) = (saved.main, saved.outside, saved.dropped, saved.first)
        nodes.merge(saved.nodes) { _, saved in saved }
        for index in open.indices { open[index].instances = saved.open[index].instances }
    }
}
