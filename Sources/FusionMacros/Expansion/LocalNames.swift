/// The names that a body declares, each where it hides what has the same name outside.
struct LocalNames {
    /// A variable, a parameter, a function or a type.
    struct Local {
        let name: String
        /// The token that declares it, if there is one.
        var index: Int?
        /// The tokens in which the name means this.
        let scope: Range<Int>
        /// The tokens of the type and of the value, if it is a variable.
        var type = 0..<0
        var value = 0..<0
    }

    /// The statement that a pattern is part of, if any, and whether it is a pattern with `case`.
    private typealias Statement = (word: String?, isCase: Bool)

    private let scan: Scan
    private var locals: [Local]
    /// The tokens that declare the names, and their types.
    private var patterns: [Range<Int>] = []

    init(_ scan: Scan, parameters: [String] = []) {
        self.scan = scan
        locals = parameters.map { Local(name: $0, scope: scan.tokens.indices) }
        for index in scan.tokens.indices {
            if let block = scan.block(at: index) {
                let head = ClosureHead(scan, block)
                patterns += head.parameters.map { $0..<$0 + 1 }
                declare(head.parameters, in: head.end + 1..<block.upperBound)
            }
            guard scan.tokens[index].kind == .word, !scan.has(".", at: index - 1), !scan.has(":", at: index + 1) else {
                continue
            }
            switch scan.text(at: index) {
            case "let", "var":
                if scan.has("async", at: index - 1) { patterns.append(index - 1..<index) }
                addVariables(after: index, of: statement(around: index))
            case "for": addVariables(after: index, of: ("for", false))
            case "catch": locals += scopes(from: index, of: "catch").map { Local(name: "error", scope: $0) }
            case "func": addFunction(at: index)
            case "typealias", "struct", "class", "enum", "actor", "protocol": addType(at: index)
            default: break
            }
        }
    }

    /// All names.
    var all: Set<String> { Set(locals.map(\.name)) }

    /// Returns the tokens that declare names in a block whose scopes end with it.
    func declared(upTo block: ClosedRange<Int>) -> [Int] {
        locals.filter { $0.scope.upperBound == block.upperBound }.compactMap(\.index).filter(block.contains)
    }

    /// Returns what a name at an index means, or nil if it means something outside.
    func meaning(of name: String, at index: Int) -> Local? {
        locals.filter { $0.name == name && $0.scope.contains(index) }
            .max { $0.scope.lowerBound < $1.scope.lowerBound }
    }

    /// Returns the tokens of the type that is stated for a variable with a value, or nil if there is no such variable.
    func type(ofValue value: Range<Int>) -> Range<Int>? {
        locals.first { $0.value == value }.map { $0.type.dropFirst() }
    }

    /// Returns whether a token is part of a declaration.
    func declares(_ index: Int) -> Bool { patterns.contains { $0.contains(index) } }

    /// Returns the names in a variable's value such as `Container.main`, or nil if it is another expression.
    func chain(of local: Local) -> [String]? {
        let names = local.value.map(scan.name)
        let all = names.first == "." ? [local.type.last.map(scan.name) ?? ""] + names : names
        let isChain = all.enumerated().allSatisfy { ($0.element == ".") == ($0.offset % 2 == 1) }
        guard all.count % 2 == 1, isChain, local.value.allSatisfy({ [.word, .mark].contains(scan.tokens[$0].kind) })
        else { return nil }
        return all.filter { $0 != "." }
    }

    /// Returns whether a token ends such a value.
    func endsChain(_ index: Int) -> Bool {
        locals.contains { $0.value.last == index && chain(of: $0) != nil }
    }

    // MARK: - Declarations

    private mutating func declare(_ names: some Sequence<Int>, in scope: Range<Int>) {
        locals += names.filter(scan.isName).map { Local(name: scan.name(at: $0), index: $0, scope: scope) }
    }

    /// Adds the names of the patterns after `let` or `var`, or of a loop.
    private mutating func addVariables(after keyword: Int, of statement: Statement) {
        var place = keyword
        repeat {
            let first = place + 1
            let names = first..<scan.end(from: first, at: ["=", ":", ",", "in", "{", ";", "else", "where"])
            var end = names.upperBound
            if scan.has(":", at: end), statement.word != "case" {
                end = scan.end(from: end + 1, at: ["=", ",", "in", "{", ";", "else", "where"])
            }
            let type = names.upperBound..<end
            if statement.isCase {
                end = scan.next(from: end) { ["=", ":", "in", "{"].contains(scan.text(at: $0)) } ?? scan.tokens.count
            }
            guard statement.word != "for" || scan.has("in", at: end) else { return }
            var value = end..<end
            if scan.has("=", at: end) || scan.has("in", at: end) {
                let marks: Set = statement.word == nil ? [",", ";"] : [",", ";", "{", "else", "where"]
                value = end + 1..<scan.end(from: end + 1, at: marks)
            }
            // `if let cart` reads what it hides.
            if !value.isEmpty || statement.word == nil || statement.isCase {
                patterns.append(names.lowerBound..<type.upperBound)
            }
            for scope in scopes(from: value.upperBound, of: statement.word) {
                locals += names.filter { scan.isName($0) || scan.has("_", at: $0) }.map { index in
                    Local(name: scan.name(at: index), index: index, scope: scope, type: type, value: value)
                }
            }
            place = value.upperBound
        } while statement.word == nil && scan.has(",", at: place)
    }

