extension Outcome {
    /// Creates the outcome of the suite's rows and of the large graph, or of some rows alone.
    init(_ measurements: [Measurement], largeGraph: Table?) {
        let header = """
            | measurement | ns | baseline ns | figure | limit | result |
            |---|---:|---:|---:|---:|---|
            """
        let table = Table(header, rows: measurements.map(\.cells))
        tables = largeGraph.map { [table, $0] } ?? [table]
        if largeGraph != nil {
            quotes = Outcome.quotes(of: measurements)
        }
    }

    private static func quotes(of measurements: [Measurement]) -> [String: [String: [String?]]] {
        let rows = Dictionary(uniqueKeysWithValues: measurements.map { ($0.row.title, $0) })
        let quoted = [
            "singleton by type, Injector.default", "transient by type", "singleton with an identifier",
            "10-object transient graph, closures", "diamond with a resolution part, closures",
            "child container with one binding and one request", "singleton as @Service property",
            "transient as @Service property",
        ]
        let figures = quoted.map { rows[$0]!.subject.text() }
        let byHand = quoted.map { rows[$0]!.baseline.text() }
        return [
            readme: [
                "lookup of a singleton": ["\(figures[0]) ns, as property \(figures[6]) ns"],
                "lookup of a transient": ["\(figures[1]) ns, as property \(figures[7]) ns"],
                "lookup of a graph of ten transient objects": ["\(figures[3]) ns"],
                "lookup of an object whose parts share a third object": ["\(figures[4]) ns"],
                "a child container with one binding and one request": ["\(figures[5]) ns"],
            ],
            comparison: [
                "Wormer": Array(figures[..<6]),
                "Wormer, by property": Array(figures[6...]),
                "by hand": [byHand[0], byHand[1], nil, "251 and \(byHand[3])", byHand[4]],
            ],
        ]
    }
}

extension Measurement {
    fileprivate var cells: [String] {
        let (text, limit, baseline): (String, String, Double?) =
            switch row.limit {
            case .times(let limit): ("\(figure.text(decimals: 2)) x", "at most \(limit) x", baseline)
            case .nanoseconds(let limit): ("\(figure.text()) ns", "at most \(limit.text()) ns", nil)
            case .ofScaling(let limit):
                (figure.text(decimals: 2), "at least \(limit) of the baseline's gain", baseline)
            }
        return [
            row.title, subject.text(decimals: 1), baseline?.text(decimals: 1) ?? "", text, limit,
            isKept ? "kept" : "MISSED",
        ]
    }
}
