/// Tells one request from all others: in the log, and for the client that sent it.
package struct RequestID: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Makes a new one.
    package init() {
        description = String(UInt128.random(in: .min ... .max), radix: 16)
    }

    package static let greatestLength = 64

    /// Takes one from outside, if it is short and cannot be mistaken for anything else in a log.
    package init?(_ text: String) {
        guard 1...RequestID.greatestLength ~= text.utf8.count, text.allSatisfy(\.isPlain) else {
            return nil
        }
        description = text
    }
}

extension Character {
    /// Whether it is a letter or a digit of ASCII, or one of "-", "_" and ".".
    var isPlain: Bool {
        isASCII && (isLetter || isNumber || self == "-" || self == "_" || self == ".")
    }
}
