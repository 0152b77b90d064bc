import Testing

/// Runs `body` and returns the location and text of each issue that it records.
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
