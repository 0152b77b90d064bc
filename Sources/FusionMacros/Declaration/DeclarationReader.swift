/// A reader that finds the parts of one declaration among its tokens.
///
/// The compiler has parsed the declaration already, so the reader does not check its syntax. It reports declarations
/// that it does not understand as unreadable.
struct DeclarationReader {
    struct Unreadable: Error, Equatable {
        var offset: Int
    }

    let scan: Scan
    var index = 0

    static func read(_ scan: Scan) throws(Unreadable) -> PropertyDeclaration {
        if let trouble = scan.trouble { throw Unreadable(offset: trouble) }
        var reader = DeclarationReader(scan: scan)
        return try reader.declaration()
    }

    var tokens: [Token] { scan.tokens }
    var current: Token? { index < tokens.count ? tokens[index] : nil }

    func current(is text: StaticString) -> Bool { scan.has(text, at: index) }

    var unreadable: Unreadable { Unreadable(offset: current?.start ?? tokens.last?.start ?? 0) }

    private mutating func declaration() throws(Unreadable) -> PropertyDeclaration {
        var attributes: [PropertyDeclaration.Mark] = []
        var modifiers: [PropertyDeclaration.Mark] = []
        var directives: [Range<Int>] = []
        while let token = current {
            if scan.is(token, "@") {
                attributes.append(try attribute())
            } else if token.kind == .pound {
                try skipDirective()
                directives.append(token.start..<tokens[index - 1].end)
            } else if let modifier = modifier() {
                modifiers.append(modifier)
            } else if token.kind == .word, Self.introducers.contains(scan.text(token)) {
                break
            } else {
                throw unreadable
            }
        }
        guard let keyword = current else { throw unreadable }
        var declaration = PropertyDeclaration(
            attributes: attributes,
            directives: directives,
            modifiers: modifiers,
            keyword: keyword.range,
            keywordText: scan.text(keyword)
        )
        index += 1
        if declaration.isProperty { try binding(of: &declaration) }
        return declaration
    }

    /// Reads `@Name`, `@Module.Name` or `@Module::Name`, with or without arguments.
    private mutating func attribute() throws(Unreadable) -> PropertyDeclaration.Mark {
        let start = tokens[index].start
        index += 1
        var name = ""
        while let word = current, word.kind == .word || word.kind == .quotedWord {
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
    private mutating func skipDirective() throws(Unreadable) {
        guard ["#if", "#elseif", "#else", "#endif"].contains(scan.text(tokens[index])) else { throw unreadable }
        repeat { index = scan.indexAfter(index) } while current?.startsLine == false
    }

    /// Reads a modifier, which is a known word before a declaration.
    private mutating func modifier() -> PropertyDeclaration.Mark? {
        guard let token = current, token.kind == .word else { return nil }
        let name = scan.text(token)
        guard Self.modifiers.contains(name) else { return nil }
        index += 1
        if current(is: "(") { index = scan.indexAfter(index) }
        return PropertyDeclaration.Mark(name: name, range: token.start..<tokens[index - 1].end)
    }

    private static let modifiers: Set<String> = [
        "open", "public", "package", "internal", "fileprivate", "private", "static", "final", "lazy", "weak",
        "unowned", "nonisolated", "isolated", "override", "required", "convenience", "dynamic", "optional", "mutating",
        "nonmutating", "consuming", "borrowing", "indirect", "distributed", "prefix", "postfix", "infix", "sending",
        "async",
    ]

    private static let introducers: Set<String> = [
        "var", "let", "func", "init", "deinit", "subscript", "struct", "class", "enum", "actor", "protocol",
        "extension", "typealias", "associatedtype", "case", "macro", "import", "operator", "precedencegroup",
    ]
}

/// Angle brackets, which are operators to the scanner and form pairs only in types.
enum Angles {
    /// Returns the change in nesting depth after these operator characters.
    ///
    /// The `>` of an arrow does not count.
    static func change(in symbol: some Collection<UInt8>) -> Int {
        var depth = 0
        var previous: UInt8?
        for byte in symbol {
            if byte == UInt8(ascii: "<") { depth += 1 }
            if byte == UInt8(ascii: ">"), previous != UInt8(ascii: "-") { depth -= 1 }
            previous = byte
        }
        return depth
    }
}
