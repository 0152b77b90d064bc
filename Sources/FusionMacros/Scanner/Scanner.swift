/// A scanner that divides source text into tokens.
///
/// It recognizes the tokens that can contain meaningless brackets (strings, comments, and regular expressions between
/// number signs), but no grammar.
struct Scanner {
    /// The maximum depth of interpolations.
    ///
    /// Deeper interpolations end the scan before they overflow the stack.
    static let deepestNesting = 40

    var scan: Scan
    var position = 0
    var nesting = 0

    static func scan(_ source: [UInt8]) -> Scan {
        var scanner = Scanner(scan: Scan(source: source))
        scanner.scan.tokens = scanner.tokens(inInterpolation: false)
        scanner.scan.interpolated.sort { $0.start < $1.start }
        return scanner.scan
    }

    static func scan(_ source: String) -> Scan { scan(Array(source.utf8)) }

    func byte(_ ahead: Int = 0) -> UInt8? {
        position + ahead < scan.source.count ? scan.source[position + ahead] : nil
    }

    /// Stores a failure if it is the first one, because the tokens after a failure are unreliable.
    mutating func fail(at offset: Int) {
        scan.trouble = scan.trouble ?? offset
        position = scan.source.count
    }

    /// Reads to the end of the source or, in an interpolation, to its closing `)`.
    mutating func tokens(inInterpolation: Bool) -> [Token] {
        var tokens: [Token] = []
        var open: [Int] = []
        while true {
            let before = position
            let startsLine = skipSpace() || before == 0
            let isSpaced = position > before
            guard let first = byte() else { break }
            if inInterpolation, open.isEmpty, first == UInt8(ascii: ")") { return tokens }
            let start = position
            let kind = next()
            guard scan.trouble == nil else { break }
            var token = Token(kind: kind, range: start..<position, startsLine: startsLine, isSpaced: isSpaced)
            if kind == .open { open.append(tokens.count) }
            if kind == .close {
                guard let opener = open.popLast(), scan.source[tokens[opener].start].partner == first else {
                    fail(at: start)
                    break
                }
                token.partner = opener
                tokens[opener].partner = tokens.count
            }
            tokens.append(token)
        }
        if let opener = open.first { fail(at: tokens[opener].start) }
        return tokens
    }

    /// Skips the token that begins at `position`.
    private mutating func next() -> Token.Kind {
        let first = scan.source[position]
        if first == .quote { return string(numberSigns: 0) }
        if first == .numberSign { return afterNumberSign() }
        if first == .backtick { return quotedWord() }
        if first.isWordPart {
            skip { $0.isWordPart }
            return first.isDigit ? .number : .word
        }
        if first.partner != nil {
            position += 1
            return first.opens ? .open : .close
        }
        if first.isSymbolPart {
            return symbol()
        }
        position += 1
        // `...` and `..<` are operators; a single dot is not.
        guard first == .dot, byte() == .dot else { return .mark }
        skip { $0 == .dot || $0.isSymbolPart }
        return .symbol
    }

    mutating func skip(while matches: (UInt8) -> Bool) {
        while let next = byte(), matches(next) { position += 1 }
    }

    private mutating func quotedWord() -> Token.Kind {
        let start = position
        position += 1
        skip { $0 != .backtick && !$0.isLineBreak }
        guard byte() == .backtick, position > start + 1 else {
            fail(at: start)
            return .quotedWord
        }
        position += 1
        return .quotedWord
    }

    private mutating func symbol() -> Token.Kind {
        let start = position
        skip(while: \.isSymbolPart)
        // A symbol also ends before a comment.
        for index in (start + 1)..<max(position, start + 1) where scan.source[index] == .slash {
            let following = index + 1 < scan.source.count ? scan.source[index + 1] : 0
            if following == .slash || following == .star {
                position = index
                break
            }
        }
        return .symbol
    }

    private mutating func afterNumberSign() -> Token.Kind {
        let start = position
        skip { $0 == .numberSign }
        let count = position - start
        switch byte() {
        case .quote?: return string(numberSigns: count)
        case .slash?: return extendedRegex(numberSigns: count)
        default:
            skip { $0.isWordPart }
            return .pound
        }
    }
}
