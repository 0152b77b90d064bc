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
    func isCapturedByName(_ index: Int) -> Bool {
        captured.contains(index) && !scan.is(scan.tokens[index + 1], "=")
    }

    /// Returns whether the block declares the name at any depth.
    func mentions(_ name: String) -> Bool {
        (captured + visibleAtEnd).contains { scan.text(scan.tokens[$0]) == name }
            || block.contains { index in
                guard scan.text(scan.tokens[index]) == name else { return false }
                return ["let", "var", "func", "for"].contains(scan.text(scan.tokens[index - 1]))
            }
    }

    private func isName(_ index: Int) -> Bool {
        scan.tokens[index].kind == .word && !scan.is(scan.tokens[index], "_")
    }

    private func indexAfter(_ index: Int) -> Int { (scan.tokens[index].partner.map { max($0, index) } ?? index) + 1 }

    /// Reads `[captures] (parameters) async throws -> Type in`, and returns the index after it.
    ///
    /// A closure without `in` has neither captures nor parameters.
    private mutating func readSignature() -> Int {
        let start = block.lowerBound + 1
        var end = start
        while end < block.upperBound, !scan.is(scan.tokens[end], "in") {
            let token = scan.tokens[end]
            if scan.is(token, "{") || scan.is(token, ";") || Self.statements.contains(scan.text(token)) { return start }
            end = indexAfter(end)
        }
        guard end < block.upperBound else { return start }
        var index = start
        while index < end, scan.is(scan.tokens[index], "@") {
            index += 2
            if index < end, scan.is(scan.tokens[index], "("), !scan.tokens[index].isSpaced { index = indexAfter(index) }
        }
        if index < end, scan.is(scan.tokens[index], "["), let partner = scan.tokens[index].partner {
            captured = names(in: index...partner, before: ["=", ",", "]"])
            index = partner + 1
        }
        if index < end, scan.is(scan.tokens[index], "("), let partner = scan.tokens[index].partner {
            visibleAtEnd = names(in: index...partner, before: [":", ",", ")"])
        } else {
            visibleAtEnd = (index..<max(index, end)).filter { isName($0) }
        }
        return end + 1
    }

    /// Returns the names in a list: the last word of each item before its type or value.
    private func names(in brackets: ClosedRange<Int>, before marks: Set<String>) -> [Int] {
        var names: [Int] = []
        var isNamed = false
        var index = brackets.lowerBound + 1
        while index < brackets.upperBound {
            let token = scan.tokens[index]
            if scan.is(token, ",") {
                isNamed = false
            } else if !isNamed, isName(index), marks.contains(scan.text(scan.tokens[index + 1])) {
                names.append(index)
                isNamed = true
            }
            index = indexAfter(index)
        }
        return names
    }

    /// Finds `let`, `var` and `func` among the block's own statements.
    ///
    /// A name that a condition binds is not visible at the end of the block, except the name of a `guard`.
    private mutating func readStatements(from body: Int) {
        var index = body
        while index < block.upperBound {
            let word = scan.text(scan.tokens[index])
            let name = index + 1
            if word == "func" || word == "let" || word == "var", name < block.upperBound,
                isName(name), !isCondition(index) || isGuarded(index)
            {
                visibleAtEnd.append(name)
            }
            index = indexAfter(index)
        }
    }

    private func isCondition(_ index: Int) -> Bool {
        let before = scan.text(scan.tokens[index - 1])
        return before == "," || before == "guard" || Self.conditions.contains(before)
    }

    private func isGuarded(_ index: Int) -> Bool {
        var before = index - 1
        while before > block.lowerBound {
            let word = scan.text(scan.tokens[before])
            if word == "guard" { return true }
            if word == "else" || word == "}" || Self.conditions.contains(word) { return false }
            before = (scan.tokens[before].partner.map { min($0, before) } ?? before) - 1
        }
        return false
    }

    private static let conditions: Set<String> = ["if", "while", "for", "switch", "case", "catch"]
    private static let statements: Set<String> = conditions.union([
        "let", "var", "func", "guard", "return", "do", "repeat", "defer", "throw", "struct", "class", "enum",
    ])
}
