import Testing

/// An argument of a test with code in it, which the log shows on one line.
struct Source: ExpressibleByStringLiteral, CustomTestStringConvertible {
    let text: String

    init(stringLiteral text: String) { self.text = text }

    var testDescription: String { text.debugDescription }
}
