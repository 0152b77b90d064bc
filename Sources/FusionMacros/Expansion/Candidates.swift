/// The names and lookups in an initializer, from which the graph derives a service's dependencies before the service
/// is created.
///
/// They are candidates, because only the running program can determine which names are services.
struct Candidates {
    let scan: Scan
    /// The tokens of the initializer.
    let indices: Range<Int>
    /// The type of the property as source code, if it is stated.
    let propertyType: String?
    /// The names that the initializer declares, which do not count as services.
    private var bound: Set<String> = []
    /// The names of the types and values that the initializer declares.
    private(set) var declared: Set<String> = []
    /// The code that may run later: closures that are not called immediately, without what they capture.
    private var deferred: [Range<Int>] = []
    /// The code that may not run.
    private var conditional: [Range<Int>] = []
    /// The code whose errors become nil.
    private var caught: [Range<Int>] = []
    /// The types in lookups.
    private var types: [Range<Int>] = []
    private var found: [(marks: String, item: String)] = []

    /// The types that the initializer looks up, each with its identifier, as source code.
    private(set) var lookups: [String] = []

    /// The lines of the service's record, one for each candidate.
    ///
    /// - `name`, or `name()` for a call;
    /// - the index of a lookup;
    /// - nothing, for code that only the compiler or the running program can resolve.
    ///
    /// Marks before it say that it counts less:
    ///
    /// - `~` in a closure that may run later;
    /// - `|` in code that may not run, or in a call of a function that may not be a lookup;
    /// - `?` for a lookup that may go unanswered, and for code that only the compiler can resolve.
    var lines: [String] { found.map { $0.marks + $0.item } }

    /// Finds the candidates in an initializer, or in the body of a function with parameters.
    init(scan: Scan, initializer: Range<Int>, propertyType: String? = nil, parameters: [String] = []) {
        self.scan = scan
        self.propertyType = propertyType
        bound = Set(parameters)
        indices = scan.indices(in: initializer)
        for block in scan.blocks(in: initializer) {
            let names = DeclaredNames(scan: scan, block: block)
            bound.formUnion(names.others.map(scan.name(at:)))
            if !scan.has("(", at: block.upperBound + 1), !scan.isBodyOfStatement(block.lowerBound) {
                deferred.append((names.captured.last ?? block.lowerBound) + 1..<block.upperBound)
            }
        }
        declared = bound
        bindNames()
        for index in indices {
            if branches(index) { conditional.append(rest(after: index)) }
            if scan.has("try", at: index), scan.text(at: index + 1).hasPrefix("?") { caught.append(rest(after: index)) }
        }
        for index in indices where scan.tokens[index].kind == .word { read(index) }
    }

    /// Finds the candidates in a value for tests.
    init(ofTest test: String, _ type: String?) {
        let scan = Scanner.scan(test)
        self.init(scan: scan, initializer: 0..<scan.source.count, propertyType: type)
    }

    /// Returns the arguments for the lines and the lookups.
    func arguments(_ name: String, _ nameOfLookups: String) -> [String] {
        let lookups = lookups.joined(separator: ", ")
        return ["\(name): \(literal(lines.joined(separator: "\n")))"]
            + (lookups.isEmpty ? [] : ["\(nameOfLookups): [\(lookups)]"])
    }

    /// Returns the tokens after one, up to the end of its brackets, or of its argument if it is no statement.
    private func rest(after index: Int) -> Range<Int> {
        let isInStatement = scan.tokens[index].kind == .word && !scan.has("try", at: index)
        let end = sequence(first: index + 1, next: scan.indexAfter).first { next in
            next >= indices.upperBound || scan.tokens[next].kind == .close || !isInStatement && scan.has(",", at: next)
        }
        return index + 1..<(end ?? indices.upperBound)
    }

    /// Returns whether the token begins code that may not run.
    private func branches(_ index: Int) -> Bool {
        let (token, text) = (scan.tokens[index], scan.text(at: index))
        switch token.kind {
        // A label, as in `instance(for: API.self)`, begins no such code.
        case .word where text == "do": return indices.contains { scan.has("catch", at: $0) }
        case .word: return Self.branches.contains(text) && !scan.has(":", at: index + 1)
        case .pound: return text == "#if"
        case .symbol where ["&&", "||", "??"].contains(text): return true
        case .symbol where text.hasPrefix("?"):
            let (before, after) = (scan.text(at: index - 1), scan.text(at: index + 1))
            return !["try", "as"].contains(before) && (token.isSpaced || [".", "[", "("].contains(after))
        default: return false
        }
    }

    private mutating func read(_ index: Int) {
        let name = scan.name(at: index)
        if let call = lookup(at: index) {
            guard let source = call.source else { return add("", marks: "?", at: index) }
            if !lookups.contains(source) { lookups.append(source) }
            let isForced = call.isForced && !caught.contains { $0.contains(index) }
            let marks = (call.isCertain ? "" : "|") + (isForced ? "" : "?")
            add("\(lookups.firstIndex(of: source) ?? 0)", marks: marks, at: index)
            types.append(call.type)
        } else if scan.has(".", at: index - 1) {
            return
        } else if name == "Self" || name == "Container" {
            if let member = member(of: index) { add(member, marks: member.isEmpty ? "?" : "", at: index) }
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

    /// Returns the service in `Container.client` or `Container.main.client`, or nothing for a static function of the
    /// container; nil for something else.
    private func member(of index: Int) -> String? {
        guard scan.has(".", at: index + 1) else { return nil }
        let isOfContainer = ["main", "default"].contains(scan.text(at: index + 2)) && scan.has(".", at: index + 3)
        let place = index + (isOfContainer ? 4 : 2)
        let (name, isCall) = (scan.name(at: place), scan.has("(", at: place + 1))
        guard !["injector", ""].contains(name), lookup(at: place) == nil else { return nil }
        if scan.has("Self", at: index) { return isCall ? "" : nil }
        return isCall ? name + "()" : name
    }

    /// Adds the names that patterns and parameters bind anywhere in the initializer.
    ///
    /// The types of what is bound are added, too, but no service has such a name.
    private mutating func bindNames() {
        for index in indices {
            let word = scan.text(at: index)
            if scan.has("=", at: index + 1) { bound.insert(scan.name(at: index)) }
            if ["let", "var", "for", "func", "typealias", "struct", "class", "enum"].contains(word) {
                let pattern = (index + 1..<indices.upperBound).prefix { place in
                    !["=", "in", ")", "{", ";"].contains(scan.text(at: place))
                }
                bound.formUnion(pattern.map(scan.name(at:)))
            }
            if ["func", "typealias", "struct", "class", "enum", "actor", "protocol"].contains(word) {
                // With the parameters of a generic function or type.
                let names = (index + 1..<indices.upperBound).prefix {
                    !["(", "{", "=", ":"].contains(scan.text(at: $0))
                }
                declared.formUnion(names.map(scan.name(at:)))
            }
        }
    }

    /// Adds a candidate, unless the same one counts more somewhere else.
    private mutating func add(_ item: String, marks: String = "", at index: Int) {
        let marks =
            (deferred.contains { $0.contains(index) } ? "~" : "")
            + (conditional.contains { $0.contains(index) } && !marks.hasPrefix("|") ? "|" : "") + marks
        if !found.contains(where: { $0.item == item && $0.marks.allSatisfy(marks.contains) }) {
            found.append((marks, item))
        }
    }

    private static let branches: Set<String> = ["if", "switch", "guard", "for", "while", "catch"]

    static let keywords: Set<String> = [
        "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "some", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while",
        "_",
    ]
}
