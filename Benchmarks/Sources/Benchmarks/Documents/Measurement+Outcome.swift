extension Outcome {
    /// Creates the outcome of the suite's rows and of the large graph, or of some rows alone.
    init(_ measurements: [Measurement], largeGraph: Table?) {
        let header = """
            | measurement | ns | baseline ns | figure | limit | result |
            |---|---:|---:|---:|---:|---|
            """
        let table = Table(header, rows: measurements.map(\.cells))
        tables = largeGraph.map { [table, $0] } ?? [table]
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
