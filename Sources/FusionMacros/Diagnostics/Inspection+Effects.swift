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
        let binding =
            typeToBind(in: initializer).map { "the type with 'bind(\($0).self\(lifetime), to: .\(factory) { ... })'" }
            ?? "its type with 'bind(_:lifetime:to:)' and '.\(factory) { ... }'"
        let rule = "have an initializer that does not \(awaits ? "await" : "throw"); bind \(binding) instead"
        return Problem(must: rule, at: first.range, needsStandIn: true)
    }

    /// Returns each `try` or `await` that is not handled.
    ///
    /// `try?` and `try!` handle the errors of the expression after them, up to the end of the bracket.
    private func uncoveredEffects(in initializer: Range<Int>) -> [Token] {
        var effects: [Token] = []
        var depth = 0
        var coveredDepth: Int?
        let indices = scan.indices(in: initializer)
        var index = indices.lowerBound
        while index < indices.upperBound {
            let token = scan.tokens[index]
            if scan.is(token, "{") {
                index = scan.indexAfter(index)
                continue
            }
            if token.kind == .open { depth += 1 }
            if token.kind == .close {
                if coveredDepth == depth { coveredDepth = nil }
                depth -= 1
            }
            if isKeyword(index, in: indices) {
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
    private func isKeyword(_ index: Int, in indices: Range<Int>) -> Bool {
        scan.tokens[index].kind == .word && indices.contains(index + 1) && scan.tokens[index + 1].kind != .close
            && ![":", ",", "."].contains(scan.text(at: index + 1)) && !scan.has(".", at: index - 1)
    }

    private func handlesError(behind index: Int) -> Bool {
        let next = scan.tokens[index + 1]
        return next.kind == .symbol && !next.isSpaced && ["?", "!"].contains(scan.text(next).prefix(1))
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
            let start = scan.indices(in: initializer).first(where: { !["try", "await"].contains(scan.text(at: $0)) }),
            scan.tokens[start].kind == .word
        else { return nil }
        let name = scan.text(at: start)
        let isType = name.first?.isUppercase == true && name != "Self"
        return isType && ["(", "."].contains(scan.text(at: start + 1)) ? name : nil
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
