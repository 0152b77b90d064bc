/// The characters of Swift's lexical structure, with names where a literal would be hard to read.
extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let backslash = UInt8(ascii: "\\")
    static let quote = UInt8(ascii: "\"")
    static let backtick = UInt8(ascii: "`")
    static let numberSign = UInt8(ascii: "#")
    static let slash = UInt8(ascii: "/")
    static let star = UInt8(ascii: "*")
    static let dot = UInt8(ascii: ".")
    static let equals = UInt8(ascii: "=")

    var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
    var isWhitespace: Bool { isBlank || isLineBreak || self == 0x0B || self == 0x0C || self == 0 }
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether the byte can be a part of a name or number.
    ///
    /// Every non-ASCII character counts. Operators with such characters are rare, and reading one as a name does not
    /// affect brackets, strings, and comments.
    var isWordPart: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self || isDigit
            || "_$".utf8.contains(self) || self >= 0x80
    }

    var isSymbolPart: Bool { "/=-+!*%<>&|^~?".utf8.contains(self) }

    /// The matching bracket, if this is a bracket.
    var partner: UInt8? {
        let brackets = Array("()[]{}".utf8)
        return brackets.firstIndex(of: self).map { brackets[$0 ^ 1] }
    }

    var opens: Bool { "([{".utf8.contains(self) }
}
