import Testing

/// Runs `body`, and gives the issues that it records: the place of each, and its text.
func issues(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async rethrows -> [String] {
    let recorded = Shared<[String]>([])
    try await withKnownIssue(isIntermittent: true) {
        try await body()
    } matching: { issue in
        let place = issue.sourceLocation.map { "\($0.fileID):\($0.line)" } ?? "nowhere"
        recorded.change { $0.append(([place] + issue.comments.map(\.rawValue)).joined(separator: ": ")) }
        return true
    }
    return recorded.value
}
