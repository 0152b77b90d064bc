import Wormer

extension DependencyGraph: CustomStringConvertible {
    /// The dependency trees as text: first the trees of the bindings that no other binding needs, then the trees of the
    /// bindings that are reachable only through cycles.
    public var description: String {
        let needed = Set(edges.map(\.to))
        let ids = nodes.map(\.id)
        return nodes.isEmpty ? "nothing is bound" : tree(under: ids.filter { !needed.contains($0) } + ids)
    }

    /// Returns the trees below `roots`.
    ///
    /// Each subtree is drawn only once.
    func tree(under roots: [Node.ID]) -> String {
        let indices = indices
        var needs = Array(repeating: [] as [Edge], count: nodes.count)
        for edge in edges {
            needs[indices[edge.from, default: 0]].append(edge)
        }
        var (lines, above): ([String], [Edge]) = ([], [])
        var isDrawn = Array(repeating: false, count: nodes.count)
        func draw(_ edge: Edge) {
            let index = indices[edge.to, default: 0]
            // A provider resolves later, so it cannot complete a cycle.
            let isCycle =
                edge.kind != .deferred
                && above.lastIndex { $0.to == edge.to }
                    .map { !above[($0 + 1)...].contains { $0.kind == .deferred } } ?? false
            let isRepeated = isDrawn[index]
            let remark = isCycle ? " - a cycle" : isRepeated && !needs[index].isEmpty ? " - see above" : ""
            let source = edge.kind == .declared ? "" : " (\(edge.kind))"
            lines.append(String(repeating: "  ", count: above.count) + nodes[index].description + source + remark)
            if !isRepeated {
                isDrawn[index] = true
                above.append(edge)
                needs[index].forEach(draw)
                above.removeLast()
            }
        }
        for root in roots where !isDrawn[indices[root, default: 0]] {
            draw(Edge(from: root, to: root, kind: .declared))
        }
        return lines.joined(separator: "\n")
    }
}

extension DependencyGraph.Node: CustomStringConvertible {
    /// One line: the interface, its implementation, and how and where it is bound.
    public var description: String {
        guard let location else { return module.map { "\(title) [injects] \($0)" } ?? "\(title) - not bound" }
        var remarks = remarks(count: instanceCount)
        if !decorators.isEmpty {
            remarks.append("decorated at " + decorators.map(\.description).joined(separator: ", "))
        }
        let implementation = otherImplementation.map { ": " + $0 } ?? ""
        return [title, implementation, " [", remarks.joined(separator: ", "), "] ", location.description].joined()
    }

    /// The implementation, unless it is the interface itself.
    var otherImplementation: String? { implementation == interface ? nil : implementation }

    /// The lifetime, and phrases that state how many instances exist or whether one is provided, where one is created,
    /// whether its creation is awaited, and whether it has dependencies that the graph leaves out.
    func remarks(count: Int = 0) -> [String] {
        let created = count > 1 ? "\(count) created" : count == 1 ? "created" : nil
        let phrases = [
            lifetime, created ?? (isProvided ? "provided" : nil), actor, isAsync ? "async" : nil,
            hasMoreDependencies ? "looks up more than is shown" : nil,
        ]
        return phrases.compactMap(\.self)
    }
}
