extension Outcome {
    /// Creates the outcome of the figures in the order of `Builds.measure()`.
    init(_ figures: [Builds.Figure]) {
        let header = """
            | measurement | figure | limit | result | remark |
            |---|---:|---:|---|---|
            """
        tables = [Table(header, rows: figures.map(\.cells))]
        let (growth, wormer, fusion) = ("a stripped hello-world grows by", figures[0].text, figures[1].text)
        quotes = [
            Outcome.readme: [growth: "\(wormer), with `Fusion` \(fusion)"],
            Outcome.comparison: [growth: fusion],
        ]
        isAcceptable = figures.allSatisfy { $0.figure <= $0.bound }
    }
}

extension Builds.Figure {
    fileprivate var text: String { "\(figure.text(decimals: unit == "s" ? 1 : 0)) \(unit)" }

    fileprivate var cells: [String] {
        let missed = figure <= bound ? "MISSED" : "MISSED, over \(bound.text()) \(unit)"
        return [title, text, "at most \(limit.text()) \(unit)", figure <= limit ? "kept" : missed, remark]
    }
}
