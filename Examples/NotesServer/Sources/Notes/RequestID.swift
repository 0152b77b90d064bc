/// The identifier of a request, for the log and for the client.
package struct RequestID: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Creates a new identifier.
    package init() {
        description = String(UInt128.random(in: .min ... .max), radix: 16)
    }

    package static let greatestLength = 64

    /// Creates an identifier from a text, if the text is short and safe to log.
    package init?(_ text: String) {
        guard 1...RequestID.greatestLength ~= text.utf8.count, text.allSatisfy(\.isPlain) else {
            return nil
        }
        description = text
    }
}

extension Character {
    /// Whether the character is an ASCII letter or digit, or one of "-", "_" and ".".
    var isPlain: Bool {
        isASCII && (isLetter || isNumber || self == "-" || self == "_" || self == ".")
    }
}
