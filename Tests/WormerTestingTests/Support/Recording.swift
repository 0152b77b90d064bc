import WormerTesting

/// Runs `body` and returns the location and text of each issue that it records.
func issues(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async rethrows -> [String] {
    let recorded = Shared<[String]>([])
    try await RunningTest.$expectation.withValue(
        RunningTest.Expectation { text, location, _, _ in
            recorded.change { $0.append("\(location): \(text)") }
            return true
        },
        operation: body,
        isolation: isolation
    )
    return recorded.value
}

/// Calls a function outside tests.
func outside<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await Task.detached(operation: body).value
}
