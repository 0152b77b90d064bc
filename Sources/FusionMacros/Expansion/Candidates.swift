/// The names and lookups in an initializer, from which the graph derives a service's dependencies before the service
/// is created.
///
/// They are candidates, because only the running program can determine which names are services.
struct Candidates {
    private let scan: Scan
    /// The names that the initializer declares, which do not count as services.
    private var bound: Set<String> = []
    /// The code that may run later: closures that are not called immediately, without what they capture.
    private var deferred: [Range<Int>] = []
    /// The types in lookups.
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
        let indices = scan.indices(in: initializer)
        for block in scan.blocks(in: initializer) {
            let names = DeclaredNames(scan: scan, block: block)
            bound.formUnion(names.others.map(scan.name(at:)))
            if !scan.has("(", at: block.upperBound + 1), !scan.isBodyOfStatement(block.lowerBound) {
                deferred.append((names.captured.last ?? block.lowerBound) + 1..<block.upperBound)
            }
        }
        bindNames(in: indices)
        if indices.contains(where: branches) { lines.append("|") }
        for index in indices where scan.tokens[index].kind == .word { read(index) }
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

    private mutating func read(_ index: Int) {
        let name = scan.name(at: index)
        if Self.lookups.contains(name), scan.has("(", at: index + 1) {
            guard let lookup = lookup(in: index + 1) else { return add("?", at: index) }
            add(Self.forcedLookups.contains(name) ? "!" + lookup.line : lookup.line, at: index)
            types.append(lookup.type)
        } else if scan.has(".", at: index - 1) {
            return
        } else if name == "Self" || name == "Container" {
            if let member = member(of: index) { add(member, at: index) }
        } else if !isLabel(index), !name.hasPrefix("$"), !types.contains(where: { $0 ~= index }),
            !Self.keywords.contains(scan.text(at: index)), !bound.contains(name)
        {
            let isCall = scan.has("(", at: index + 1) && name.first?.isUppercase == false
            add(isCall ? name + "()" : name, at: index)
        }
    }

    private func isLabel(_ index: Int) -> Bool {
        guard index > 1, scan.has(":", at: index + 1) else { return false }
        let before = scan.tokens[index - 1]
        // The bracket of a subscript touches its base, and that of a dictionary does not.
        return ["(", ",", ":"].contains(scan.text(before))
            || scan.is(before, "[") && !before.isSpaced && [.word, .close].contains(scan.tokens[index - 2].kind)
    }

    /// Returns the service in `Container.client` or `Container.main.client`, or `?` for a static function of the
    /// container.
    private func member(of index: Int) -> String? {
        guard scan.has(".", at: index + 1) else { return nil }
        let isOfContainer = ["main", "default"].contains(scan.text(at: index + 2)) && scan.has(".", at: index + 3)
        let place = index + (isOfContainer ? 4 : 2)
        let (name, isCall) = (scan.name(at: place), scan.has("(", at: place + 1))
        if scan.has("Self", at: index) { return isCall ? "?" : nil }
        guard !["injector", ""].contains(name), !Self.lookups.contains(name) else { return nil }
        return isCall ? name + "()" : name
    }

    /// Adds the names that patterns and parameters bind anywhere in the initializer.
    ///
    /// The types of what is bound are added, too, but no service has such a name.
    private mutating func bindNames(in indices: Range<Int>) {
        for index in indices {
            if scan.has("=", at: index + 1) { bound.insert(scan.name(at: index)) }
            if ["let", "var", "for", "func", "typealias", "struct", "class", "enum"].contains(scan.text(at: index)) {
                let pattern = (index + 1..<indices.upperBound).prefix { place in
                    !["=", "in", ")", "{", ";"].contains(scan.text(at: place))
                }
                bound.formUnion(pattern.map(scan.name(at:)))
            }
        }
    }

    private mutating func add(_ line: String, at index: Int) {
        let isDeferred = deferred.contains { $0.contains(index) }
        if !lines.contains(line), !(isDeferred && lines.contains("~" + line)) {
            lines.append(isDeferred ? "~" + line : line)
        }
    }

    /// Returns the line for `API.self`, `for: API.self` or `API.self, id: "eu"` in the brackets of a lookup.
    private func lookup(in opening: Int) -> (line: String, type: Range<Int>)? {
        guard let closing = scan.tokens[opening].partner else { return nil }
        let isLabeled = scan.has("for", at: opening + 1) && scan.has(":", at: opening + 2)
        var depth = 0
        let type = (opening + (isLabeled ? 3 : 1)..<closing).prefix { index in
            let word = scan.tokens[index]
            depth += (word.kind == .open ? 1 : word.kind == .close ? -1 : 0) + scan.changeOfAngles(at: index)
            return depth > 0 || !scan.is(word, ",")
        }
        let end = type.endIndex
        guard type.count > 2, scan.has("self", at: end - 1), scan.has(".", at: end - 2) else { return nil }
        var line = type.filter { !scan.has("any", at: $0) }.map(scan.text(at:)).joined()
        if line.hasPrefix("("), line.hasSuffix(").self") { line = line.dropFirst().dropLast(6) + ".self" }
        if end < closing {
            guard scan.has("id", at: end + 1), end + 4 == closing, scan.tokens[end + 3].kind == .literal else {
                return nil
            }
            line += " " + scan.text(at: end + 3)
        }
        return (line, type.startIndex..<end)
    }

    /// The functions that look up a type.
    private static let lookups = forcedLookups.union(["resolve", "safeInstance"])

    /// The functions of `lookups` that end the process or throw an error if nothing answers the lookup.
    private static let forcedLookups: Set<String> = [
        "resolveAssert", "resolveThrowing", "instance", "throwingInstance", "instances", "throwingInstances",
    ]

    static let keywords: Set<String> = [
        "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "some", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while",
        "_",
    ]
}
