extension Scanner {
    /// Skips a string literal.
    ///
    /// `position` is at its first quote, after its number signs.
    mutating func string(numberSigns: Int) -> Token.Kind {
        let start = position - numberSigns
        let isMultiline = isMultilineStart(numberSigns: numberSigns)
        let quotes = isMultiline ? 3 : 1
        position += quotes
        while let next = byte() {
            if next == .backslash, followed(by: numberSigns, after: 1) {
                position += 1 + numberSigns
                if byte() == UInt8(ascii: "(") {
                    guard interpolation(startingAt: start) else { return .string }
                } else if let escaped = byte(), isMultiline || !escaped.isLineBreak {
                    position += 1
                }
            } else if next == .quote, ends(quotes: quotes, numberSigns: numberSigns) {
                position += quotes + numberSigns
                return .string
            } else if next.isLineBreak, !isMultiline {
                break
            } else {
                position += 1
            }
        }
        fail(at: start)
        return .string
    }

    /// Returns whether `"""` opens a multi-line string.
    ///
    /// In `#"""#`, which is a string of one quote, it does not.
    private func isMultilineStart(numberSigns: Int) -> Bool {
        guard byte(1) == .quote, byte(2) == .quote else { return false }
        return numberSigns == 0 || scan.source[(position + 3)...].first { !$0.isBlank }?.isLineBreak ?? true
    }

    private func ends(quotes: Int, numberSigns: Int) -> Bool {
        scan.source[position...].starts(with: repeatElement(.quote, count: quotes))
            && followed(by: numberSigns, after: quotes)
    }

    /// Returns whether the given number of number signs follows `ahead` bytes after `position`.
    func followed(by numberSigns: Int, after ahead: Int) -> Bool {
        scan.source.dropFirst(position + ahead).starts(with: repeatElement(.numberSign, count: numberSigns))
    }

    /// Skips the `( ... )` of an interpolation, and scans the code in it.
    private mutating func interpolation(startingAt string: Int) -> Bool {
        guard nesting < Scanner.deepestNesting else {
            fail(at: string)
            return false
        }
        nesting += 1
        defer { nesting -= 1 }
        position += 1
        for var token in tokens(inInterpolation: true) {
            // The index is removed, because the list of tokens that it refers to is not kept.
            token.partner = nil
            scan.interpolated.append(token)
        }
        guard scan.trouble == nil, byte() == UInt8(ascii: ")") else {
            fail(at: string)
            return false
        }
        position += 1
        return true
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
        fail(at: start)
        return .regex
    }
}
