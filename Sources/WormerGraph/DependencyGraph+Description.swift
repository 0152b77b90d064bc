import Wormer

extension DependencyGraph: CustomStringConvertible {
    /// The dependency trees as text: first the trees of the bindings that no other binding needs, then the trees of the
    /// bindings that are reachable only through cycles.
    public var description: String {
        let needed = Set(edges.map(\.to))
        let roots = nodes.indices.filter { !needed.contains(nodes[$0].id) }
        return nodes.isEmpty ? "nothing is bound" : tree(under: roots + nodes.indices)
    }

    /// Returns the trees below the nodes at some places.
    ///
    /// Each subtree is drawn only once.
    func tree(under roots: [Int]) -> String {
        let dependencies = dependencies
        var (lines, above): ([String], [(place: Int, kind: Edge.Kind)]) = ([], [])
        var isDrawn = nodes.map { _ in false }
        func draw(_ place: Int, _ kind: Edge.Kind) {
            // A provider resolves later, so it cannot complete a cycle.
            let isCycle =
                kind != .deferred
                && above.lastIndex { $0.place == place }
                    .map { !above[($0 + 1)...].contains { $0.kind == .deferred } } ?? false
            let isRepeated = isDrawn[place]
            let remark = isCycle ? " - a cycle" : isRepeated && !dependencies[place].isEmpty ? " - see above" : ""
            let source = kind == .declared ? "" : " (\(kind))"
            lines.append(String(repeating: "  ", count: above.count) + nodes[place].description + source + remark)
            if !isRepeated {
                isDrawn[place] = true
                above.append((place, kind))
                dependencies[place].forEach { draw($0.place, $0.kind) }
                above.removeLast()
            }
        }
        for root in roots where !isDrawn[root] {
            draw(root, .declared)
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
