extension DependencyGraph {
    /// The graph as a Mermaid flowchart, which many sites render inline.
    ///
    /// ```swift
    /// print(Injector.default.graph.mermaid)
    /// ```
    ///
    /// Colors show lifetimes, and boxes show modules and scopes. Dotted arrows show dependencies that were observed or read from the source. Dotted arrows
    /// with a label show dependencies that a provider resolves later. A binding that is missing, not assigned, or on a
    /// cycle is red. An unused service has a dashed border. Round boxes are types with injected properties.
    public var mermaid: String {
        let drawing = Drawing(of: self, isMermaid: true)
        var lines = ["flowchart LR"] + drawing.lines
        let unused = nodes.filter { $0.isUnusedService }.map { drawing.name(of: $0.id) }
        if !unused.isEmpty {
            lines.append("    class " + unused.joined(separator: ",") + " unused")
            lines.append("    classDef unused stroke-dasharray:4")
        }
        let hasTypes = nodes.contains { $0.kind == .type }
        for (style, fill, line) in Drawing.colours where style != "type" || hasTypes {
            lines.append(["    classDef ", style, " fill:", fill, ",stroke:", line, ",color:#1f2328"].joined())
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in the DOT language of Graphviz, which `dot -Tsvg` draws.
    ///
    /// ```swift
    /// print(Injector.default.graph.dot)
    /// ```
    public var dot: String {
        let lines = [
            "digraph {",
            "    rankdir=LR",
            "    node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11]",
            "    edge [color=\"#57606a\"]",
        ]
        return (lines + Drawing(of: self, isMermaid: false).lines + ["}"]).joined(separator: "\n") + "\n"
    }
}

/// The parts of a graph that both languages have.
private struct Drawing {
    let graph: DependencyGraph
    /// Whether the language is Mermaid, and not DOT.
    let isMermaid: Bool
    private let indices: [String: Int]
    private let cyclic: Set<Int>

    static let colours = [
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

    init(of graph: DependencyGraph, isMermaid: Bool) {
        (self.graph, self.isMermaid, indices) = (graph, isMermaid, graph.indices)
        var successors = Array(repeating: [] as [Int], count: graph.nodes.count)
        for edge in graph.edges where edge.kind != .deferred {
            successors[indices[edge.from, default: 0]].append(indices[edge.to, default: 0])
        }
        cyclic = Set(Graph.cycles(of: successors).joined())
    }

    /// The modules with their bindings, in the order of their names, the missing interfaces, and the dependencies.
    var lines: [String] {
        var lines = groups(Array(graph.nodes.indices), named: "m")
        lines += graph.nodes.filter { $0.kind == .missing }.map { "    " + statement(for: $0) }
        for edge in graph.edges {
            let (mermaid, dot) =
                switch edge.kind {
                case .declared: (" --> ", "")
                case .observed, .inferred, .injected: (" -.-> ", " [style=dashed]")
                case .deferred: (" -. deferred .-> ", " [style=dotted]")
                }
            let (arrow, attributes) = isMermaid ? (mermaid, "") : (" -> ", dot)
            lines.append("    " + name(of: edge.from) + arrow + name(of: edge.to) + attributes)
        }
        return lines
    }

    /// Returns a box for each module, or for each scope in a box.
    ///
    /// - Parameters:
    ///   - places: The places of the nodes.
    ///   - name: The beginning of the names of the boxes.
    ///   - depth: The number of boxes around them.
    /// - Returns: The lines.
    private func groups(_ places: [Int], named name: String, depth: Int = 0) -> [String] {
        let space = String(repeating: "    ", count: depth + 1)
        func title(_ place: Int) -> String? {
            let (module, scopes) = (graph.nodes[place].module, graph.nodes[place].scopes)
            return depth == 0 ? module : depth > scopes.count ? nil : "scope " + scopes[depth - 1]
        }
        var lines: [String] = []
        for (index, text) in Array(Set(places.compactMap(title))).ordered(by: <).enumerated() {
            let (name, label) = ("\(name)\(index)", escaped(text))
            if isMermaid {
                lines.append(space + "subgraph " + name + "[\"" + label + "\"]")
            } else {
                lines.append(space + "subgraph \"cluster_" + name + "\" {")
                lines.append(space + "    label=\"" + label + "\"; fontname=\"Helvetica\"; color=\"#d0d7de\"")
            }
            let inside = places.filter { title($0) == text }
            for place in inside where graph.nodes[place].scopes.count <= depth {
                lines.append(space + "    " + statement(for: graph.nodes[place]))
            }
            lines += groups(inside, named: name + "s", depth: depth + 1)
            lines.append(space + (isMermaid ? "end" : "}"))
        }
        return lines
    }

    func name(of id: String) -> String { "n\(indices[id, default: 0])" }

    private func statement(for node: DependencyGraph.Node) -> String {
        let name = name(of: node.id)
        let label = node.labels.map(escaped).joined(separator: isMermaid ? "<br/>" : "\\n")
        let isCyclic = node.lifetime != nil && cyclic.contains(indices[node.id, default: 0])
        let style = isCyclic ? "cycle" : node.lifetime.map { String($0.prefix { $0 != " " }) } ?? node.kind.rawValue
        if isMermaid {
            let (start, end) = node.kind == .type ? ("([\"", "\"])") : ("[\"", "\"]")
            return [name, start, label, end, ":::", style].joined()
        }
        let border = node.isUnusedService ? ", style=\"rounded,filled,dashed\"" : ""
        let shape = node.kind == .type ? ", shape=ellipse" : border
        let (_, fill, line) = Drawing.colours.first { $0.0 == style } ?? Drawing.colours[0]
        return [name, " [label=\"", label, "\"", shape, ", fillcolor=\"", fill, "\", color=\"", line, "\"]"].joined()
    }

    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch (scalar, isMermaid) {
            case ("\n", _): escaped += " "
            case ("&", true): escaped += "&amp;"
            case ("\"", true): escaped += "&quot;"
            case ("<", true): escaped += "&lt;"
            case (">", true): escaped += "&gt;"
            case ("#", true): escaped += "&num;"
            case ("\\", false), ("\"", false): escaped += "\\\(scalar)"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension DependencyGraph.Node {
    /// The lines of the node's label: interface, implementation, and lifetime.
    fileprivate var labels: [String] {
        guard lifetime != nil else { return [title, kind == .type ? "injects" : "not bound"] }
        return [title] + (otherImplementation.map { [$0] } ?? []) + [remarks().joined(separator: ", ")]
    }
}
