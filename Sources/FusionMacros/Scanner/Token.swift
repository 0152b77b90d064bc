/// One token of Swift source, without the white space and comments around it.
struct Token: Equatable {
    enum Kind: Equatable {
        /// A name or keyword, including `$0` and `_`.
        case word
        /// A name between backticks.
        case quotedWord
        case number
        case string
        case regex
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
    /// The index of the matching bracket in the same list of tokens.
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
    var tokens: [Token] = []
    /// The tokens inside the interpolations of string literals, in the order of the source.
    var interpolated: [Token] = []
    var comments: [Range<Int>] = []
    /// The reason why the text cannot be read, and the byte where the problem starts.
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

    /// Returns whether a string, regular expression or comment in the range spans a line break.
    ///
    /// If so, indenting its lines could change the meaning of the program.
    func hasMultilineContent(in range: Range<Int>) -> Bool {
        let tokens = tokens.lazy.filter { $0.kind == .string || $0.kind == .regex }.map(\.range)
        return (Array(tokens) + comments).contains {
            $0.overlaps(range) && source[$0].contains { $0 == .lineFeed || $0 == .carriageReturn }
        }
    }
}
