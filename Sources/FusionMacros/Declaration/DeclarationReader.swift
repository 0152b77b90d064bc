/// A reader that finds the parts of one declaration among its tokens.
///
/// The compiler has parsed the declaration already, so the reader does not check its syntax. It reports declarations
/// that it does not understand as unreadable.
struct DeclarationReader {
    let scan: Scan
    var index = 0

    static func read(_ scan: Scan) throws(Problem) -> PropertyDeclaration {
        var reader = DeclarationReader(scan: scan)
        if let trouble = scan.trouble {
            let range = trouble..<min(trouble + 1, scan.source.count)
            throw Problem(must: rule + "; write a regular expression as '#/.../#'", at: range)
        }
        return try reader.declaration()
    }

    var tokens: [Token] { scan.tokens }
    var current: Token? { index < tokens.count ? tokens[index] : nil }

    func current(is text: StaticString) -> Bool { scan.has(text, at: index) }

    private static let rule = "be attached to a complete property declaration"

    var unreadable: Problem { Problem(must: Self.rule, at: current?.range ?? tokens.last?.range ?? 0..<0) }

    private mutating func declaration() throws(Problem) -> PropertyDeclaration {
        var declaration = PropertyDeclaration()
        try prefix(of: &declaration, before: ["var", "let", "func"])
        if scan.text(declaration.keyword) == "func" { throw function(in: declaration) }
        declaration.isConstant = scan.text(declaration.keyword) == "let"
        try binding(of: &declaration)
        return declaration
    }

    /// The error for a function.
    private func function(in declaration: PropertyDeclaration) -> Problem {
        let attribute = declaration.attributes.last { $0.name == "Service" }?.range ?? declaration.keyword
        let name = attribute.upperBound > attribute.lowerBound ? scan.text(attribute).prefix { $0 != "(" } : ""
        let edit = Problem.Edit(range: attribute.lowerBound..<attribute.lowerBound + name.utf8.count, text: "@Provides")
        let rule = "be attached to a property; for a function, write '@Provides'"
        return Problem(must: rule, at: attribute, repair: ("replace '@Service' with '@Provides'", [edit]))
    }

    /// Reads the attributes, directives and modifiers before a keyword, and the keyword.
    mutating func prefix(of declaration: inout PropertyDeclaration, before keywords: Set<String>) throws(Problem) {
        while !keywords.contains(scan.text(at: index)) {
            guard let token = current else { throw unreadable }
            if scan.is(token, "@") {
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
    mutating func attribute() throws(Problem) -> PropertyDeclaration.Mark {
        let start = tokens[index].start
        index += 1
        var name = ""
        while let word = current, word.kind == .word {
            name = scan.text(word)
            index += 1
            if current(is: ".") {
                index += 1
            } else if current(is: ":"), scan.has(":", at: index + 1) {
                index += 2
            } else {
                break
            }
        }
        guard !name.isEmpty else { throw unreadable }
        if current(is: "(") { index = scan.indexAfter(index) }
        return PropertyDeclaration.Mark(name: name, range: start..<tokens[index - 1].end)
    }

    /// Reads `#if` and `#elseif` with their conditions, `#else` and `#endif`.
    private mutating func skipDirective() throws(Problem) {
        guard ["#if", "#elseif", "#else", "#endif"].contains(scan.text(tokens[index])) else { throw unreadable }
        repeat { index = scan.indexAfter(index) } while current?.startsLine == false
    }

    /// Reads a modifier, which is a known word before a declaration.
    private mutating func modifier() throws(Problem) -> PropertyDeclaration.Mark {
        let (start, name) = (tokens[index].start, scan.text(at: index))
        guard Self.modifiers.contains(name) else { throw unreadable }
        index += 1
        if current(is: "(") { index = scan.indexAfter(index) }
        return PropertyDeclaration.Mark(name: name, range: start..<tokens[index - 1].end)
    }

    private static let modifiers: Set<String> = [
        "open", "public", "package", "internal", "fileprivate", "private", "static", "final", "lazy", "weak",
        "unowned", "nonisolated", "override", "required", "dynamic", "optional", "distributed",
        "borrowing", "consuming", "mutating", "nonmutating",
    ]
}
