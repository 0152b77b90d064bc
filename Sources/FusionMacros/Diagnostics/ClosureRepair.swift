/// A fix-it that turns the body of a computed property into a closure that is called immediately: `var a: A { b }`
/// becomes `var a: A = { b }()`.
///
/// Comments and indentation are kept. Each `self.` is removed, because the compiler treats the closure as the
/// initializer of a stored property.
struct ClosureRepair {
    let scan: Scan
    let accessors: PropertyDeclaration.Accessors

    /// Returns the fix-it, or nil if a closure cannot replace the body, because the getter throws or suspends, or
    /// because the property has a setter.
    func repair() -> Problem.Repair? {
        let brackets: ClosedRange<Int>
        var edits: [Problem.Edit] = []
        switch accessors {
        case .body(let body):
            let words = scan.tokens[body].dropFirst().dropLast().map(scan.text)
            // `{ get set }` belongs to a protocol requirement and is not a body.
            guard !words.isEmpty, !Self.requirements.contains(words) else { return nil }
            brackets = body
        case .list(let list, in: let outer):
            guard list.count == 1, let getter = list.first, getter.name == "get", !getter.hasEffects,
                getter.first == getter.keyword, getter.body.upperBound > getter.body.lowerBound + 1
            else { return nil }
            brackets = outer
            edits = unwrapping(getter, in: outer)
        }
        let opening = scan.tokens[brackets.lowerBound]
        let closing = scan.tokens[brackets.upperBound]
        edits.insert(.insert(opening.isSpaced ? "= " : " = ", at: opening.start), at: 0)
        edits += SelfAccess.removals(in: scan, between: opening.end..<closing.start)
        edits.append(.insert("()", at: closing.end))
        return Problem.Repair(
            message: "replace the getter with a closure that is called immediately: '= { ... }()'",
            edits: edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
        )
    }

    private static let requirements = [["get"], ["get", "set"], ["set"], ["set", "get"]]

    /// Returns the edits that remove `get {` and its `}`, with their lines if nothing else is on them, and that move
    /// the statements between them to the left.
    private func unwrapping(_ getter: PropertyDeclaration.Accessor, in outer: ClosedRange<Int>) -> [Problem.Edit] {
        let opening = scan.tokens[getter.body.lowerBound]
        let closing = scan.tokens[getter.body.upperBound]
        let head = lines(of: scan.tokens[getter.keyword].start..<opening.end)
        let foot = lines(of: closing.range)
        return [.remove(head)] + dedenting(head.upperBound..<foot.lowerBound, by: getter, in: outer) + [.remove(foot)]
    }

    /// Returns the range, extended to whole lines if nothing else is on them, and otherwise by the blanks after it.
    private func lines(of range: Range<Int>) -> Range<Int> {
        let blanksBefore = scan.source[..<range.lowerBound].reversed().prefix(while: \.isBlank).count
        let blanksBehind = scan.source[range.upperBound...].prefix(while: \.isBlank).count
        let start = range.lowerBound - blanksBefore
        var end = range.upperBound + blanksBehind
        guard start > 0, scan.source[start - 1].isLineBreak, end < scan.source.count, scan.source[end].isLineBreak
        else { return range.lowerBound..<end }
        let isPair = scan.source[end] == .carriageReturn && scan.source[(end + 1)...].first == .lineFeed
        end += isPair ? 2 : 1
        return start..<end
    }

    private func dedenting(
        _ range: Range<Int>,
        by getter: PropertyDeclaration.Accessor,
        in outer: ClosedRange<Int>
    ) -> [Problem.Edit] {
        let keyword = scan.tokens[getter.keyword]
        let inner = scan.indentation(at: keyword.start).count
        let excess = inner - scan.indentation(at: scan.tokens[outer.upperBound].start).count
        guard keyword.startsLine, excess > 0, range.lowerBound < range.upperBound,
            !scan.hasMultilineContent(in: range)
        else { return [] }
        var edits: [Problem.Edit] = []
        var lineStart = range.lowerBound
        while lineStart < range.upperBound {
            let blanks = scan.source[lineStart..<range.upperBound].prefix(while: \.isBlank).count
            let startsLine = lineStart == 0 || scan.source[lineStart - 1].isLineBreak
            if startsLine, blanks > 0 { edits.append(.remove(lineStart..<(lineStart + min(blanks, excess)))) }
            let lineEnd = scan.source[lineStart..<range.upperBound].firstIndex(of: .lineFeed)
            lineStart = lineEnd.map { $0 + 1 } ?? range.upperBound
        }
        return edits
    }
}
