/// One token of Swift source, without the white space and comments around it.
struct Token: Equatable {
    enum Kind: Equatable {
        /// A name or keyword, including `$0`, `_` and names between backticks.
        case word
        /// A number, a regular expression, or a string or a part of it before, between or after interpolations.
        case literal
        /// A number sign with a name, such as `#if`, `#line` or `#selector`.
        case pound
        /// A run of operator characters, such as `+`, `->`, `?` or `=`.
        case symbol
        /// A single character, such as one of `, : ; . @ \`.
        case mark
        case open
        case close
    }

    var kind: Kind
    /// The range in bytes of the source.
    var range: Range<Int>
    /// The index of the matching bracket.
    var partner: Int?
    /// Whether the white space and comments before the token contain a line break.
    var startsLine: Bool
    /// Whether white space or a comment precedes the token.
    var isSpaced: Bool

    var start: Int { range.lowerBound }
    var end: Int { range.upperBound }
}

/// The result of a scan.
struct Scan {
    var source: [UInt8]
    /// The tokens, also those in the interpolations of strings.
    var tokens: [Token] = []
    /// The byte from which on the text cannot be read.
    var trouble: Int?

    func text(_ range: Range<Int>) -> String {
        String(decoding: source[range], as: UTF8.self)
    }

    func text(_ token: Token) -> String { text(token.range) }

    /// Returns a type as it can be written anywhere: an implicitly unwrapped one is an optional.
    func type(_ range: Range<Int>) -> String {
        let text = text(range)
        return text.last == "!" ? text.dropLast() + "?" : text
    }

    /// Returns the number of line breaks before a position.
    func lineBreaks(before position: Int) -> Int {
        source[..<position].indices.count { index in
            source[index] == "\n" || source[index] == "\r" && source[index + 1] != "\n"
        }
    }

    /// Returns the text of the token at an index, or an empty text if there is none.
    func text(at index: Int) -> String { tokens.indices.contains(index) ? text(tokens[index]) : "" }

    /// Returns the text of the token at an index without backticks.
    func name(at index: Int) -> String { text(at: index).filter { $0 != "`" } }

    func has(_ text: StaticString, at index: Int) -> Bool {
        let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return tokens.indices.contains(index) && source[tokens[index].range].elementsEqual(text)
    }

    /// Returns whether the token at an index can declare a name.
    func isName(_ index: Int) -> Bool {
        tokens[index].kind == .word && !Self.keywords.contains(text(at: index)) && !has(".", at: index - 1)
    }

    static let keywords: Set<String> = [
        "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "some", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while",
        "_",
    ]

    /// Returns the change in the nesting of angle brackets, which are operators here and form pairs only in types.
    ///
    /// The `>` of an arrow does not count.
    func changeOfAngles(at index: Int) -> Int {
        guard tokens[index].kind == .symbol else { return 0 }
        let range = tokens[index].range
        return range.reduce(0) { depth, place in
            let isArrow = range.contains(place - 1) && source[place - 1] == "-"
            let closes = source[place] == ">" && !isArrow
            return depth + (source[place] == "<" ? 1 : closes ? -1 : 0)
        }
    }

    /// Returns the index after the token or, if the token opens a bracket, after the closing bracket.
    func indexAfter(_ index: Int) -> Int {
        tokens[index].kind == .open ? (tokens[index].partner ?? index) + 1 : index + 1
    }

    /// Returns the index before the token or, if the token closes a bracket, before the opening bracket.
    func indexBefore(_ index: Int) -> Int {
        tokens[index].kind == .close ? (tokens[index].partner ?? index) - 1 : index - 1
    }

    /// Returns the indices of the tokens between two others, without those in brackets between them.
    func outerIndices(after opening: Int, before closing: Int) -> [Int] {
        sequence(first: opening + 1, next: indexAfter).prefix { $0 < closing }
    }

    /// Returns the indices of the tokens with such a text.
    func indices(of texts: String...) -> [Int] { tokens.indices.filter { texts.contains(text(at: $0)) } }

    /// Returns the indices of a token and of those before it, the last one first, without those in brackets before it.
    func outerIndices(to last: Int) -> some Sequence<Int> {
        sequence(first: last, next: indexBefore).lazy.prefix { $0 >= 0 }
    }

    /// Returns the indices of the tokens in a part of the source.
    func indices(in range: Range<Int>) -> Range<Int> {
        let first = tokens.firstIndex { $0.start >= range.lowerBound } ?? tokens.endIndex
        return first..<(tokens[first...].firstIndex { $0.start >= range.upperBound } ?? tokens.endIndex)
    }

    /// Returns the indices from a brace at an index to its partner.
    func block(at index: Int) -> ClosedRange<Int>? {
        has("{", at: index) ? tokens[index].partner.map { index...$0 } : nil
    }

    /// The indices of all braces, also of those in other braces.
    var blocks: [ClosedRange<Int>] { tokens.indices.compactMap(block) }

    /// Returns a part of the source as if there were no other tokens.
    func part(_ range: Range<Int>) -> Scan {
        let indices = indices(in: range)
        var part = Scan(source: source)
        part.tokens = tokens[indices].map { token in
            var token = token
            token.partner = token.partner.flatMap { indices.contains($0) ? $0 - indices.lowerBound : nil }
            return token
        }
        return part
    }

    /// Returns the part of the source from one token to another.
    func range(of indices: ClosedRange<Int>) -> Range<Int> {
        tokens[indices.lowerBound].start..<tokens[indices.upperBound].end
    }
}
