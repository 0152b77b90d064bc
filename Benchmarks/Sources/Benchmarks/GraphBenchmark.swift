import Wormer
import WormerGraph

/// Measures verifying and drawing 10,000 services, each with ten declared dependencies on services of the row before.
func measureLargeGraph() throws -> Table {
    let injector = Injector.default
    injector.unbindAll()
    for b in digits {
        for c in digits {
            for d in digits {
                bindLeaf(D0.self, b, c, d, in: injector)
                bindNode(D1.self, b, c, d, after: D0.self, in: injector)
                bindNode(D2.self, b, c, d, after: D1.self, in: injector)
                bindNode(D3.self, b, c, d, after: D2.self, in: injector)
                bindNode(D4.self, b, c, d, after: D3.self, in: injector)
                bindNode(D5.self, b, c, d, after: D4.self, in: injector)
                bindNode(D6.self, b, c, d, after: D5.self, in: injector)
                bindNode(D7.self, b, c, d, after: D6.self, in: injector)
                bindNode(D8.self, b, c, d, after: D7.self, in: injector)
                bindNode(D9.self, b, c, d, after: D8.self, in: injector)
            }
        }
    }
    let verify = try medianSeconds { try injector.verify() }
    let render = medianSeconds { precondition(injector.graph.mermaid.count > 0) }
    let graph = injector.graph
    injector.unbindAll()
    let (nodes, edges) = (Double(graph.nodes.count).text(), Double(graph.edges.count).text())
    let header = "| graph of \(nodes) bindings and \(edges) dependencies | seconds |\n|---|---:|"
    let drawing = "drawing it"
    return Table(header, rows: [["verifying it", verify.text(decimals: 2)], [drawing, render.text(decimals: 2)]])
}

private func bindLeaf<A: Digit, B: Digit, C: Digit, D: Digit>(
    _: A.Type,
    _: B.Type,
    _: C.Type,
    _: D.Type,
    in injector: Injector
) {
    injector.bind(Service<A, B, C, D>.self, to: .make { Service() })
}

private func bindNode<A: Digit, B: Digit, C: Digit, D: Digit, Previous: Digit>(
    _: A.Type,
    _: B.Type,
    _: C.Type,
    _: D.Type,
    after _: Previous.Type,
    in injector: Injector
) {
    injector.bind(
        Service<A, B, C, D>.self,
        to: .using {
            (
                _: Service<Previous, B, C, D0>,
                _: Service<Previous, B, C, D1>,
                _: Service<Previous, B, C, D2>,
                _: Service<Previous, B, C, D3>,
                _: Service<Previous, B, C, D4>,
                _: Service<Previous, B, C, D5>,
                _: Service<Previous, B, C, D6>,
                _: Service<Previous, B, C, D7>,
                _: Service<Previous, B, C, D8>,
                _: Service<Previous, B, C, D9>
            ) in
            Service()
        }
    )
}
