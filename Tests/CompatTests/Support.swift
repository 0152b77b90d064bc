import Foundation
import Testing
import Wormer

/// Runs `body` with an empty resolver that no other test sees.
func withEmptyResolver<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Layer.$current.withValue(Layer()) {
        Injector.default.reset()
        return try body()
    }
}

/// Runs `body` with an empty resolver that no other test sees.
func withEmptyResolver<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Layer.$current.withValue(Layer()) {
        Injector.default.reset()
        return try await body()
    }
}

#if os(macOS) || os(Linux)
    extension ExitTest.Result {
        /// The fatal error in the output of the process, from the file name on, without line numbers.
        var fatalErrorText: String {
            let lines = String(decoding: standardErrorContent, as: UTF8.self).components(separatedBy: "\n")
            guard let first = lines.firstIndex(where: { $0.contains("Fatal error: ") }) else {
                return lines.joined(separator: "\n")
            }
            return ([lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix("  ") }).joined(separator: "\n")
                .replacingOccurrences(of: #"\.swift:\d+"#, with: ".swift:LINE", options: .regularExpression)
        }
    }
#endif

/// Counts events on one thread.
final class Tally {
    private(set) var count = 0

    func increment() {
        count += 1
    }
}

/// Whether a condition becomes true within 20 seconds.
///
/// A thread of another test that reads during a removal delays the release until it has finished.
func isSoon(_ condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !condition(), Date() < deadline {
        usleep(100)
        // The library's own task for this may have to wait until other tests give up their threads.
        DeferredRelease.sweep()
    }
    return condition()
}
