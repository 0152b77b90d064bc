/// The names and lookups in an initializer, from which the graph derives a service's dependencies before the service
/// is created.
///
/// They are candidates, because only the running program can determine which names are services.
struct Candidates {
    private let scan: Scan
    private let bound: Set<String>
    private let blocks: [Block]
    /// The ranges of the types in lookups.
    private var types: [Range<Int>] = []

    /// The lines of the service's record, one for each candidate.
    ///
    /// - `name`, or `name()` for a call;
    /// - `Type.self` or `Type.self id` for a lookup, with `!` before it if the initializer fails without an answer;
    /// - `~` before any of these in a closure that may run later;
    /// - `|` if only a part of the initializer may run;
    /// - `?` for code that only the compiler or the running program can resolve.
    private(set) var lines: [String] = []

    init(scan: Scan, initializer: Range<Int>) {
        self.scan = scan
        bound = Self.boundNames(in: scan, initializer)
        blocks = scan.blocks(in: initializer).map { Block(scan: scan, indices: $0) }
        if scan.indices(in: initializer).contains(where: branches) { lines.append("|") }
        for tokens in [scan.tokens, scan.interpolated] {
            for index in tokens.indices where initializer.contains(tokens[index].start) {
                read(tokens, index)
            }
        }
    }

    /// A block in braces, with the names that it declares.
    private struct Block {
        let range: Range<Int>
        let names: DeclaredNames
        /// Whether the block is a closure that is not called immediately.
        let isDeferred: Bool

        init(scan: Scan, indices: ClosedRange<Int>) {
            range = scan.range(of: indices)
            names = DeclaredNames(scan: scan, block: indices)
            isDeferred = !scan.has("(", at: indices.upperBound + 1) && !scan.isBodyOfStatement(indices.lowerBound)
        }
    }

    /// Returns whether the token begins code that may not run.
    private func branches(_ index: Int) -> Bool {
        let token = scan.tokens[index]
        let text = scan.text(token)
        // A label, as in `instance(for: API.self)`, begins no such code.
        if scan.has(":", at: index + 1) { return false }
        return token.kind == .symbol && (text.contains { $0 == "?" } || text == "&&" || text == "||")
            || token.kind == .word && ["if", "switch", "guard", "for", "while", "catch"].contains(text)
    }

    private mutating func read(_ tokens: [Token], _ index: Int) {
        let token = tokens[index]
        guard token.kind == .word || token.kind == .quotedWord else { return }
        let name = scan.text(token).filter { $0 != "`" }
        let isMember = index > 0 && scan.is(tokens[index - 1], ".")
        if Self.lookups.contains(name), index + 1 < tokens.count, scan.is(tokens[index + 1], "(") {
            if let lookup = lookup(in: tokens, index + 1) {
                add(Self.forcedLookups.contains(name) ? "!" + lookup.line : lookup.line, at: token)
                types.append(lookup.type)
            } else {
                add("?", at: token)
            }
            return
        }
        if name == "Self" || name == "Container", !isMember {
            if let member = member(of: tokens, index) { add(member, at: token) }
            return
        }
        guard !isMember, !isLabel(tokens, index), !name.hasPrefix("$"), !types.contains(where: { $0 ~= token.start }),
            token.kind == .quotedWord || !Self.keywords.contains(name)
        else { return }
        let around = blocks.filter { $0.range.contains(token.start) }
        let isCall = index + 1 < tokens.count && scan.is(tokens[index + 1], "(") && name.first?.isUppercase == false
        let line = isCall ? name + "()" : name
        let declaring = around.filter { $0.names.mentions(name) }
        // A capture is read when the closure is created, not when it runs.
        if let capturing = declaring.last, declaring.count == 1, tokens.count == scan.tokens.count,
            capturing.names.isCapturedByName(index)
        {
            add(line, isDeferred: around.dropLast().contains(where: \.isDeferred))
        } else if declaring.isEmpty, !bound.contains(name) {
            add(line, at: token)
        }
    }

    private func isLabel(_ tokens: [Token], _ index: Int) -> Bool {
        guard index + 1 < tokens.count, index > 0, scan.is(tokens[index + 1], ":") else { return false }
        let before = tokens[index - 1]
        if scan.is(before, "["), index > 1 {
            // This is the bracket of a subscript, which touches its base, and not the key of a dictionary.
            return !before.isSpaced && [.word, .quotedWord, .close].contains(tokens[index - 2].kind)
        }
        return scan.is(before, "(") || scan.is(before, ",") || scan.is(before, ":")
    }

