import Wormer

extension DependencyGraph {
    /// The graph as a Mermaid flowchart, which many sites render inline.
    ///
    /// ```swift
    /// print(Injector.default.graph.mermaid)
    /// ```
    ///
    /// Colors show lifetimes, and boxes show modules and scopes. Dotted arrows show dependencies that were observed or
    /// read from the source. Dotted arrows with a label show dependencies that a provider resolves later. A binding that
    /// is missing, not assigned, or on a cycle is red. Round boxes are types with injected properties.
    public var mermaid: String {
        let dependencies = dependencies
        let arrows = dependencies.enumerated().flatMap { from, needed in
            needed.map { "    n\(from)\($0.kind.arrow)n\($0.place)" }
        }
        let immediate = dependencies.map { $0.filter { $0.kind != .deferred }.map(\.place) }
        let cyclic = Set(Graph.cycles(of: immediate).joined())
        let boxes = nodes.enumerated().map { $1.box(named: "n\($0)", isCyclic: cyclic.contains($0)) }
        var lines = ["flowchart LR"] + groups(Array(nodes.indices), boxes, named: "m")
        lines += nodes.indices.filter { nodes[$0].kind == .missing }.map { "    " + boxes[$0] } + arrows
        return (lines + styles).joined(separator: "\n") + "\n"
    }

    /// Returns a group for each module, or for each scope in a group.
    ///
    /// - Parameters:
    ///   - places: The places of the nodes.
    ///   - boxes: The boxes of all nodes.
    ///   - name: The beginning of the names of the groups.
    ///   - depth: The number of groups around them.
    /// - Returns: The lines.
    private func groups(_ places: [Int], _ boxes: [String], named name: String, depth: Int = 0) -> [String] {
        let space = String(repeating: "    ", count: depth + 1)
        func title(_ place: Int) -> String? {
            let (module, scopes) = (nodes[place].module, nodes[place].scopes)
            return depth == 0 ? module : depth > scopes.count ? nil : "scope " + scopes[depth - 1]
        }
        var lines: [String] = []
        for (index, text) in Array(Set(places.compactMap(title))).sorted().enumerated() {
            let inside = places.filter { title($0) == text }
            lines.append("\(space)subgraph \(name)\(index)[\"\(escaped(text))\"]")
            lines += inside.filter { nodes[$0].scopes.count <= depth }.map { space + "    " + boxes[$0] }
            lines += groups(inside, boxes, named: "\(name)\(index)s", depth: depth + 1) + [space + "end"]
        }
        return lines
    }

    private var styles: [String] {
        let styles = [
            ("transient", "#ffffff", "#57606a"),
            ("singleton", "#ddf4ff", "#0969da"),
            ("scope", "#dafbe1", "#1a7f37"),
            ("weak", "#fbefff", "#8250df"),
            ("resolution", "#fff1e5", "#bc4c00"),
            ("assigned", "#fff8c5", "#9a6700"),
            ("unassigned", "#ffebe9", "#cf222e"),
            ("missing", "#ffebe9", "#cf222e"),
            ("cycle", "#ffebe9", "#cf222e"),
            ("type", "#f6f8fa", "#57606a"),
        ]
        let hasTypes = nodes.contains { $0.kind == .type }
        return styles.filter { $0.0 != "type" || hasTypes }.map { style, fill, line in
            ["    classDef ", style, " fill:", fill, ",stroke:", line, ",color:#1f2328"].joined()
        }
    }
}

extension DependencyGraph.Edge.Kind {
    fileprivate var arrow: String {
        switch self {
        case .declared: " --> "
        case .observed, .inferred, .injected: " -.-> "
        case .deferred: " -. deferred .-> "
        }
    }
}

extension DependencyGraph.Node {
    /// The node's box, whose label has the interface, the implementation, and the lifetime.
    fileprivate func box(named name: String, isCyclic: Bool) -> String {
        let style = lifetime.map { isCyclic ? "cycle" : String($0.prefix { $0 != " " }) } ?? kind.rawValue
        let (start, end) = kind == .type ? ("([\"", "\"])") : ("[\"", "\"]")
        let rest = lifetime == nil ? [kind == .type ? "injects" : "not bound"] : [remarks().joined(separator: ", ")]
        let lines = [title] + (otherImplementation.map { [$0] } ?? []) + rest
        let label = lines.map { escaped($0) }.joined(separator: "<br/>")
        return [name, start, label, end, ":::", style].joined()
    }
}

/// Returns a text for Mermaid or, with a plain hash sign, for XML.
func escaped(_ text: String, hash: String = "&num;") -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\n": escaped += " "
        case "&": escaped += "&amp;"
        case "\"": escaped += "&quot;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "#": escaped += hash
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}
