import Foundation
import Fusion
import Testing

/// Runs `body` with an empty main container that no other test sees.
func withEmptyMain<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Container.mock({ $0.injector.reset() }, then: body)
}

/// Runs `body` with an empty main container that no other test sees.
func withEmptyMain<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await Container.mock({ $0.injector.reset() }, then: body)
}

/// Counts how often something happens, on any thread.
final class Tally: @unchecked Sendable {
    // The count is guarded by the lock.
    private let lock = NSLock()
    private var happened = 0

    var count: Int {
        lock.withLock { happened }
    }

    @discardableResult
    func increment() -> Int {
        lock.withLock {
            happened += 1
            return happened
        }
    }
}

struct PlannedFailure: Error, CustomStringConvertible {
    let description: String
}

extension String {
    /// The text with line numbers of this package's files replaced, so that tests may move.
    var withoutLocations: String {
        replacingOccurrences(of: #"\.swift:\d+"#, with: ".swift:LINE", options: .regularExpression)
    }
}

extension ExitTest.Result {
    var standardError: String {
        String(decoding: standardErrorContent, as: UTF8.self)
    }

    /// What the process said before it ended, from the file name on: all lines of the error, without line numbers.
    var lastWords: String {
        let lines = standardError.components(separatedBy: "\n")
        guard let first = lines.firstIndex(where: { $0.contains("Fatal error: ") }) else {
            return standardError
        }
        return ([lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix("  ") }).joined(separator: "\n")
            .withoutLocations
    }
}

/// Whether a condition holds soon.
///
/// A thread of another test may be reading when something is removed, and then releases it when it has read.
func isSoon(_ condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !condition(), Date() < deadline {
        usleep(100)
    }
    return condition()
}
