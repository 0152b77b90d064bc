extension MacroUse {
    // MARK: - Effects

    /// The error for an initializer that throws or awaits.
    ///
    /// The compiler reports that, too, but it cannot know the function to write instead.
    var effect: Problem? {
        guard let initializer = declaration.initializer else { return nil }
        // A closure may throw and await.
        let closures = scan.blocks(in: initializer)
        let effects = scan.indices(in: initializer).filter { index in
            isEffect(index) && !closures.contains { $0.contains(index) }
        }
        guard let first = effects.first(where: { scan.has("await", at: $0) }) ?? effects.first else { return nil }
        let effect = scan.has("await", at: first) ? "await" : "throw"
        let function = "write a function with '@Provides', and read it as '\(plainName)Provider'"
        let rule = "have an initializer that does not \(effect); \(function)"
        return Problem(must: rule, at: scan.tokens[first].range)
    }

    /// Returns whether a token is `await`, or a `try` without a mark that handles the error, and not a name.
    private func isEffect(_ index: Int) -> Bool {
        guard ["try", "await"].contains(scan.text(at: index)), index + 1 < scan.tokens.count else { return false }
        let next = scan.tokens[index + 1]
        let isHandled = next.kind == .symbol && !next.isSpaced && ["?", "!"].contains(scan.text(next).prefix(1))
        return !isHandled && next.kind != .close && ![":", ",", "."].contains(scan.text(next))
            && !scan.has(".", at: index - 1)
    }

    // MARK: - Uses of 'self'

    /// The error for an initializer that uses the container's `self`, which no initializer of a property has.
    var selfAccess: Problem? {
        guard let initializer = declaration.initializer else { return nil }
        let indices = scan.indices(in: initializer)
        // The initializer may declare a `self` of its own.
        let declaresSelf = indices.contains { index in
            ["struct", "class", "enum", "actor"].contains(scan.text(at: index))
                || scan.name(at: index) == "self" && scan.has("=", at: index + 1)
        }
        let uses = indices.filter { index in
            scan.has("self", at: index) && !scan.has(".", at: index - 1) && !scan.has(":", at: index + 1)
        }
        guard let index = uses.first, !declaresSelf else { return nil }
        let (word, following) = (scan.tokens[index], scan.text(at: index + 2))
        let member = scan.has(".", at: index + 1) && !["init", ""].contains(following) ? following : nil
        if let member, scan.has("(", at: index + 3) {
            let function = "'\(member)Provider(...)' for a function with '@Provides'"
            let rule =
                "have an initializer without 'self'; write \(function), or make it static for 'Self.\(member)(...)'"
            return Problem(must: rule, at: word.range)
        }
        // In a closure, the bare name can be a variable's.
        let isInClosure = scan.blocks(in: initializer).contains { $0.contains(index) }
        var repair: Problem.Repair?
        if let member, !Candidates.keywords.contains(member), !isInClosure {
            repair = ("remove 'self.'", [.remove(word.start..<scan.tokens[index + 2].start)])
        }
        let name = member ?? "name"
        let capture = isInClosure ? ", and in a closure that is kept, capture it: '({ [\(name)] ... in ... })'" : ""
        let rule = "have an initializer without 'self'; write '\(name)' without 'self.'" + capture
        return Problem(must: rule, at: word.range, repair: repair)
    }

    // MARK: - The last closure

    /// The error for a name that the last closure declares and the rest of the initializer uses.
    ///
    /// The compiler looks up names in an accessor as if the accessor were at the end of the initializer. If the
    /// initializer ends with the brace of a closure, that position is inside the closure, and the closure's names hide
    /// the container's: `= { [logger] in logger }` refers to a variable that does not exist and fails to link. A
    /// parenthesis at the end avoids this.
    var hiddenName: Problem? {
        guard let initializer = declaration.initializer,
            let closing = scan.tokens.lastIndex(where: { $0.end == initializer.upperBound }),
            scan.has("}", at: closing), let opening = scan.tokens[closing].partner
        else { return nil }
        let names = DeclaredNames(scan: scan, block: opening...closing)
        let hidden =
            names.captured.first
            ?? names.others.first { isUsed(scan.text(at: $0), in: scan.indices(in: initializer).lowerBound..<opening) }
        return hidden.map { index in
            let hiding = "declares '\(scan.text(at: index))', which would hide the container's property"
            return Problem(
                must: "have this initializer in parentheses; its last closure \(hiding)",
                at: scan.tokens[index].range,
                repair: (
                    "put the initializer in parentheses",
                    [.insert("(", at: initializer.lowerBound), .insert(")", at: initializer.upperBound)]
                )
            )
        }
    }

    /// Returns whether a part of the initializer uses the name, except as a member, as a label, or as a name that it
    /// declares there.
    private func isUsed(_ name: String, in part: Range<Int>) -> Bool {
        let declaring = part.compactMap { scan.block(at: $0) }.filter { block in
            DeclaredNames(scan: scan, block: block).others.contains { scan.text(at: $0) == name }
        }
        return part.contains { index in
            scan.text(at: index) == name && !scan.has(".", at: index - 1) && !scan.has(":", at: index + 1)
                && !declaring.contains { $0.contains(index) }
        }
    }
}

extension Scan {
    /// Returns whether a brace opens the body of a statement such as `if` or `switch`, or of a function.
    func isBodyOfStatement(_ opening: Int) -> Bool { statement(ofBody: opening) != nil }

    /// Returns the keyword of the statement or the function whose body a brace opens.
    func statement(ofBody opening: Int) -> String? {
        var index = opening - 1
        while index >= 0 {
            let token = tokens[index]
            if Self.statements.contains(text(token)) { return text(token) }
            if token.startsLine && !has(",", at: index - 1) || ["{", ";", "("].contains(text(token)) { return nil }
            index = (token.kind == .close ? token.partner ?? index : index) - 1
        }
        return nil
    }

    private static let statements: Set<String> = [
        "if", "else", "switch", "guard", "for", "while", "repeat", "do", "catch", "defer", "func",
    ]
}
