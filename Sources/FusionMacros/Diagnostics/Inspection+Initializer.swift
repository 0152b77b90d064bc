extension Inspection {
    // MARK: - Effects

    /// The error for an initializer that throws or awaits.
    ///
    /// The compiler reports that, too, but it cannot know the binding to write instead.
    var effect: Problem? {
        guard let initializer = declaration.initializer else { return nil }
        let indices = scan.indices(in: initializer)
        var effects: [Token] = []
        var index = indices.lowerBound
        while index < indices.upperBound {
            let token = scan.tokens[index]
            if isEffect(index), indices.contains(index + 1) { effects.append(token) }
            // A closure may throw and await.
            index = scan.is(token, "{") ? scan.indexAfter(index) : index + 1
        }
        guard let first = effects.first(where: { scan.is($0, "await") }) ?? effects.first else { return nil }
        let awaits = scan.is(first, "await")
        let isOnMainActor = declaration.attributes.contains { $0.name == "MainActor" }
        let factory = awaits ? "async" : isOnMainActor ? "onMainActor" : "make"
        let binding = "bind its type with 'bind(_:lifetime:to:)' and '.\(factory) { ... }' instead"
        let rule = "have an initializer that does not \(awaits ? "await" : "throw"); \(binding)"
        return Problem(must: rule, at: first.range, needsStandIn: true)
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
        let words = [scan.tokens, scan.interpolated].compactMap { tokens in
            tokens.indices.first { isSelf(tokens, $0, in: initializer) }.map { (tokens: tokens[$0...], index: $0) }
        }
        guard let (tokens, index) = words.min(by: { $0.tokens[$0.index].start < $1.tokens[$1.index].start }) else {
            return nil
        }
        let following = tokens.dropFirst().prefix(3).map(scan.text)
        let member = following.first == "." && following.count > 1 && following[1] != "init" ? following[1] : nil
        if let member, following.last == "(" {
            let rule = "have an initializer without 'self'; write 'Self.\(member)(...)' and make the function static"
            return Problem(must: rule, at: tokens[index].range, needsStandIn: true)
        }
        // In a closure, the bare name can be a variable's.
        let isInClosure = scan.blocks(in: initializer).contains { scan.range(of: $0).contains(tokens[index].start) }
        var repair: Problem.Repair?
        if let member, !Candidates.keywords.contains(member), !isInClosure {
            repair = ("remove 'self.'", [.remove(tokens[index].start..<tokens[index + 2].start)])
        }
        let name = member ?? "name"
        let capture = isInClosure ? ", and in a closure that is kept, capture it: '({ [\(name)] ... in ... })'" : ""
        let rule = "have an initializer without 'self'; write '\(name)' without 'self.'" + capture
        return Problem(must: rule, at: tokens[index].range, repair: repair, needsStandIn: true)
    }

    /// Returns whether a token of the initializer is the container's `self`, unless the initializer may declare its own.
    private func isSelf(_ tokens: [Token], _ index: Int, in initializer: Range<Int>) -> Bool {
        let word = tokens[index]
        guard initializer.contains(word.start), word.kind == .word, scan.is(word, "self") else { return false }
        let (previous, next) = (index > 0 ? tokens[index - 1] : nil, index + 1 < tokens.count ? tokens[index + 1] : nil)
        let isLabel = next.map { scan.is($0, ":") } == true
        guard !isLabel, previous.map({ scan.is($0, ".") }) != true else { return false }
        return !scan.indices(in: initializer).contains { index in
            ["struct", "class", "enum", "actor"].contains(scan.text(at: index))
                || ["self", "`self`"].contains(scan.text(at: index)) && scan.has("=", at: index + 1)
        }
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
        let before = initializer.lowerBound..<scan.tokens[opening].start
        let hidden = (names.captured + names.visibleAtEnd).first { name in
            names.isCapturedByName(name) || isUsed(scan.text(at: name), in: before)
        }
        return hidden.map { index in
            let hiding = "declares '\(scan.text(at: index))', which would hide the container's property"
            return Problem(
                must: "have this initializer in parentheses; its last closure \(hiding)",
                at: scan.tokens[index].range,
                repair: (
                    "put the initializer in parentheses",
                    [.insert("(", at: initializer.lowerBound), .insert(")", at: initializer.upperBound)]
                ),
                needsStandIn: true
            )
        }
    }

    /// Returns whether a part of the initializer uses the name, except as a member, as a label, or as a name that it
    /// declares there.
    private func isUsed(_ name: String, in part: Range<Int>) -> Bool {
        let declaring = scan.blocks(in: part).filter { DeclaredNames(scan: scan, block: $0).mentions(name) }
        return [scan.tokens, scan.interpolated].contains { tokens in
            tokens.indices.contains { index in
                part.contains(tokens[index].start) && scan.text(tokens[index]) == name
                    && !declaring.contains { scan.range(of: $0).contains(tokens[index].start) }
                    && (index == 0 || !scan.is(tokens[index - 1], "."))
                    && (index + 1 == tokens.count || !scan.is(tokens[index + 1], ":"))
            }
        }
    }
}

extension Scan {
    /// Returns whether a brace opens the body of a statement such as `if` or `switch`, or of a function.
    func isBodyOfStatement(_ opening: Int) -> Bool {
        var index = opening - 1
        while index >= 0 {
            let token = tokens[index]
            if Self.statements.contains(text(token)) { return true }
            if token.startsLine && !has(",", at: index - 1) || ["{", ";", "("].contains(text(token)) { return false }
            index = (token.kind == .close ? token.partner ?? index : index) - 1
        }
        return false
    }

    private static let statements: Set<String> = [
        "if", "else", "switch", "guard", "for", "while", "repeat", "do", "catch", "defer", "func",
    ]
}
