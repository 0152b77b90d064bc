extension Scanner {
    /// Adds a string.
    ///
    /// `position` is at its first quote, after its number signs.
    mutating func string(numberSigns: Int) {
        let quotes = (count: isMultilineStart(numberSigns: numberSigns) ? 3 : 1, numberSigns: numberSigns)
        position += quotes.count
        string(in: quotes)
    }

    /// Adds the part of a string up to its end or to the bracket of its next interpolation.
    mutating func string(in quotes: Quotes) {
        let isMultiline = quotes.count == 3
        while let next = byte() {
            if next == "\\", followed(by: quotes.numberSigns, after: 1) {
                position += 1 + quotes.numberSigns
                if byte() == "(" {
                    add(.literal)
                    position += 1
                    return openBracket(in: quotes)
                }
                if let escaped = byte(), isMultiline || !escaped.isLineBreak { position += 1 }
            } else if next == "\"", ends(quotes) {
                position += quotes.count + quotes.numberSigns
                return add(.literal)
            } else if next.isLineBreak, !isMultiline {
                break
            } else {
                position += 1
            }
        }
        fail()
    }

    /// Returns whether `"""` opens a multi-line string.
    ///
    /// In `#"""#`, which is a string of one quote, it does not.
    private func isMultilineStart(numberSigns: Int) -> Bool {
        guard byte(1) == "\"", byte(2) == "\"" else { return false }
        return numberSigns == 0 || scan.source[(position + 3)...].first { !$0.isBlank }?.isLineBreak ?? true
    }

    private func ends(_ quotes: Quotes) -> Bool {
        scan.source[position...].starts(with: repeatElement("\"", count: quotes.count))
            && followed(by: quotes.numberSigns, after: quotes.count)
    }

    /// Returns whether the given number of number signs follows `ahead` bytes after `position`.
    private func followed(by numberSigns: Int, after ahead: Int) -> Bool {
        scan.source.dropFirst(position + ahead).starts(with: repeatElement("#", count: numberSigns))
    }

    /// Adds `#/ ... /#`, which spans several lines if its first line ends after the opening.
    ///
    /// `position` is at the slash.
    mutating func regex(numberSigns: Int) {
        position += 1
        let isMultiline = scan.source[position...].first { !$0.isBlank }?.isLineBreak ?? false
        while let next = byte(), isMultiline || !next.isLineBreak {
            if next == "\\", let escaped = byte(1), !escaped.isLineBreak {
                position += 2
            } else if next == "/", followed(by: numberSigns, after: 1) {
                position += 1 + numberSigns
                return add(.literal)
            } else {
                position += 1
            }
        }
        fail()
    }
}
