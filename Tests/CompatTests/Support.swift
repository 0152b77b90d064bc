import Foundation
import Testing
import Wormer

/// Runs `body` with a resolver that holds nothing and that no other test sees.
func withEmptyResolver<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Layer.$current.withValue(Layer()) {
        Injector.default.reset()
        return try body()
    }
}

/// Runs `body` with a resolver that holds nothing and that no other test sees.
func withEmptyResolver<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Layer.$current.withValue(Layer()) {
        Injector.default.reset()
        return try await body()
    }
}

extension ExitTest.Result {
    /// What the process said before it ended, from the file name on: all lines of the error, without line numbers, so
    /// that tests may move.
    var lastWords: String {
        let lines = String(decoding: standardErrorContent, as: UTF8.self).components(separatedBy: "\n")
        guard let first = lines.firstIndex(where: { $0.contains("Fatal error: ") }) else {
            return lines.joined(separator: "\n")
        }
        return ([lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix("  ") }).joined(separator: "\n")
            .replacingOccurrences(of: #"\.swift:\d+"#, with: ".swift:LINE", options: .regularExpression)
    }
}

/// Counts how often something happens, on one thread.
final class Tally {
    private(set) var count = 0

    func increment() {
        count += 1
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
