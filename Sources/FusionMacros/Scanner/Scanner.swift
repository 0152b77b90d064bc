/// A scanner that divides source text into tokens.
///
/// It recognizes the tokens that can contain meaningless brackets (strings, comments, and regular expressions between
/// number signs), but no grammar.
struct Scanner {
    /// The quotes of a string.
    typealias Quotes = (count: Int, numberSigns: Int)

    var scan: Scan
    var position = 0
    /// Where the current token starts.
    private var start = 0
    private var startsLine = false
    private var isSpaced = false
    /// The brackets that are open, each with the quotes of the string if it opens an interpolation.
    private var open: [(index: Int, quotes: Quotes?)] = []

    static func scan(_ source: String) -> Scan {
        var scanner = Scanner(scan: Scan(source: Array(source.utf8)))
        scanner.readTokens()
        return scanner.scan
    }

    func byte(_ ahead: Int = 0) -> UInt8? {
        position + ahead < scan.source.count ? scan.source[position + ahead] : nil
    }

    /// Stores a failure if it is the first one, because the tokens after a failure are unreliable.
    mutating func fail(at offset: Int? = nil) {
        scan.trouble = scan.trouble ?? offset ?? start
        position = scan.source.count
    }

    mutating func skip(while matches: (UInt8) -> Bool) {
        while let next = byte(), matches(next) { position += 1 }
    }

    private mutating func readTokens() {
        while true {
            let before = position
            startsLine = skipSpace() || before == 0
            isSpaced = position > before
            start = position
            guard let first = byte() else { break }
            read(first)
        }
        if let opening = open.first { fail(at: scan.tokens[opening.index].start) }
    }

    /// Adds the token from `start` to `position`, unless it is unreadable.
    mutating func add(_ kind: Token.Kind, partner: Int? = nil) {
        guard scan.trouble == nil else { return }
        let range = start..<position
        let token = Token(kind: kind, range: range, partner: partner, startsLine: startsLine, isSpaced: isSpaced)
        scan.tokens.append(token)
        (start, startsLine, isSpaced) = (position, false, false)
    }

    private mutating func read(_ first: UInt8) {
        if first == "\"" { return string(numberSigns: 0) }
        if first == "#" { return readNumberSigns() }
        if first == "`" { return readQuotedWord() }
        if first.isWordPart {
            skip(while: \.isWordPart)
            return add(first.isDigit ? .literal : .word)
        }
        if first.isSymbolPart { return readSymbol() }
        position += 1
        if first.opens { return openBracket() }
        if first.partner != nil { return closeBracket(first) }
        // `...` and `..<` are operators; a single dot is not.
        guard first == ".", byte() == "." else { return add(.mark) }
        skip { $0 == "." || $0.isSymbolPart }
        add(.symbol)
    }

    /// Adds a bracket, which may open an interpolation of a string with these quotes.
    mutating func openBracket(in quotes: Quotes? = nil) {
        open.append((scan.tokens.count, quotes))
        add(.open)
    }

    private mutating func closeBracket(_ bracket: UInt8) {
        guard let (opening, quotes) = open.popLast(), scan.source[scan.tokens[opening].start].partner == bracket else {
            return fail()
        }
        scan.tokens[opening].partner = scan.tokens.count
        add(.close, partner: opening)
        if let quotes { string(in: quotes) }
    }

    private mutating func readQuotedWord() {
        position += 1
        skip { $0 != "`" && !$0.isLineBreak }
        guard byte() == "`", position > start + 1 else { return fail() }
        position += 1
        add(.word)
    }

    private mutating func readSymbol() {
        repeat { position += 1 } while byte()?.isSymbolPart == true && !isAtComment
        add(.symbol)
    }

    private mutating func readNumberSigns() {
        skip { $0 == "#" }
        switch byte() {
        case "\""?: string(numberSigns: position - start)
        case "/"?: regex(numberSigns: position - start)
        default:
            skip(while: \.isWordPart)
            add(.pound)
        }
    }
}
