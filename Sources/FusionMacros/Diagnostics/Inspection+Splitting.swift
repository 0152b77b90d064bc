extension Inspection {
    /// Splits `@Service var a = 1, b = 2` into two declarations, each with all attributes and modifiers.
    ///
    /// Returns nil if one of the names gets its type from another one.
    func splittingNames() -> Problem.Repair? {
        guard declaration.type != nil || declaration.initializer != nil else { return nil }
        var edits: [Problem.Edit] = []
        for further in declaration.furtherNames {
            let comma = scan.tokens[further.comma]
            let name = scan.tokens[further.comma + 1]
            guard name.kind != .open, further.comma + 2 < scan.tokens.count else { return nil }
            let following = scan.tokens[further.comma + 2]
            guard scan.is(following, ":") || scan.is(following, "=") else { return nil }
            if name.startsLine {
                edits.append(.remove(comma.range))
            } else {
                let gap = scan.source[comma.end...].prefix(while: \.isBlank).count
                edits.append(Problem.Edit(range: comma.start..<(comma.end + gap), text: "\n" + indentation))
            }
            edits.append(.insert(prefix, at: name.start))
        }
        return Problem.Repair(message: "declare each property separately", edits: edits)
    }

    /// Splits `@Service var (a, b) = (1, 2)` into two declarations.
    ///
    /// Returns nil if the parts of the tuple are not written out.
    func splittingTuple(_ brackets: ClosedRange<Int>) -> Problem.Repair? {
        guard declaration.type == nil, declaration.furtherNames.isEmpty, let initializer = declaration.initializer,
            let opening = scan.tokens.firstIndex(where: { $0.start == initializer.lowerBound }),
            scan.is(scan.tokens[opening], "("), let closing = scan.tokens[opening].partner,
            scan.tokens[closing].end == initializer.upperBound,
            let names = elements(in: brackets), let values = elements(in: opening...closing),
            names.count == values.count, names.count > 1
        else { return nil }
        let whole = scan.tokens[brackets.lowerBound].start..<initializer.upperBound
        guard !scan.comments.contains(where: { $0.overlaps(whole) }) else { return nil }
        let isPlain = names.allSatisfy { element in scan.tokens.contains { $0.range == element && $0.kind != .open } }
        guard isPlain else { return nil }
        let declarations = zip(names, values).map { scan.text($0) + " = " + scan.text($1) }
        return Problem.Repair(
            message: "declare each property separately",
            edits: [
                Problem.Edit(
                    range: whole,
                    text: declarations.joined(separator: "\n" + indentation + prefix)
                )
            ]
        )
    }

    /// Returns the parts between the commas of a bracket.
    ///
    /// Returns nil if one of them is empty or has a label.
    private func elements(in brackets: ClosedRange<Int>) -> [Range<Int>]? {
        var elements: [Range<Int>] = []
        var start = brackets.lowerBound + 1
        var index = start
        while index <= brackets.upperBound {
            let token = scan.tokens[index]
            if index == brackets.upperBound || scan.is(token, ",") {
                guard index > start else { return nil }
                elements.append(scan.tokens[start].start..<scan.tokens[index - 1].end)
                start = index + 1
            } else if scan.is(token, ":"), index == start + 1 {
                return nil
            }
            index = token.kind == .open ? (token.partner ?? index) + 1 : index + 1
        }
        return elements
    }

    /// The text before the name, such as `@MainActor @Service(.singleton) public var `, to repeat before the other
    /// names.
    private var prefix: String {
        scan.text((scan.tokens.first?.start ?? 0)..<declaration.keyword.upperBound) + " "
    }

    private var indentation: String {
        String(decoding: scan.indentation(at: scan.tokens.first?.start ?? 0), as: UTF8.self)
    }
}
