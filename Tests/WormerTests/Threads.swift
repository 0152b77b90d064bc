import Foundation

/// Runs `body` on a thread of its own and waits for it.
func offTheMainThread<Result>(_ body: @escaping @Sendable () throws -> sending Result) throws -> Result {
    let outcome = Outcome<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        outcome.value = Swift.Result { try body() }
        done.signal()
    }
    thread.start()
    done.wait()
    return try outcome.value!.get()
}

/// Carries a result across the semaphore that orders its write before its read.
private final class Outcome<Value>: @unchecked Sendable {
    var value: Result<Value, any Error>?
}

extension String {
    /// The text with line numbers of this package's files replaced, so that tests may move.
    var withoutLocations: String {
        replacingOccurrences(of: #"\.swift:\d+"#, with: ".swift:LINE", options: .regularExpression)
    }

    /// The text with the lines of its places counted from `line`.
    func countingLines(from line: UInt) -> String {
        replacing(/\.swift:(\d+)/) { match in ".swift:+\((Int(match.1) ?? 0) - Int(line))" }
    }
}
