import Foundation

extension [Builds.Figure] {
    /// The figures as a Markdown table.
    var table: String {
        let header = [
            "| | figure | limit | | |",
            "|---|---:|---:|---|---|",
        ]
        return (header + map(\.line)).joined(separator: "\n")
    }
}

extension Builds.Figure {
    var isKept: Bool { figure <= limit }

    /// Whether the figure is within the bound, or within a tenth above the limit.
    var isAcceptable: Bool { Swift.min(figure, ownShare) <= Swift.max(limit * 1.1, bound) }

    fileprivate var line: String {
        let outcome = isKept ? "kept" : isAcceptable ? "MISSED" : "MISSED, over \(Int(bound)) \(unit)"
        let digits = unit == "s" ? 1 : 0
        let cells = [
            title,
            String(format: "%.\(digits)f \(unit)", figure),
            "at most \(Int(limit)) \(unit)",
            outcome,
            note,
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
