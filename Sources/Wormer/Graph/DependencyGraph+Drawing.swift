extension DependencyGraph {
    /// The graph as a Mermaid flowchart, which many sites render inline.
    ///
    /// ```swift
    /// print(Injector.default.graph.mermaid)
    /// ```
    ///
    /// Colors show lifetimes. Dotted arrows show dependencies that were observed or read from the source. Dotted arrows
    /// with a label show dependencies that a provider resolves later. A binding that is missing, not assigned, or on a
    /// cycle is red. An unused service has a dashed border.
    public var mermaid: String {
        let drawing = Drawing(of: self)
        var lines = ["flowchart LR"]
        for (module, nodes) in drawing.clusters {
            lines.append("    subgraph \(drawing.name(ofCluster: module))[\"\(module.escapedForMermaid)\"]")
            lines += nodes.map { "        \(drawing.name(of: $0.id))\($0.mermaidShape):::\(drawing.style(of: $0))" }
            lines.append("    end")
        }
        lines += drawing.missing.map { "    \(drawing.name(of: $0.id))\($0.mermaidShape):::missing" }
        lines += edges.map { edge in
            "    \(drawing.name(of: edge.from)) \(edge.kind.mermaidArrow) \(drawing.name(of: edge.to))"
        }
        let unused = nodes.filter { $0.binding?.isUnusedService == true }.map { drawing.name(of: $0.id) }
        if !unused.isEmpty {
            lines += ["    class \(unused.joined(separator: ",")) unused", "    classDef unused stroke-dasharray:4"]
        }
        lines += Drawing.colours.map { style, colour in
            "    classDef \(style) fill:\(colour.fill),stroke:\(colour.line),color:#1f2328"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in the DOT language of Graphviz, which `dot -Tsvg` draws.
    ///
    /// ```swift
    /// print(Injector.default.graph.dot)
    /// ```
    public var dot: String {
        let drawing = Drawing(of: self)
        var lines = [
            "digraph {",
            "    rankdir=LR",
            "    node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11]",
            "    edge [color=\"#57606a\"]",
        ]
        for (module, nodes) in drawing.clusters {
            lines.append("    subgraph \"cluster_\(drawing.name(ofCluster: module))\" {")
            lines.append("        label=\"\(module.escapedForDot)\"; fontname=\"Helvetica\"; color=\"#d0d7de\"")
            lines += nodes.map { "        \($0.dotStatement(in: drawing))" }
            lines.append("    }")
        }
        lines += drawing.missing.map { "    \($0.dotStatement(in: drawing))" }
        lines += edges.map { edge in
            "    \(drawing.name(of: edge.from)) -> \(drawing.name(of: edge.to))\(edge.kind.dotAttributes)"
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }
}

/// The parts of a graph that both languages use.
private struct Drawing {
    /// The bindings of each module, in the order of the modules' names.
    let clusters: [(module: String, nodes: [DependencyGraph.Node])]
    let missing: [DependencyGraph.Node]
    private let names: [String: String]
    private let cyclic: Set<String>
    private let clusterNames: [String: String]

    static let colours: KeyValuePairs<String, (fill: String, line: String)> = [
        "transient": ("#ffffff", "#57606a"),
        "singleton": ("#ddf4ff", "#0969da"),
        "scope": ("#dafbe1", "#1a7f37"),
        "weak": ("#fbefff", "#8250df"),
        "resolution": ("#fff1e5", "#bc4c00"),
        "assigned": ("#fff8c5", "#9a6700"),
        "unassigned": ("#ffebe9", "#cf222e"),
        "missing": ("#ffebe9", "#cf222e"),
        "cycle": ("#ffebe9", "#cf222e"),
    ]

    init(of graph: DependencyGraph) {
        names = Dictionary(uniqueKeysWithValues: graph.nodes.enumerated().map { ($1.id, "n\($0)") })
        cyclic = graph.cyclicNodes
        missing = graph.nodes.filter { $0.binding == nil }
        let modules = Dictionary(grouping: graph.nodes.filter { $0.binding != nil }) { $0.binding?.module ?? "" }
        clusters = modules.map { (module: $0.key, nodes: $0.value) }.ordered { $0.module < $1.module }
        clusterNames = Dictionary(uniqueKeysWithValues: clusters.enumerated().map { ($1.module, "m\($0)") })
    }

    func name(of id: String) -> String {
        names[id, default: "unknown"]
    }

    func name(ofCluster module: String) -> String {
        clusterNames[module, default: "unknown"]
    }

    func style(of node: DependencyGraph.Node) -> String {
        guard let binding = node.binding else {
            return "missing"
        }
        if cyclic.contains(node.id) {
            return "cycle"
        }
        return String(binding.lifetime.prefix { $0 != " " })
    }

    func colour(of node: DependencyGraph.Node) -> (fill: String, line: String) {
        let style = style(of: node)
        return Drawing.colours.first { $0.key == style }?.value ?? ("#ffffff", "#57606a")
    }
}

extension DependencyGraph.Edge.Kind {
    fileprivate var mermaidArrow: String {
        switch self {
        case .declared: "-->"
        case .observed, .inferred: "-.->"
        case .deferred: "-. deferred .->"
        }
    }

    fileprivate var dotAttributes: String {
        switch self {
        case .declared: ""
        case .observed, .inferred: " [style=dashed]"
        case .deferred: " [style=dotted]"
        }
    }
}

extension DependencyGraph.Node {
    /// The lines of the node's label: interface, implementation, and lifetime.
    fileprivate var labels: [String] {
        guard let binding else {
            return [title, "not bound"]
        }
        let implementation = binding.implementation.flatMap { $0 == interface ? nil : $0 }
        let remarks = [binding.lifetime] + (binding.isProvided ? ["provided"] : []) + binding.execution
        return [title] + [implementation].compactMap { $0 } + [remarks.joined(separator: ", ")]
    }

    fileprivate var mermaidShape: String {
        "[\"" + labels.map(\.escapedForMermaid).joined(separator: "<br/>") + "\"]"
    }

    fileprivate func dotStatement(in drawing: Drawing) -> String {
        let colour = drawing.colour(of: self)
        let label = labels.map(\.escapedForDot).joined(separator: "\\n")
        let border = binding?.isUnusedService == true ? ", style=\"rounded,filled,dashed\"" : ""
        return
            "\(drawing.name(of: id)) [label=\"\(label)\"\(border), fillcolor=\"\(colour.fill)\", color=\"\(colour.line)\"]"
    }
}

extension String {
    fileprivate var escapedForMermaid: String {
        escaped(["&": "&amp;", "\"": "&quot;", "<": "&lt;", ">": "&gt;", "#": "&num;", "\n": " "])
    }

    fileprivate var escapedForDot: String {
        escaped(["\\": "\\\\", "\"": "\\\"", "\n": " "])
    }

    private func escaped(_ replacements: [Character: String]) -> String {
        reduce(into: "") { $0 += replacements[$1] ?? String($1) }
    }
}
