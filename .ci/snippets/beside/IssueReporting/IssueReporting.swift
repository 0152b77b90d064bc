/// A stand-in for what an endpoint of a client uses of swift-issue-reporting 1, which stays after the move.
public func unimplemented<each Argument, Result: Sendable>(
    _ description: String, placeholder: Result
) -> @Sendable (repeat each Argument) async throws -> Result {
    { (_: repeat each Argument) in
        print("Unimplemented: \(description)")
        return placeholder
    }
}
