import Foundation

/// Runs `body` on a new thread and waits for it.
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

/// Holds the result of a thread.
///
/// A semaphore orders the write before the read.
private final class Outcome<Value>: @unchecked Sendable { var value: Result<Value, any Error>? }

extension String {
    /// The text with the line numbers of source files relative to `line`.
    func countingLines(from line: UInt) -> String {
        replacing(/\.swift:(\d+)/) { match in ".swift:+\((Int(match.1) ?? 0) - Int(line))" }
    }
}
