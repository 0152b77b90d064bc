extension MacroUse {
    // MARK: - Effects

    /// The error for an initializer that throws or awaits.
    ///
    /// The compiler reports that, too, but it cannot know the function to write instead.
    var effect: Problem? {
        guard let code else { return nil }
        let closures = code.blocks
        let effects = code.indices(of: "try", "await").filter { index in
            let next = code.text(at: index + 1)
            let isName = ["", ":", ",", ".", ")", "]", "}"].contains(next) || code.has(".", at: index - 1)
            let isHandled = ["?", "!"].contains(next.prefix(1)) && !code.tokens[index + 1].isSpaced
            // A closure may throw and await.
            return !isName && !isHandled && !closures.contains { $0.contains(index) }
        }
        guard let first = effects.first(where: { code.has("await", at: $0) }) ?? effects.first else { return nil }
        let effect = code.has("await", at: first) ? "await" : "throw"
        let function = "write a function with '@Provides', and read it as '\(plainName)Provider'"
        let rule = "have an initializer that does not \(effect); \(function)"
        return Problem(must: rule, at: code.tokens[first].range)
    }

    // MARK: - Uses of 'self'

    /// The error for an initializer that uses the container's `self`, which no initializer of a property has.
    var selfAccess: Problem? {
        guard let code else { return nil }
        // The initializer may declare a `self` of its own.
        let declaresSelf = code.indices(of: "self", "`self`").contains { code.has("=", at: $0 + 1) }
        let uses = code.indices(of: "self").filter { !code.has(".", at: $0 - 1) && !code.has(":", at: $0 + 1) }
        guard let index = uses.first, !declaresSelf, code.indices(of: "struct", "class", "enum", "actor").isEmpty else {
            return nil
        }
        let (word, following) = (code.tokens[index], code.text(at: index + 2))
        let member = code.has(".", at: index + 1) && !["init", ""].contains(following) ? following : nil
        if let member, code.has("(", at: index + 3) {
            let function = "'\(member)Provider(...)' for a function with '@Provides'"
            let rule =
                "have an initializer without 'self'; write \(function), or make it static for 'Self.\(member)(...)'"
            return Problem(must: rule, at: word.range)
        }
        // In a closure, the bare name can be a variable's.
        let isInClosure = code.blocks.contains { $0.contains(index) }
        var repair: Problem.Repair?
        if let member, !Scan.keywords.contains(member), !isInClosure {
            repair = ("remove 'self.'", [.remove(word.start..<code.tokens[index + 2].start)])
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
        guard let initializer = declaration.initializer, let code, let closing = code.tokens.indices.last,
            code.has("}", at: closing), let opening = code.tokens[closing].partner
        else { return nil }
        let locals = LocalNames(code)
        let usedBefore = (0..<opening).filter { index in
            let isName = code.isName(index) && !code.has(":", at: index + 1) && !locals.declares(index)
            return isName && locals.meaning(of: code.name(at: index), at: index) == nil
        }.map(code.name)
        let hidden =
            ClosureHead(code, opening...closing).captured.first
            ?? locals.declared(upTo: opening...closing).first { usedBefore.contains(code.name(at: $0)) }
        return hidden.map { index in
            let hiding = "declares '\(code.text(at: index))', which would hide the container's property"
            return Problem(
                must: "have this initializer in parentheses; its last closure \(hiding)",
                at: code.tokens[index].range,
                repair: (
                    "put the initializer in parentheses",
                    [.insert("(", at: initializer.lowerBound), .insert(")", at: initializer.upperBound)]
                )
            )
        }
    }
}

extension Scan {
    /// Returns whether a brace opens the body of a statement such as `if` or `switch`, or of a function.
    func isBodyOfStatement(_ opening: Int) -> Bool { statement(ofBody: opening) != nil }

    /// Returns the keyword of the statement or the function whose body a brace opens.
    func statement(ofBody opening: Int) -> String? {
        let first = outerIndices(to: opening - 1).first { index in
            Self.statements.contains(text(at: index)) || ["{", ";", "("].contains(text(at: index))
                || tokens[index].startsLine && !has(",", at: index - 1)
        }
        return first.map(text(at:)).flatMap { Self.statements.contains($0) ? $0 : nil }
    }

    private static let statements: Set<String> = [
        "if", "else", "switch", "guard", "for", "while", "repeat", "do", "catch", "defer", "func",
    ]
}
