/// A reader that finds the parts of one declaration among its tokens.
///
/// The compiler has parsed the declaration already, so the reader does not check its syntax. It reports declarations
/// that it does not understand as unreadable.
struct DeclarationReader {
    let scan: Scan
    /// Whether the declaration has to be a function, and not a property.
    var isFunction = false
    var declaration = Declaration()
    var index = 0

    static func read(_ scan: Scan, isFunction: Bool) throws(Problem) -> Declaration {
        var reader = DeclarationReader(scan: scan, isFunction: isFunction)
        if let trouble = scan.trouble {
            let range = trouble..<min(trouble + 1, scan.source.count)
            throw Problem(must: reader.rule + "; write a regular expression as '#/.../#'", at: range)
        }
        try reader.prefix(before: isFunction ? ["func"] : ["var", "let", "func"])
        if isFunction { try reader.function() } else { try reader.property() }
        return reader.declaration
    }

    /// Returns the attributes of an extension, such as `@MainActor`.
    static func attributes(of scan: Scan) -> [Declaration.Mark] {
        var reader = DeclarationReader(scan: scan)
        try? reader.prefix(before: ["extension"])
        return reader.declaration.attributes
    }

    var tokens: [Token] { scan.tokens }
    var current: Token? { index < tokens.count ? tokens[index] : nil }

    func current(is text: StaticString) -> Bool { scan.has(text, at: index) }

    /// Reads a token if it has this text, and returns whether it has.
    mutating func take(_ text: StaticString) -> Bool {
        guard current(is: text) else { return false }
        index += 1
        return true
    }

    /// Reads a name or a keyword.
    mutating func word() throws(Problem) -> Token {
        guard let word = current, word.kind == .word else { throw unreadable }
        index += 1
        return word
    }

    /// Reads the tokens before the first one with such a text, and returns their range.
    mutating func range(before texts: Set<String>) throws(Problem) -> Range<Int> {
        let first = index
        while let token = current, !texts.contains(scan.text(token)) { index = scan.indexAfter(index) }
        guard index > first else { throw unreadable }
        return tokens[first].start..<tokens[index - 1].end
    }

    private var rule: String { "be attached to a complete \(isFunction ? "function" : "property") declaration" }

    var unreadable: Problem { Problem(must: rule, at: current?.range ?? tokens.last?.range ?? 0..<0) }

    /// Reads the attributes, directives and modifiers before a keyword, and the keyword.
    mutating func prefix(before keywords: Set<String>) throws(Problem) {
        while !keywords.contains(scan.text(at: index)) {
            guard let token = current else { throw unreadable }
            if scan.text(token) == "@" {
                declaration.attributes.append(try attribute())
            } else if token.kind == .pound {
                try skipDirective()
                declaration.directives.append(token.start..<tokens[index - 1].end)
            } else {
                declaration.modifiers.append(try modifier())
            }
        }
        declaration.keyword = tokens[index].range
        index += 1
    }

    /// Reads `@Name`, `@Module.Name` or `@Module::Name`, with or without arguments.
    mutating func attribute() throws(Problem) -> Declaration.Mark {
        let start = tokens[index].start
        index += 1
        var name = try word()
        while take(".") || scan.has(":", at: index + 1) && take(":") && take(":") { name = try word() }
        return mark(scan.text(name), from: start)
    }

    /// Reads the argument of an attribute or a modifier, if there is one.
    private mutating func mark(_ name: String, from start: Int) -> Declaration.Mark {
        if current(is: "(") { index = scan.indexAfter(index) }
        return Declaration.Mark(name: name, range: start..<tokens[index - 1].end)
    }

    /// Reads `#if` and `#elseif` with their conditions, `#else` and `#endif`.
    private mutating func skipDirective() throws(Problem) {
        guard ["#if", "#elseif", "#else", "#endif"].contains(scan.text(tokens[index])) else { throw unreadable }
        repeat { index = scan.indexAfter(index) } while current?.startsLine == false
    }

    /// Reads a modifier, which is a known word before a declaration.
    private mutating func modifier() throws(Problem) -> Declaration.Mark {
        let (start, name) = (tokens[index].start, scan.text(at: index))
        guard Self.modifiers.contains(name) else { throw unreadable }
        index += 1
        return mark(name, from: start)
    }

    private static let modifiers: Set<String> = [
        "open", "public", "package", "internal", "fileprivate", "private", "static", "final", "lazy", "weak",
        "unowned", "nonisolated", "override", "required", "dynamic", "optional", "distributed",
        "borrowing", "consuming", "mutating", "nonmutating",
    ]
}
