extension DeclarationReader {
    /// Reads the part after `var`: a name, a type, an initializer, and accessors.
    ///
    /// Several names are unreadable: the compiler itself reports them.
    mutating func binding(of declaration: inout PropertyDeclaration) throws(Problem) {
        guard let first = current, first.kind == .word, !scan.is(first, "_") else {
            throw unreadable
        }
        declaration.name = first.range
        index += 1
        var initializerStart: Int?
        if current(is: ":") {
            index += 1
            initializerStart = try type(of: &declaration)
        } else if let symbol = current, symbol.kind == .symbol, scan.source[symbol.start] == .equals {
            initializerStart = symbol.start + 1
            index += 1
        }
        if let initializerStart { try initializer(of: &declaration, from: initializerStart) }
        if current(is: "{") {
            declaration.hasObservers = opensObservers(index)
            declaration.block = tokens[index].partner.map { index...$0 }
            index = scan.indexAfter(index)
        }
        guard current == nil else { throw unreadable }
    }

    /// Reads the type.
    ///
    /// If the type ends at a `=`, returns the position after the `=`.
    ///
    /// No space is needed before the equals sign, as in `Array<Int>=[]`, so operators are read character by character.
    private mutating func type(of declaration: inout PropertyDeclaration) throws(Problem) -> Int? {
        guard let start = current?.start else { throw unreadable }
        var end = start
        var depth = 0
        while let token = current {
            if depth == 0, ["{", ",", ";", ")"].contains(scan.text(token)) { break }
            if token.kind == .symbol {
                let bytes = scan.source[token.range]
                if let equals = bytes.firstIndex(of: .equals) {
                    depth += Angles.change(in: bytes[..<equals])
                    guard depth == 0 else { throw unreadable }
                    end = max(end, equals == token.start ? end : equals)
                    guard end > start else { throw unreadable }
                    declaration.type = start..<end
                    index += 1
                    return equals + 1
                }
                depth = max(0, depth + Angles.change(in: bytes))
            }
            index = scan.indexAfter(index)
            end = tokens[index - 1].end
        }
        guard end > start, depth == 0 else { throw unreadable }
        declaration.type = start..<end
        return nil
    }

    /// Reads the expression up to the end of the declaration or its observers.
    private mutating func initializer(of declaration: inout PropertyDeclaration, from start: Int) throws(Problem) {
        let first = index
        // In a symbol such as `=-`, the part after the equals sign belongs to the expression.
        let isGlued = index > 0 && tokens[index - 1].end > start
        while let token = current {
            if scan.is(token, ";") || scan.is(token, ",") && isBeforeFurtherName(index) { throw unreadable }
            if scan.is(token, "{"), index > first, opensObservers(index) || isBehindTrailingClosure(index, from: first)
            {
                break
            }
            index = scan.indexAfter(index)
        }
        guard index > first || isGlued else { throw unreadable }
        declaration.initializer = (isGlued ? start : tokens[first].start)..<tokens[index - 1].end
    }

    /// Returns whether a bracket opens accessors, because an unlabeled closure cannot follow a trailing closure.
    private func isBehindTrailingClosure(_ opening: Int, from first: Int) -> Bool {
        guard scan.is(tokens[opening - 1], "}"), let previous = tokens[opening - 1].partner else { return false }
        return previous > first
    }

    /// Returns whether a comma outside of brackets separates names, and not the arguments of a generic type as in
    /// `Pair<Int, String>()`.
    ///
    /// A further name is followed by a type, a value, or nothing.
    private func isBeforeFurtherName(_ comma: Int) -> Bool {
        var index = comma
        while scan.has(",", at: index) {
            guard index + 1 < tokens.count else { return false }
            let name = tokens[index + 1]
            guard name.kind == .word || scan.is(name, "(") else { return false }
            index = scan.indexAfter(index + 1)
        }
        return ["", ":", "="].contains(scan.text(at: index))
    }

    /// Returns whether the bracket opens observers and not a trailing closure.
    ///
    /// The compiler looks for the same words.
    private func opensObservers(_ opening: Int) -> Bool {
        ["didSet", "willSet"].contains(scan.text(at: opening + 1))
    }
}
