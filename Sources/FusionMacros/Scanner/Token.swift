/// One word of Swift source, without the white space and comments around it.
struct Token: Equatable {
    enum Kind: Equatable {
        /// A name or keyword; `$0` and `_` too.
        case word
        /// A name between backticks.
        case quotedWord
        case number
        case string
        case regex
        /// `#if`, `#line`, `#selector`, ...: the number sign and the name behind it.
        case pound
        /// `+`, `->`, `?`, `=`: a run of operator characters.
        case symbol
        /// One of `, : ; . @ \` and whatever else stands alone.
        case mark
        case open
        case close
    }

    var kind: Kind
    /// Bytes of the source.
    var range: Range<Int>
    /// For brackets: where the partner is in the same list of tokens.
    var partner: Int?
    /// Whether only white space or comments with a line break in them stand before it.
    var startsLine: Bool
    /// Whether white space or a comment stands before it.
    var isSpaced: Bool

    var start: Int { range.lowerBound }
    var end: Int { range.upperBound }
}

/// What the scanner found.
struct Scan {
    var source: [UInt8]
    var tokens: [Token] = []
    /// The tokens inside the interpolations of string literals, in the order of the source.
    var interpolated: [Token] = []
    var comments: [Range<Int>] = []
    /// Why the text cannot be read, with the byte where the trouble starts.
    var trouble: Trouble?

    struct Trouble: Equatable {
        enum Reason: Equatable {
            case unterminatedComment, unterminatedString, unterminatedName, unbalancedBracket, nestedTooDeep
        }
        var reason: Reason
        var offset: Int
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: source[range], as: UTF8.self)
    }

    func text(_ token: Token) -> String { text(token.range) }

    func `is`(_ token: Token, _ text: StaticString) -> Bool {
        source[token.range].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Whether a token or comment that must not be touched (a string, a regex, a comment) goes over a line break in
    /// the range: then the lines of the range cannot be indented without changing what the program says.
    func hasMultilineContent(in range: Range<Int>) -> Bool {
        let tokens = tokens.lazy.filter { $0.kind == .string || $0.kind == .regex }.map(\.range)
        return (Array(tokens) + comments).contains {
            $0.overlaps(range) && source[$0].contains { $0 == .lineFeed || $0 == .carriageReturn }
        }
    }
}
