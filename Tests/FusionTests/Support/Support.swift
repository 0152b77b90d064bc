import Foundation
import Fusion
import Testing
import Wormer

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

/// Counts events on any thread.
final class Tally: @unchecked Sendable {
    // Guarded by `lock`.
    private let lock = NSLock()
    private var counted = 0

    var count: Int {
        lock.withLock { counted }
    }

    @discardableResult
    func increment() -> Int {
        lock.withLock {
            counted += 1
            return counted
        }
    }
}

struct PlannedFailure: Error, CustomStringConvertible {
    let description: String
}

extension String {
    /// The text without the line numbers of source files, so that an expected text does not depend on them.
    var withoutLocations: String {
        replacingOccurrences(of: #"\.swift:\d+"#, with: ".swift:LINE", options: .regularExpression)
    }
}

#if os(macOS) || os(Linux)
    extension ExitTest.Result {
        var standardError: String {
            String(decoding: standardErrorContent, as: UTF8.self)
        }

        /// The fatal error in the output of the process, from the file name on, without line numbers.
        var fatalErrorText: String {
            let lines = standardError.components(separatedBy: "\n")
            guard let first = lines.firstIndex(where: { $0.contains("Fatal error: ") }) else {
                return standardError
            }
            return ([lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix("  ") }).joined(separator: "\n")
                .withoutLocations
        }
    }
#endif

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

/// Waits until a condition is true, without blocking the thread.
///
/// Returns false after a timeout.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<2_000 where !condition() {
        try? await Task.sleep(nanoseconds: 10_000_000)
    }
    return condition()
}
