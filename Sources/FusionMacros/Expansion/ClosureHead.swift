/// The part of a closure before its statements: `{ [captures] (parameters) async throws -> Type in`.
///
/// Names are indices of tokens.
struct ClosureHead {
    /// The names that the closure captures: `a` and `b` in `[a, weak b, c = d]`.
    private(set) var captured: [Int] = []
    /// The closure's parameters, and what it captures under other names.
    private(set) var parameters: [Int] = []
    /// The token before the statements.
    private(set) var end: Int

    /// Reads what is after a brace, which is nothing without the `in`.
    init(_ scan: Scan, _ block: ClosedRange<Int>) {
        end = block.lowerBound
        let end = scan.outerIndices(after: block.lowerBound, before: block.upperBound).first { index in
            scan.has("in", at: index) || Self.statements.contains(scan.text(at: index))
        }
        guard let end, scan.has("in", at: end) else { return }
        self.end = end

        /// Returns the names in a list: the last word of each item before its type or value.
        func names(in brackets: ClosedRange<Int>, before marks: Set<String>) -> [Int] {
            let items = scan.outerIndices(after: brackets.lowerBound, before: brackets.upperBound)
                .split { scan.has(",", at: $0) }
            return items.compactMap { item in item.first { scan.isName($0) && marks.contains(scan.text(at: $0 + 1)) } }
        }
        var index = block.lowerBound + 1
        while scan.has("@", at: index) {
            index += 2
            if scan.has("(", at: index), !scan.tokens[index].isSpaced { index = scan.indexAfter(index) }
        }
        if scan.has("[", at: index), let partner = scan.tokens[index].partner {
            let names = names(in: index...partner, before: ["=", ",", "]"])
            captured = names.filter { !scan.has("=", at: $0 + 1) }
            parameters += names.filter { scan.has("=", at: $0 + 1) }
            index = partner + 1
        }
        if scan.has("(", at: index), let partner = scan.tokens[index].partner {
            parameters += names(in: index...partner, before: [":", ",", ")"])
        } else {
            parameters += (index..<max(index, end)).filter(scan.isName)
        }
    }

    /// The tokens that no signature contains outside of brackets.
    private static let statements: Set<String> = [
        "{", ";", "let", "var", "func", "guard", "return", "do", "repeat", "defer", "throw", "struct", "class", "enum",
        "if", "while", "for", "switch", "case", "catch",
    ]
}
