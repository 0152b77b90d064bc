import Foundation
import Testing
import Wormer

/// Runs `body`.
///
/// If it hangs, the process ends with a text that names the test.
func underWatchdog<Result>(seconds: Int = 600, _ body: () throws -> Result) rethrows -> Result {
    let isDone = watch(seconds: seconds)
    defer { isDone.signal() }
    return try body()
}

/// Runs an asynchronous `body`.
///
/// If it hangs, the process ends with a text that names the test.
func underWatchdog<Result>(
    seconds: Int = 600,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async rethrows -> Result {
    let isDone = watch(seconds: seconds)
    defer { isDone.signal() }
    return try await body()
}

/// Runs `body` again and again, each time with a new injector.
func underWatchdog(rounds: Int, _ body: (_ injector: Injector, _ round: Int) throws -> Void) rethrows {
    try underWatchdog { for round in 0..<rounds { try body(Injector(parent: nil), round) } }
}

/// Runs an asynchronous `body` again and again, each time with a new injector.
func underWatchdog(
    rounds: Int,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (_ injector: Injector, _ round: Int) async throws -> Void
) async rethrows {
    try await underWatchdog { for round in 0..<rounds { try await body(Injector(parent: nil), round) } }
}

private func watch(seconds: Int) -> DispatchSemaphore {
    let name = Test.current?.displayName ?? Test.current?.name ?? "a test"
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        if isDone.wait(timeout: .now() + .seconds(seconds)) == .timedOut {
            FileHandle.standardError.write(Data("HANGS, ended after \(seconds) s: \(name)\n".utf8))
            exit(70)
        }
    }
    return isDone
}

/// Runs `body` on `count` threads at the same time, each with a stack of 8 MB, and waits for them.
///
/// No thread retains the captures of `body` afterwards.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let hasEnded = DispatchSemaphore(value: 0)
    for index in 0..<count {
        let work = Shared<(@Sendable (Int) -> Void)?>(body)
        let thread = Thread {
            work.take()?(index)
            hasEnded.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }
    for _ in 0..<count { hasEnded.wait() }
}