    private mutating func addFunction(at keyword: Int) {
        guard let opening = scan.next(from: keyword, where: { scan.has("(", at: $0) }),
            let closing = scan.tokens[opening].partner
        else { return }
        let body = scan.next(from: closing) { scan.has("{", at: $0) }
        declare(keyword + 1..<opening, in: block(around: keyword))
        patterns.append(keyword + 1..<(body ?? closing + 1))
        guard let body, let end = scan.tokens[body].partner else { return }
        declare((opening + 1..<closing).filter { scan.has(":", at: $0 + 1) }, in: body..<end)
    }

    /// Adds the name of a type, and of its generic parameters.
    private mutating func addType(at keyword: Int) {
        guard keyword + 1 < scan.tokens.count, scan.tokens[keyword + 1].kind == .word else { return }
        let names = keyword + 1..<scan.end(from: keyword + 1, at: ["(", "{", "=", ":"])
        patterns.append(names)
        declare(names, in: block(around: keyword))
    }

    // MARK: - Statements and blocks

    /// Returns the statement that `let` or `var` belongs to.
    private func statement(around keyword: Int) -> Statement {
        var isCase = false
        for index in scan.outerIndices(to: keyword - 1) {
            let text = scan.text(at: index)
            if Scan.conditions.contains(text) { return (text, isCase) }
            if text == "case" {
                isCase = true
                guard Scan.conditions.contains(scan.text(at: index - 1)) || scan.has(",", at: index - 1) else {
                    return (text, true)
                }
            } else if index == keyword - 1 && ![",", "(", "["].contains(text) || ["{", ";"].contains(text) {
                break
            }
        }
        return (nil, isCase)
    }

    /// Returns the tokens in which a name is known: the body of the statement, or else the rest of the block, without
    /// that after `else`.
    private func scopes(from start: Int, of statement: String?) -> [Range<Int>] {
        let block = start..<endOfBlock(from: start)
        guard let statement, statement != "case" else { return [block] }
        let body = scan.next(from: start) { scan.has("{", at: $0) }
        guard let body, let end = scan.tokens[body].partner else { return [block] }
        return statement == "guard" ? [start..<body, end..<max(end, block.upperBound)] : [start..<end]
    }

    private func block(around index: Int) -> Range<Int> {
        let opening = scan.outerIndices(to: index - 1).first { scan.has("{", at: $0) }
        return (opening ?? -1) + 1..<endOfBlock(from: index)
    }

    /// Returns the end of the block or of the `case` that a token is in.
    private func endOfBlock(from start: Int) -> Int {
        let end = scan.next(from: start) { index in
            guard index > start, !scan.has("}", at: index) else { return scan.has("}", at: index) }
            let isAfterCondition = Scan.conditions.contains(scan.text(at: index - 1)) || scan.has(",", at: index - 1)
            return scan.has("case", at: index) && !isAfterCondition
                || scan.has("default", at: index) && scan.has(":", at: index + 1)
        }
        return end ?? scan.tokens.count
    }
}

extension Scan {
    /// The statements whose body may not run.
    static let conditions: Set<String> = ["if", "switch", "guard", "for", "while", "catch"]

    /// Returns the next token outside of further brackets that meets a condition.
    func next(from start: Int, where isMeant: (Int) -> Bool) -> Int? {
        sequence(first: start, next: indexAfter).lazy.prefix { $0 < tokens.count }.first(where: isMeant)
    }

    /// Returns the end of an expression, a pattern or a type: the index of a mark outside of angle brackets, of the end of
    /// its brackets, or of the next statement.
    func end(from first: Int, at marks: Set<String>) -> Int {
        var depth = 0
        let end = next(from: first) { index in
            let token = tokens[index]
            if token.kind == .close || index > first && token.startsLine && !continuesExpression(index) { return true }
            if marks.contains(text(token)), depth <= 0 || !has(",", at: index) { return true }
            if !token.isSpaced { depth += changeOfAngles(at: index) }
            return false
        }
        return end ?? tokens.count
    }

    /// Returns the index after generic arguments, if there are any.
    func endOfGenerics(from first: Int) -> Int {
        var (index, depth) = (first, 0)
        while index < tokens.count, depth > 0 || changeOfAngles(at: index) > 0 {
            depth += changeOfAngles(at: index)
            index = indexAfter(index)
        }
        return index
    }

    /// Returns whether the first token of a line continues the expression of the line before.
    private func continuesExpression(_ index: Int) -> Bool {
        let (token, before) = (tokens[index], tokens[index - 1])
        if [".", ":", "as", "is", "else"].contains(text(token)) { return true }
        let isInfix = token.kind == .symbol && index + 1 < tokens.count && tokens[index + 1].isSpaced
        let isAfterInfix = before.kind == .symbol && (before.isSpaced || text(before) == "=")
        return isInfix || isAfterInfix || [",", ":", "try", "await"].contains(text(before))
    }
}