    /// Returns the service in `Container.client` or `Container.main.client`, or `?` for a static function of the
    /// container.
    private func member(of tokens: [Token], _ index: Int) -> String? {
        func member(after index: Int) -> Int? {
            index + 2 < tokens.count && scan.is(tokens[index + 1], ".") ? index + 2 : nil
        }
        guard var last = member(after: index) else { return nil }
        if Self.containers.contains(scan.text(tokens[last])), let next = member(after: last) { last = next }
        let name = scan.text(tokens[last]).filter { $0 != "`" }
        let isCall = last + 1 < tokens.count && scan.is(tokens[last + 1], "(")
        if scan.is(tokens[index], "Self") { return isCall ? "?" : nil }
        guard name != "injector", !Self.lookups.contains(name) else { return nil }
        return isCall ? name + "()" : name
    }

    /// Returns the names that patterns and parameters bind anywhere in the initializer.
    ///
    /// They do not count as services. The types of what is bound are in the list, too, but no service has such a name.
    private static func boundNames(in scan: Scan, _ range: Range<Int>) -> Set<String> {
        var bound: [Token] = []
        let tokens = scan.tokens.filter { range.contains($0.start) } + scan.interpolated
        for index in tokens.indices.dropLast() {
            if scan.is(tokens[index + 1], "=") { bound.append(tokens[index]) }
            if ["let", "var", "for", "func", "typealias", "struct", "class", "enum"].contains(scan.text(tokens[index]))
            {
                bound += tokens[(index + 1)...].prefix { !["=", "in", ")", "{", ";"].contains(scan.text($0)) }
            }
        }
        return Set(bound.map { scan.text($0).filter { $0 != "`" } })
    }

    private mutating func add(_ line: String, at token: Token) {
        add(line, isDeferred: blocks.contains { $0.isDeferred && $0.range.contains(token.start) })
    }

    private mutating func add(_ line: String, isDeferred: Bool) {
        let line = isDeferred ? "~" + line : line
        if !lines.contains(line) { lines.append(line) }
    }

    /// Returns the line for `API.self`, `for: API.self` or `API.self, id: "eu"` in the brackets of a lookup.
    private func lookup(in tokens: [Token], _ opening: Int) -> (line: String, type: Range<Int>)? {
        guard let closing = tokens[opening].partner else { return nil }
        var words = tokens[(opening + 1)..<closing]
        if words.count > 1, scan.is(words[words.startIndex], "for"), scan.is(words[words.startIndex + 1], ":") {
            words = words.dropFirst(2)
        }
        var depth = 0
        let type = words.prefix { word in
            depth += word.kind == .open ? 1 : word.kind == .close ? -1 : 0
            if word.kind == .symbol { depth += Angles.change(in: scan.source[word.range]) }
            return depth > 0 || !scan.is(word, ",")
        }
        guard type.count > 2, scan.is(type[type.endIndex - 1], "self"), scan.is(type[type.endIndex - 2], ".") else {
            return nil
        }
        var line = type.filter { !scan.is($0, "any") }.map(scan.text).joined()
        if line.hasPrefix("("), line.hasSuffix(").self") { line = line.dropFirst().dropLast(6) + ".self" }
        let further = words[type.endIndex...].dropFirst()
        if let literal = further.last {
            guard further.count == 3, scan.is(further[further.startIndex], "id"),
                literal.kind == .string || literal.kind == .number
            else { return nil }
            line += " " + scan.text(literal)
        }
        return (line, type[type.startIndex].start..<type[type.endIndex - 1].end)
    }

    /// The functions that look up a type.
    private static let lookups = forcedLookups.union(["resolve", "safeInstance"])

    /// The functions of `lookups` that end the process or throw an error if nothing answers the lookup.
    private static let forcedLookups: Set<String> = [
        "resolveAssert", "resolveThrowing", "instance", "throwingInstance", "instances", "throwingInstances",
    ]

    /// The static members of `Container` that are containers.
    private static let containers: Set<String> = ["main", "default"]

    static let keywords: Set<String> = [
        "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "some", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while",
        "_",
    ]
}
