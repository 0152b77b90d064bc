// Copies of the user's code with its lines and columns, at which the compiler shows errors and a debugger stops.

extension MacroUse {
    /// Returns code between directives, which can only stand between statements.
    ///
    /// - Parameters:
    ///   - range: The code.
    ///   - statement: The beginning of its first statement, which is on the line before.
    /// - Returns: The code with the directives.
    func copy(_ range: Range<Int>, after statement: String? = nil) -> String {
        let start = directive(at: range.lowerBound, plus: statement == nil ? 0 : -1)
        let lines = [start, statement, blanks(before: range.lowerBound) + copiedText(range), "#sourceLocation()"]
        return lines.compactMap(\.self).joined(separator: "\n")
    }

    /// Returns the directive that gives the next line the number of the line of a position, or of a line near it.
    func directive(at offset: Int, plus lines: Int = 0) -> String {
        let location = request.declSyntax.location
        let line = max(1, location.line + scan.lineBreaks(before: offset) + lines)
        return "#sourceLocation(file: \(literal(location.fileName)), line: \(line))"
    }

    /// Returns as many blanks as there are bytes in the line before a position, with its tabs.
    func blanks(before offset: Int) -> String {
        let line = scan.source[..<offset].reversed().prefix { !$0.isLineBreak }.reversed()
        return String(decoding: line.map { $0 == "\t" ? $0 : " " }, as: UTF8.self)
    }

    /// Returns the code without the diagnostics that the compiler has from the declaration itself.
    ///
    /// A directive that ends another one would also end that around the code.
    private func copiedText(_ range: Range<Int>) -> String {
        var (text, copied) = ("", range.lowerBound)
        for index in scan.indices(in: range) where scan.has("(", at: index + 1) && scan.tokens[index].start >= copied {
            guard let closing = scan.tokens[index + 1].partner else { continue }
            let directive = scan.range(of: index...closing)
            switch scan.text(at: index) {
            case "#warning", "#error":
                text += scan.text(copied..<directive.lowerBound)
                text += scan.text(directive).map { $0.isNewline ? String($0) : " " }.joined()
            case "#sourceLocation" where closing == index + 2:
                text += scan.text(copied..<directive.lowerBound) + self.directive(at: directive.upperBound, plus: 1)
            default: continue
            }
            copied = directive.upperBound
        }
        return text + scan.text(copied..<range.upperBound)
    }
}
