import Testing

/// The text of the error that `body` throws, with line numbers relative to the call.
func message(from line: UInt = #line, _ body: () throws -> Void) throws -> String {
    let error = try #require(#expect(throws: (any Error).self) { try body() })
    return "\(error)".countingLines(from: line)
}
