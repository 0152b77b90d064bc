/// The names that a closure or another block in braces declares, as indices of tokens.
struct DeclaredNames {
    let scan: Scan
    let block: ClosedRange<Int>
    /// The names that the closure captures: `a`, `b` and `c` in `[a, weak b, c = d]`.
    private(set) var captured: [Int] = []
    /// The names that are visible at the end of the block: its parameters, and the names that its own statements
    /// declare.
    private(set) var visibleAtEnd: [Int] = []

    init(scan: Scan, block: ClosedRange<Int>) {
        self.scan = scan
        self.block = block
        let body = readSignature()
        readStatements(from: body)
    }

    /// Returns whether the captured value has the same name, as in `[a]` but not in `[a = b]`.
    func isCapturedByName(_ index: Int) -> Bool { captured.contains(index) && !scan.has("=", at: index + 1) }

    /// Returns whether the block declares the name at any depth.
    func mentions(_ name: String) -> Bool {
        (captured + visibleAtEnd).contains { scan.text(at: $0) == name }
            || block.contains { index in
                scan.text(at: index) == name && ["let", "var", "func", "for"].contains(scan.text(at: index - 1))
            }
    }

    private func isName(_ index: Int) -> Bool {
        scan.tokens[index].kind == .word && !scan.has("_", at: index)
    }

    /// Reads `[captures] (parameters) async throws -> Type in`, and returns the index after it.
    ///
    /// A closure without `in` has neither captures nor parameters.
    private mutating func readSignature() -> Int {
        let start = block.lowerBound + 1
        let end = scan.outerIndices(after: block.lowerBound, before: block.upperBound).first { index in
            scan.has("in", at: index) || Self.statements.contains(scan.text(at: index))
        }
        guard let end, scan.has("in", at: end) else { return start }
        var index = start
        while scan.has("@", at: index) {
            index += 2
            if scan.has("(", at: index), !scan.tokens[index].isSpaced { index = scan.indexAfter(index) }
        }
        if scan.has("[", at: index), let partner = scan.tokens[index].partner {
            captured = names(in: index...partner, before: ["=", ",", "]"])
            index = partner + 1
        }
        if scan.has("(", at: index), let partner = scan.tokens[index].partner {
            visibleAtEnd = names(in: index...partner, before: [":", ",", ")"])
        } else {
            visibleAtEnd = (index..<max(index, end)).filter(isName)
        }
        return end + 1
    }

    /// Returns the names in a list: the last word of each item before its type or value.
    private func names(in brackets: ClosedRange<Int>, before marks: Set<String>) -> [Int] {
        let items = scan.outerIndices(after: brackets.lowerBound, before: brackets.upperBound)
            .split { scan.has(",", at: $0) }
        return items.compactMap { item in item.first { isName($0) && marks.contains(scan.text(at: $0 + 1)) } }
    }

    /// Finds `let`, `var` and `func` among the block's own statements.
    ///
    /// A name that a condition binds is not visible at the end of the block, except the name of a `guard`.
    private mutating func readStatements(from body: Int) {
        for index in scan.outerIndices(after: body - 1, before: block.upperBound) {
            if ["func", "let", "var"].contains(scan.text(at: index)), index + 1 < block.upperBound,
                isName(index + 1), !isCondition(index) || isGuarded(index)
            {
                visibleAtEnd.append(index + 1)
            }
        }
    }

    private func isCondition(_ index: Int) -> Bool {
        let before = scan.text(at: index - 1)
        return before == "," || before == "guard" || Self.conditions.contains(before)
    }

    private func isGuarded(_ index: Int) -> Bool {
        var before = index - 1
        while before > block.lowerBound {
            let word = scan.text(at: before)
            if word == "guard" { return true }
            if word == "else" || word == "}" || Self.conditions.contains(word) { return false }
            before = (scan.tokens[before].partner.map { min($0, before) } ?? before) - 1
        }
        return false
    }

    private static let conditions: Set<String> = ["if", "while", "for", "switch", "case", "catch"]

    /// The tokens that no signature contains outside of brackets.
    private static let statements: Set<String> = conditions.union([
        "{", ";", "let", "var", "func", "guard", "return", "do", "repeat", "defer", "throw", "struct", "class", "enum",
    ])
}
