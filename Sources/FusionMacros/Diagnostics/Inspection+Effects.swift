/// The check for effects in the initializer.
///
/// The compiler checks the initializer like the initializer of a stored property, which cannot throw or await, even if
/// the macro writes a getter that can. In addition, a property whose getter throws or awaits cannot have a setter.
extension Inspection {
    /// The error about a `try` or `await` in the initializer, with the binding to write instead.
    ///
    /// A `try` or `await` in braces belongs to a closure and is not an error.
    var effect: Problem? {
        guard let initializer = declaration.initializer else { return nil }
        let effects = uncoveredEffects(in: initializer)
        guard let first = effects.first(where: { scan.is($0, "await") }) ?? effects.first else { return nil }
        let awaits = scan.is(first, "await")
        let factory = awaits ? "async" : isOnMainActor ? "onMainActor" : "make"
        let advice: String
        if let type = typeToBind(in: initializer) {
            advice = "bind the type with 'bind(\(type).self\(lifetime), to: .\(factory) { ... })' instead"
        } else {
            advice = "bind its type with 'bind(_:lifetime:to:)' and '.\(factory) { ... }' instead"
        }
        return Problem(
            "'@Service' must have an initializer that does not \(awaits ? "await" : "throw"); \(advice)",
            at: first.range,
            needsStandIn: true
        )
    }

    /// Returns each `try` or `await` that is not handled.
    ///
    /// `try?` and `try!` handle the errors of the expression after them, up to the end of the bracket.
    private func uncoveredEffects(in initializer: Range<Int>) -> [Token] {
        var effects: [Token] = []
        var depth = 0
        var coveredDepth: Int?
        var index = scan.tokens.firstIndex { $0.start >= initializer.lowerBound } ?? scan.tokens.endIndex
        while index < scan.tokens.endIndex, initializer.contains(scan.tokens[index].start) {
            let token = scan.tokens[index]
            if scan.is(token, "{"), let partner = token.partner {
                index = partner + 1
                continue
            }
            if token.kind == .open { depth += 1 }
            if token.kind == .close {
                if coveredDepth == depth { coveredDepth = nil }
                depth -= 1
            }
            if isKeyword(index, in: initializer) {
                if scan.is(token, "await") { effects.append(token) }
                if scan.is(token, "try"), coveredDepth == nil {
                    if handlesError(behind: index) { coveredDepth = depth } else { effects.append(token) }
                }
            }
            index += 1
        }
        return effects
    }

    /// Returns whether the token is a keyword, so that an operand can follow.
    ///
    /// In `x.await`, `f(try: 1)` and `[await]` the word is a name.
    private func isKeyword(_ index: Int, in initializer: Range<Int>) -> Bool {
        guard scan.tokens[index].kind == .word, index + 1 < scan.tokens.endIndex else { return false }
        let next = scan.tokens[index + 1]
        return initializer.contains(next.start) && next.kind != .close && ![":", ",", "."].contains(scan.text(next))
            && !scan.is(scan.tokens[index - 1], ".")
    }

    private func handlesError(behind index: Int) -> Bool {
        let next = scan.tokens[index + 1]
        let first = scan.source[next.start]
        return next.kind == .symbol && !next.isSpaced && (first == UInt8(ascii: "?") || first == UInt8(ascii: "!"))
    }

    private var isOnMainActor: Bool { declaration.attributes.contains { $0.name == "MainActor" } }

    /// Returns the type as written, or else the capitalized name at the start of the expression.
    private func typeToBind(in initializer: Range<Int>) -> String? {
        if let range = declaration.type {
            var words = scan.tokens.filter { range.contains($0.start) }
            if let last = words.last, scan.is(last, "!") { words.removeLast() }
            guard let first = words.first, let last = words.last, !words.contains(where: { scan.is($0, "some") }),
                !words.dropFirst().contains(where: \.startsLine)
            else { return nil }
            let text = scan.text(first.start..<last.end)
            // `(any P).self` and `((Int) -> Int).self` need parentheses; `[String: Int].self` does not.
            let isBracket = first.partner.map { scan.tokens[$0].end >= last.start } ?? false
            return text.contains { $0 == " " } && !isBracket ? "(\(text))" : text
        }
        guard
            let start = scan.tokens.firstIndex(where: {
                $0.start >= initializer.lowerBound && !scan.is($0, "try") && !scan.is($0, "await")
            }), start + 1 < scan.tokens.endIndex, scan.tokens[start].kind == .word
        else { return nil }
        let name = scan.text(scan.tokens[start])
        let next = scan.text(scan.tokens[start + 1])
        return name.first?.isUppercase == true && name != "Self" && (next == "(" || next == ".") ? name : nil
    }

    private var lifetime: String {
        switch arguments.scope {
        case nil, ".transient": ""
        case let text? where text.hasPrefix("lifetime:"): ", \(text)"
        case ".singleton"?: ", lifetime: .singleton"
        case _?: ", lifetime: ..."
        }
    }
}
