extension DeclarationReader {
    /// Reads the part after `var`: a name, a type, an initializer, and accessors.
    ///
    /// The compiler itself reports several names, and asks for no accessors then.
    mutating func property() throws(Problem) {
        guard scan.text(declaration.keyword) != "func" else { throw functionWithService }
        guard !current(is: "_") else { throw unreadable }
        declaration.name = try word().range
        if take(":") {
            let type = try type()
            declaration.type = type.range
            if type.isBeforeInitializer { try initializer() }
        } else if take("=") {
            try initializer()
        }
        if current(is: "{") {
            declaration.hasObservers = opensObservers(index)
            declaration.block = tokens[index].partner.map { index...$0 }
            index = scan.indexAfter(index)
        }
        guard current == nil else { throw unreadable }
    }

    /// The error for a function.
    private var functionWithService: Problem {
        let attribute = declaration.attributes.last { $0.name == "Service" }?.range ?? declaration.keyword
        let name = scan.text(attribute).prefix { $0 != "(" }
        let edit = Problem.Edit(range: attribute.lowerBound..<attribute.lowerBound + name.utf8.count, text: "@Provides")
        let rule = "be attached to a property; for a function, write '@Provides'"
        return Problem(must: rule, at: attribute, repair: ("replace '@Service' with '@Provides'", [edit]))
    }

    /// Reads the type, and the equals sign after it.
    ///
    /// No space is needed before the equals sign, as in `Array<Int>=[]`.
    ///
    /// - Returns: The type, and whether there is an equals sign.
    mutating func type() throws(Problem) -> (range: Range<Int>, isBeforeInitializer: Bool) {
        let start = current?.start ?? 0
        var (end, depth, isBeforeInitializer) = (start, 0, false)
        while let token = current, !isBeforeInitializer {
            if depth == 0, ["{", ",", ";", ")"].contains(scan.text(token)) { break }
            depth = max(0, depth + scan.changeOfAngles(at: index))
            index = scan.indexAfter(index)
            isBeforeInitializer = token.kind == .symbol && depth == 0 && scan.source[token.end - 1] == "="
            end = !isBeforeInitializer ? tokens[index - 1].end : scan.text(token) == "=" ? end : token.end - 1
        }
        guard end > start, depth == 0 else { throw unreadable }
        return (start..<end, isBeforeInitializer)
    }

    /// Reads the expression up to the end of the declaration or its observers.
    private mutating func initializer() throws(Problem) {
        let first = index
        while let token = current {
            if scan.text(token) == "{", index > first,
                opensObservers(index) || isBehindTrailingClosure(index, from: first)
            {
                break
            }
            index = scan.indexAfter(index)
        }
        guard index > first else { throw unreadable }
        declaration.initializer = tokens[first].start..<tokens[index - 1].end
    }

    /// Returns whether a bracket opens accessors, because an unlabeled closure cannot follow a trailing closure.
    private func isBehindTrailingClosure(_ opening: Int, from first: Int) -> Bool {
        guard scan.text(tokens[opening - 1]) == "}", let previous = tokens[opening - 1].partner else { return false }
        return previous > first
    }

    /// Returns whether the bracket opens observers and not a trailing closure.
    ///
    /// The compiler looks for the same words.
    private func opensObservers(_ opening: Int) -> Bool {
        ["didSet", "willSet"].contains(scan.text(at: opening + 1))
    }
}
