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
    private let isCyclic: [Bool]

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
        self.graph = graph
        self.isMermaid = isMermaid
        indices = graph.indices
        var successors = Array(repeating: [] as [Int], count: graph.nodes.count)
        for edge in graph.edges where edge.kind != .deferred {
            successors[indices[edge.from, default: 0]].append(indices[edge.to, default: 0])
        }
        var isCyclic = Array(repeating: false, count: graph.nodes.count)
        for cycle in cycles(of: successors) {
            cycle.forEach { isCyclic[$0] = true }
        }
        self.isCyclic = isCyclic
    }

    /// The modules with their bindings, in the order of their names, the missing interfaces, and the dependencies.
    var lines: [String] {
        var lines: [String] = []
        for (index, module) in Array(Set(graph.nodes.compactMap(\.module))).ordered(by: <).enumerated() {
            lines += group(graph.nodes.filter { $0.module == module }, titled: module, named: "m\(index)", depth: 0)
        }
        for node in graph.nodes where node.kind == .missing {
            lines.append("    " + statement(for: node))
        }
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

    /// Returns a box with nodes, in which each scope has a box of its own, inside the boxes of the scopes around it.
    ///
    /// - Parameters:
    ///   - nodes: The nodes.
    ///   - title: The title of the box.
    ///   - name: The name of the box.
    ///   - depth: The number of scopes around the box.
    /// - Returns: The lines.
    private func group(
        _ nodes: [DependencyGraph.Node],
        titled title: String,
        named name: String,
        depth: Int
    ) -> [String] {
        let space = String(repeating: "    ", count: depth + 1)
        let beginning =
            isMermaid
            ? [space + "subgraph " + name + "[\"" + escaped(title) + "\"]"]
            : [
                space + "subgraph \"cluster_" + name + "\" {",
                space + "    label=\"" + escaped(title) + "\"; fontname=\"Helvetica\"; color=\"#d0d7de\"",
            ]
        var lines = nodes.filter { $0.scopes.count <= depth }.map { space + "    " + statement(for: $0) }
        let inner = nodes.filter { $0.scopes.count > depth }
        for (index, scope) in Array(Set(inner.map { $0.scopes[depth] })).ordered(by: <).enumerated() {
            let inside = inner.filter { $0.scopes[depth] == scope }
            lines += group(inside, titled: "scope \(scope)", named: "\(name)s\(index)", depth: depth + 1)
        }
        return beginning + lines + [space + (isMermaid ? "end" : "}")]
    }

    func name(of id: String) -> String { "n\(indices[id, default: 0])" }

    private func statement(for node: DependencyGraph.Node) -> String {
        let name = name(of: node.id)
        let label = node.labels.map(escaped).joined(separator: isMermaid ? "<br/>" : "\\n")
        let style = style(of: node)
        if isMermaid {
            let (start, end) = node.kind == .type ? ("([\"", "\"])") : ("[\"", "\"]")
            return [name, start, label, end, ":::", style].joined()
        }
        let border =
            node.kind == .type
            ? ", shape=ellipse" : node.isUnusedService ? ", style=\"rounded,filled,dashed\"" : ""
        let (_, fill, line) = Drawing.colours.first { $0.0 == style } ?? Drawing.colours[0]
        return [name, " [label=\"", label, "\"", border, ", fillcolor=\"", fill, "\", color=\"", line, "\"]"].joined()
    }

    private func style(of node: DependencyGraph.Node) -> String {
        guard let lifetime = node.lifetime else { return node.kind.rawValue }
        return isCyclic[indices[node.id, default: 0]] ? "cycle" : String(lifetime.prefix { $0 != " " })
    }

    private func escaped(_ text: String) -> String {
        let escapes: [Character: String] =
            isMermaid
            ? ["&": "&amp;", "\"": "&quot;", "<": "&lt;", ">": "&gt;", "#": "&num;"]
            : ["\\": "\\\\", "\"": "\\\""]
        return text.reduce(into: "") { $0 += $1 == "\n" ? " " : escapes[$1] ?? String($1) }
    }
}

extension DependencyGraph.Node {
    /// The lines of the node's label: interface, implementation, and lifetime.
    fileprivate var labels: [String] {
        guard let lifetime else { return [title, kind == .type ? "injects" : "not bound"] }
        let remarks = [lifetime] + (isProvided ? ["provided"] : []) + execution
        return [title] + [otherImplementation].compactMap(\.self) + [remarks.joined(separator: ", ")]
    }
}
