extension DependencyGraph: CustomStringConvertible {
    /// The dependency trees as text: first the trees of the bindings that no other binding needs, then the trees of the
    /// bindings that are reachable only through cycles.
    public var description: String {
        let needed = Set(edges.map(\.to))
        let roots = nodes.map(\.id).filter { !needed.contains($0) }
        return nodes.isEmpty ? "nothing is bound" : tree(under: roots + nodes.map(\.id))
    }

    /// Returns the trees below `roots`.
    ///
    /// Each subtree is drawn only once.
    func tree(under roots: [Node.ID]) -> String {
        let byID = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, $0) })
        let needs = Dictionary(grouping: edges, by: \.from)
        var lines: [String] = []
        var drawn: Set<Node.ID> = []
        for root in roots where !drawn.contains(root) {
            var above: [(id: Node.ID, isDeferred: Bool)] = []
            var pending: [(id: Node.ID, depth: Int, kind: Edge.Kind)] = [(root, 0, .declared)]
            while let (id, depth, kind) = pending.popLast() {
                above.removeLast(above.count - depth)
                let isDeferred = kind == .deferred
                // A provider resolves later, so it cannot complete a cycle.
                let isCycle =
                    above.lastIndex { $0.id == id }
                    .map { !isDeferred && !above[($0 + 1)...].contains(where: \.isDeferred) } ?? false
                let isRepeated = !drawn.insert(id).inserted
                let children = needs[id, default: []]
                let remark =
                    if isCycle { " - a cycle" } else if isRepeated && !children.isEmpty { " - see above" } else { "" }
                let indentation = String(repeating: "  ", count: depth)
                let source = kind == .declared ? "" : " (\(kind))"
                lines.append(indentation + (byID[id]?.line ?? id) + source + remark)
                if !isRepeated {
                    above.append((id, isDeferred))
                    pending += children.reversed().map { ($0.to, depth + 1, $0.kind) }
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension DependencyGraph.Node {
    /// The interface, its implementation, and how and where it is bound.
    fileprivate var line: String {
        guard let binding else {
            return "\(title) - not bound"
        }
        var remarks = [binding.lifetime]
        if binding.hasInstance || binding.isProvided {
            remarks.append(binding.hasInstance ? "created" : "provided")
        }
        remarks += binding.execution
        if !binding.decorators.isEmpty {
            remarks.append("decorated at \(binding.decorators.joined(separator: ", "))")
        }
        let implementation = binding.implementation.flatMap { $0 == interface ? nil : ": \($0)" } ?? ""
        return "\(title)\(implementation) [\(remarks.joined(separator: ", "))] \(binding.fileID):\(binding.line)"
    }
}

extension DependencyGraph.Binding {
    /// Phrases that state where an instance is created, whether its creation is awaited, and whether it is unused.
    var execution: [String] {
        [actor, isAsync ? "async" : nil, isUnusedService ? "unused" : nil].compactMap(\.self)
    }
}
