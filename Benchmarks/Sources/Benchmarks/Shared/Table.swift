import Foundation

/// A table in Markdown.
struct Table {
    private let lines: [String]
    /// The rows behind their limits, each with its figure and its limit, which are the cells before the result.
    private let missed: [String]

    /// Creates a table from the two lines of its header and the cells of its rows.
    init(_ header: String, rows: [[String]]) {
        lines = header.split(separator: "\n").map(String.init) + rows.map { "| \($0.joined(separator: " | ")) |" }
        missed = rows.compactMap { cells in
            let result = cells.firstIndex { $0.hasPrefix("MISSED") }
            return result.map { "- \(cells[0]): \(cells[$0 - 2]), \(cells[$0 - 1])" }
        }
    }

    /// The table, and the rows behind their limits.
    var text: String {
        let remark = missed.isEmpty ? [] : ["\nBehind their limits: \(missed.count) of \(lines.count - 2) rows"]
        return (lines + remark + missed).joined(separator: "\n")
    }
}

extension Double {
    /// The text of a figure in a table, with groups of three digits.
    func text(decimals: Int = 0) -> String {
        formatted(.number.precision(.fractionLength(decimals)).locale(Locale(identifier: "en_US")))
    }
}
