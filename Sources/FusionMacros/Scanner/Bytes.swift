/// The characters of Swift's lexical structure.
extension UInt8 {
    var isLineBreak: Bool { self == "\n" || self == "\r" }
    var isBlank: Bool { self == " " || self == "\t" }
    var isWhitespace: Bool { isBlank || isLineBreak || self == 0x0B || self == 0x0C || self == 0 }
    var isDigit: Bool { "0"..."9" ~= self }

    /// Whether the byte can be a part of a name or number.
    ///
    /// Every non-ASCII character counts. Operators with such characters are rare, and reading one as a name does not
    /// affect brackets, strings, and comments.
    var isWordPart: Bool {
        "a"..."z" ~= self || "A"..."Z" ~= self || isDigit || "_$".utf8.contains(self) || self >= 0x80
    }

    var isSymbolPart: Bool { "/=-+!*%<>&|^~?".utf8.contains(self) }

    /// The matching bracket, if this is a bracket.
    var partner: UInt8? {
        let brackets = Array("()[]{}".utf8)
        return brackets.firstIndex(of: self).map { brackets[$0 ^ 1] }
    }

    var opens: Bool { "([{".utf8.contains(self) }
}

extension UInt8: @retroactive ExpressibleByUnicodeScalarLiteral {
    /// Creates a byte from a literal, which is a character in ASCII.
    public init(unicodeScalarLiteral character: Unicode.Scalar) { self.init(ascii: character) }
}
