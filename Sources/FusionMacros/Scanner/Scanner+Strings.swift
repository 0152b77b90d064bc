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
        if numberSigns == 0 { return true }
        // A raw string of one line can begin with quotes. If the string ends on this line, it is such a string.
        if ends(quotes: 1, numberSigns: numberSigns, at: position + 2) { return false }
        for index in (position + 3)..<max(scan.source.count, position + 3) {
            if scan.source[index].isLineBreak { return true }
            if ends(quotes: 1, numberSigns: numberSigns, at: index) { return false }
        }
        return true
    }

    private func ends(quotes: Int, numberSigns: Int, at index: Int? = nil) -> Bool {
        let index = index ?? position
        guard index + quotes + numberSigns <= scan.source.count else { return false }
        return scan.source[index..<(index + quotes)].allSatisfy { $0 == .quote }
            && followed(by: numberSigns, after: index - position + quotes)
    }

    /// Returns whether the given number of number signs follows `ahead` bytes after `position`.
    func followed(by numberSigns: Int, after ahead: Int) -> Bool {
        let start = position + ahead
        guard start + numberSigns <= scan.source.count else { return false }
        return scan.source[start..<(start + numberSigns)].allSatisfy { $0 == .numberSign }
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
