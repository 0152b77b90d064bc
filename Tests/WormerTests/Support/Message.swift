import Testing

/// The text of the error that `body` throws, with line numbers relative to the call.
func message(from line: UInt = #line, _ body: () throws -> Void) throws -> String {
    let error = try #require(#expect(throws: (any Error).self) { try body() })
    return "\(error)".countingLines(from: line)
}

/// Expects the text of the error that `body` throws, with line numbers relative to the call.
func mistake(
    from line: UInt = #line,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void,
    shows text: () -> String
) throws {
    let message = try message(from: line, body)
    #expect(message == text(), sourceLocation: sourceLocation)
}
