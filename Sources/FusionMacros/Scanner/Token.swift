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
            source[index] == .lineFeed || source[index] == .carriageReturn && source[index + 1] != .lineFeed
        }
    }

    /// Returns the text of the token at an index, or an empty text if there is none.
    func text(at index: Int) -> String { tokens.indices.contains(index) ? text(tokens[index]) : "" }

    /// Returns the text of the token at an index without backticks.
    func name(at index: Int) -> String { text(at: index).filter { $0 != "`" } }

    func `is`(_ token: Token, _ text: StaticString) -> Bool {
        source[token.range].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func has(_ text: StaticString, at index: Int) -> Bool {
        tokens.indices.contains(index) && self.is(tokens[index], text)
    }

    /// Returns the change in the nesting of angle brackets, which are operators here and form pairs only in types.
    ///
    /// The `>` of an arrow does not count.
    func changeOfAngles(at index: Int) -> Int {
        guard tokens[index].kind == .symbol else { return 0 }
        let range = tokens[index].range
        return range.reduce(0) { depth, place in
            let isArrow = range.contains(place - 1) && source[place - 1] == UInt8(ascii: "-")
            let closes = source[place] == UInt8(ascii: ">") && !isArrow
            return depth + (source[place] == UInt8(ascii: "<") ? 1 : closes ? -1 : 0)
        }
    }

    /// Returns the index after the token or, if the token opens a bracket, after the closing bracket.
    func indexAfter(_ index: Int) -> Int {
        tokens[index].kind == .open ? (tokens[index].partner ?? index) + 1 : index + 1
    }

    /// Returns the indices of the tokens between two others, without those in brackets between them.
    func outerIndices(after opening: Int, before closing: Int) -> [Int] {
        sequence(first: opening + 1, next: indexAfter).prefix { $0 < closing }
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

    /// Returns the indices of the braces in a part of the source, also of those in other braces.
    func blocks(in range: Range<Int>) -> [ClosedRange<Int>] { indices(in: range).compactMap(block) }

    /// Returns the part of the source from one token to another.
    func range(of indices: ClosedRange<Int>) -> Range<Int> {
        tokens[indices.lowerBound].start..<tokens[indices.upperBound].end
    }
}
