import Foundation
import Testing

/// Runs `body`, which may hang where the library is wrong; then the process ends with a text that names the test.
func underWatchdog<Result>(seconds: Int = 120, _ body: () throws -> Result) rethrows -> Result {
    let name = Test.current?.displayName ?? Test.current?.name ?? "a test"
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        if isDone.wait(timeout: .now() + .seconds(seconds)) == .timedOut {
            FileHandle.standardError.write(Data("HANGS, ended after \(seconds) s: \(name)\n".utf8))
            exit(70)
        }
    }
    defer { isDone.signal() }
    return try body()
}

/// Runs `body` on `count` threads at once, each with a stack of 8 MB, and waits for them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let hasEnded = DispatchSemaphore(value: 0)
    for index in 0..<count {
        let thread = Thread {
            body(index)
            hasEnded.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }
    for _ in 0..<count {
        hasEnded.wait()
    }
}

/// Lets nobody pass before all have come.
final class Barrier: @unchecked Sendable {
    // `missing` is guarded by `condition`.
    private let condition = NSCondition()
    private var missing: Int

    init(_ parties: Int) {
        missing = parties
    }

    func arrive() {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        condition.broadcast()
        while missing > 0 {
            condition.wait()
        }
    }
}

/// A value that many threads change.
final class Shared<Value>: @unchecked Sendable {
    // Guarded by `lock`.
    private var held: Value
    private let lock = NSLock()

    init(_ value: Value) {
        held = value
    }

    var value: Value {
        lock.withLock { held }
    }

    /// Changes the value and gives what `change` returns.
    @discardableResult
    func change<Result>(_ change: (inout Value) -> Result) -> Result {
        lock.withLock { change(&held) }
    }
}

extension Shared<Int> {
    /// Adds one and returns the value before.
    @discardableResult
    func increment() -> Int {
        change {
            $0 += 1
            return $0 - 1
        }
    }

    /// Spins until the value is at least `least`.
    func spin(until least: Int) {
        while value < least {
            sched_yield()
        }
    }
}
