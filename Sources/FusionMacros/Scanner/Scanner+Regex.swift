extension Scanner {
    /// Returns whether an operand, such as a regular expression, can begin after the token.
    ///
    /// After a value, a slash is a division.
    func startsOperand(after previous: Token?, startsLine: Bool) -> Bool {
        guard let previous else { return true }
        switch previous.kind {
        case .number, .string, .regex, .quotedWord, .close: return startsLine
        case .word: return startsLine || Self.wordsBeforeOperand.contains(scan.text(previous))
        case .pound, .open, .mark: return true
        case .symbol:
            // A symbol that touches the value before it, but not the text after it, is a postfix operator, which ends
            // a value; `try!` and `as?` do not.
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

    /// Returns the position after `/ ... /` if the text from `start` is a regular expression by the compiler's rules:
    /// it is on one line, has no blank at either end, and has no `)` that closes a bracket outside of it, as in
    /// `reduce(1, /)`.
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

    /// Skips `#/ ... /#`, which spans several lines if its first line ends after the opening.
    ///
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
