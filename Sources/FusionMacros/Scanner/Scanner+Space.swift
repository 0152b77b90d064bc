extension Scanner {
    /// Skips white space and comments.
    ///
    /// Returns whether they contain a line break.
    mutating func skipSpace() -> Bool {
        var sawLineBreak = false
        while let next = byte() {
            if next.isWhitespace {
                sawLineBreak = sawLineBreak || next.isLineBreak
                position += 1
            } else if next == .slash, byte(1) == .slash {
                skip { !$0.isLineBreak }
            } else if next == .slash, byte(1) == .star {
                let start = position
                skipBlockComment()
                sawLineBreak = sawLineBreak || scan.source[start..<position].contains(where: \.isLineBreak)
            } else {
                break
            }
        }
        return sawLineBreak
    }

    /// Skips a block comment with the comments nested in it.
    private mutating func skipBlockComment() {
        let start = position
        var depth = 0
        repeat {
            if byte() == .slash, byte(1) == .star {
                depth += 1
                position += 2
            } else if byte() == .star, byte(1) == .slash {
                depth -= 1
                position += 2
            } else if byte() != nil {
                position += 1
            } else {
                fail(at: start)
                return
            }
        } while depth > 0
    }
}
