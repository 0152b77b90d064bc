extension Scanner {
    /// Whether an operand, and with it a regular expression, may begin behind the token: a slash behind a value
    /// divides.
    func startsOperand(after previous: Token?, startsLine: Bool) -> Bool {
        guard let previous else { return true }
        switch previous.kind {
        case .number, .string, .regex, .quotedWord, .close: return startsLine
        case .word: return startsLine || Self.wordsBeforeOperand.contains(scan.text(previous))
        case .pound, .open, .mark: return true
        case .symbol:
            // A symbol that touches the value before it and not what comes behind it is a postfix operator, so a
            // value ends there; but not in `try!` and `as?`.
            let following = previous.end < scan.source.count ? scan.source[previous.end] : 0
            let isPostfix = !previous.isSpaced && (following.isWhitespace || following == .slash)
            return !isPostfix || startsLine || isKeywordMark(previous)
        }
    }

    private func isKeywordMark(_ symbol: Token) -> Bool {
        guard let last = scan.source[symbol.range].last, last == UInt8(ascii: "?") || last == UInt8(ascii: "!") else {
            return false
        }
        let word = scan.source[..<symbol.start].reversed().prefix { $0.isWordPart }.reversed()
        return ["try", "as"].contains(String(decoding: word, as: UTF8.self))
    }

    private static let wordsBeforeOperand: Set<String> = [
        "return", "in", "case", "if", "else", "switch", "while", "for", "where", "try", "await", "throw", "do", "guard",
        "repeat", "catch", "yield", "is", "as", "consume", "copy", "unsafe", "let", "var", "default", "then",
    ]

    /// The byte behind `/ ... /` if the text from `start` is one by the compiler's rules: on one line, no blank at
    /// either side, and no `)` that would have closed something outside of it (as in `reduce(1, /)`).
    func plainRegexEnd(from start: Int) -> Int? {
        let source = scan.source
        var index = start + 1
        guard index < source.count, !source[index].isWhitespace, source[index] != .slash, source[index] != .star
        else { return nil }
        var parentheses = 0
        var inClass = false
        while index < source.count, !source[index].isLineBreak {
            switch source[index] {
            case .backslash:
                index += 1
                if index < source.count, source[index].isLineBreak { return nil }
            case .slash: return source[index - 1].isBlank && source[index - 2] != .backslash ? nil : index + 1
            case UInt8(ascii: "["): inClass = true
            case UInt8(ascii: "]"): inClass = false
            case UInt8(ascii: "(") where !inClass: parentheses += 1
            case UInt8(ascii: ")") where !inClass:
                parentheses -= 1
                if parentheses < 0 { return nil }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Moves over `#/ ... /#`, which goes over several lines when nothing follows its opening on the same line;
    /// `position` is at the slash.
    mutating func extendedRegex(numberSigns: Int) -> Token.Kind {
        let start = position - numberSigns
        position += 1
        let isMultiline = scan.source[position...].first { !$0.isBlank }?.isLineBreak ?? false
        while let next = byte(), isMultiline || !next.isLineBreak {
            if next == .backslash, let escaped = byte(1), !escaped.isLineBreak {
                position += 2
            } else if next == .slash, followed(by: numberSigns, after: 1) {
                position += 1 + numberSigns
                return .regex
            } else {
                position += 1
            }
        }
        report(.unterminatedString, at: start)
        return .regex
    }
}
