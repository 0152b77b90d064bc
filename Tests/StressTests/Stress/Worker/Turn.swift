import Foundation
import Wormer

/// Lets one factory at a time use the worker of a task, while that waits for the answer to its request.
///
/// If a binding is replaced while a task of the library constructs the instance, the request looks again, and the task
/// goes on. Its factory must not use the worker any more.
final class Turn: @unchecked Sendable {
    // Guarded by `lock`.
    private let lock = NSLock()
    private var isTaken = false
    private var isOver = false
    private var count = 0

    /// The turns of the innermost request of the task.
    @TaskLocal static var current: Turn?

    fileprivate func begin() -> Bool {
        lock.withLock {
            guard !isTaken, !isOver else { return false }
            (isTaken, count) = (true, count + 1)
            return true
        }
    }

    /// Whether the request has begun again, so that it shares nothing with what it did before.
    fileprivate var isRepeated: Bool { lock.withLock { count > 1 } }

    fileprivate func end() { lock.withLock { isTaken = false } }

    /// Waits for the factory that uses the worker, and then lets none use it.
    func close() async {
        while lock.withLock({
            isOver = true
            return isTaken
        }) { await Task.yield() }
    }
}

extension Worker {
    /// Calls a function with the worker that requests, not the worker that binds.
    ///
    /// - Throws: `FactoryError` if another factory uses the worker, or the request has been answered.
    static func inTurn<Result>(_ binding: Int, _ body: (Worker) throws -> Result) throws -> Result {
        guard let turn = Turn.current else { return try body(current!) }
        guard turn.begin() else { throw FactoryError(binding: binding) }
        defer { turn.end() }
        return try body(current!)
    }

    /// Calls a container occasionally during a lookup.
    static func callBackInTurn() {
        guard let turn = Turn.current else { return current?.callBack() ?? () }
        guard turn.begin() else { return }
        defer { turn.end() }
        current?.callBack()
    }

    /// Performs `inTurn` with an asynchronous function.
    static func asyncInTurn<Result>(_ binding: Int, _ body: (Worker) async throws -> Result) async throws -> Result {
        guard let turn = Turn.current else { return try await body(current!) }
        guard turn.begin() else { throw FactoryError(binding: binding) }
        defer { turn.end() }
        let worker = current!
        let isRepeated = worker.isRepeated
        worker.isRepeated = isRepeated || turn.isRepeated
        defer { worker.isRepeated = isRepeated }
        return try await body(worker)
    }
}
