import Testing

/// A trait of a test that shows a defect which isn't mended yet.
///
/// The test asserts what should happen, so it fails, and its issues are known ones. When the defect is mended, the test
/// fails because no issue was recorded. Then remove the trait, and nothing else.
package struct KnownDefect: TestTrait, TestScoping {
    /// The description of the defect.
    let description: String

    package var comments: [Comment] { [Comment(rawValue: description)] }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        await withKnownIssue(Comment(rawValue: description)) {
            try await function()
        }
    }
}

extension Trait where Self == KnownDefect {
    /// Marks a test that shows a defect which isn't mended yet.
    ///
    /// - Parameter description: What goes wrong.
    /// - Returns: The trait.
    package static func knownDefect(_ description: String) -> Self {
        KnownDefect(description: description)
    }
}
