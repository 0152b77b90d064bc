extension Scanner {
    /// Skips white space and comments.
    ///
    /// Returns whether they contain a line break.
    mutating func skipSpace() -> Bool {
        let before = position
        while let next = byte() {
            if next.isWhitespace {
                position += 1
            } else if !isAtComment {
                break
            } else if byte(1) == "/" {
                skip { !$0.isLineBreak }
            } else {
                skipBlockComment()
            }
        }
        return scan.source[before..<position].contains(where: \.isLineBreak)
    }

    var isAtComment: Bool { byte() == "/" && (byte(1) == "/" || byte(1) == "*") }

    /// Skips a block comment with the comments nested in it.
    private mutating func skipBlockComment() {
        let start = position
        var depth = 0
        repeat {
            guard let next = byte() else { return fail(at: start) }
            let (opens, closes) = (next == "/" && byte(1) == "*", next == "*" && byte(1) == "/")
            depth += opens ? 1 : closes ? -1 : 0
            position += opens || closes ? 2 : 1
        } while depth > 0
    }
}
