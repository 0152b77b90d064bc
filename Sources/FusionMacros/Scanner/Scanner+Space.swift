extension Scanner {
    /// Moves over white space and comments, and tells whether a line break was among them.
    mutating func skipSpace() -> Bool {
        var sawLineBreak = false
        while let next = byte() {
            if next.isWhitespace {
                sawLineBreak = sawLineBreak || next.isLineBreak
                position += 1
            } else if next == .slash, byte(1) == .slash {
                let start = position
                skip { !$0.isLineBreak }
                scan.comments.append(start..<position)
            } else if next == .slash, byte(1) == .star {
                let start = position
                skipBlockComment()
                scan.comments.append(start..<position)
                sawLineBreak = sawLineBreak || scan.source[start..<position].contains(where: \.isLineBreak)
            } else {
                break
            }
        }
        return sawLineBreak
    }

    /// Block comments nest.
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
                report(.unterminatedComment, at: start)
                return
            }
        } while depth > 0
    }
}
