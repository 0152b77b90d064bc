import Foundation
import Testing

/// Runs `body`, which may hang where the library is wrong; then the process ends with a text that names the test.
func underWatchdog<Result>(seconds: Int = 600, _ body: () throws -> Result) rethrows -> Result {
    let isDone = watch(seconds: seconds)
    defer { isDone.signal() }
    return try body()
}

/// Runs an asynchronous `body`, which may hang where the library is wrong; then the process ends with a text that names
/// the test.
func underWatchdog<Result>(
    seconds: Int = 600,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async rethrows -> Result {
    let isDone = watch(seconds: seconds)
    defer { isDone.signal() }
    return try await body()
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

/// Runs `body` on `count` threads at once, each with a stack of 8 MB, and waits for them.
///
/// Afterwards no thread holds what `body` captures.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let hasEnded = DispatchSemaphore(value: 0)
    for index in 0..<count {
        let errand = Shared<(@Sendable (Int) -> Void)?>(body)
        let thread = Thread {
            errand.take()?(index)
            hasEnded.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }
    for _ in 0..<count {
        hasEnded.wait()
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
