/// The making of a shared instance, which other threads may wait for.
final class Making: @unchecked Sendable {
    // What changes here is guarded by `Making.lock`.
    let binding: AnyBinding

    /// Whether a task makes the instance, so that no thread may sleep until it is there.
    let isAsynchronous: Bool
    private let maker = Makings.current.thread
    private(set) var isFinished = false
    private var condition: Condition?

    private var heldOutcome: AnyObject?

    /// The tasks that wait for this making, and the making in which each of them waits.
    var awaiting: [Int: (continuation: CheckedContinuation<Void, any Error>, waiter: Making?)] = [:]

    /// The makings that this one's task waits for.
    var awaited: [Int: Making] = [:]

    init(of binding: AnyBinding, isAsynchronous: Bool) {
        self.binding = binding
        self.isAsynchronous = isAsynchronous
    }

    /// What a task that made the instance has to say to those who wait.
    var outcome: AnyObject? {
        get { Making.lock.withLock { heldOutcome } }
        set {
            // What is replaced may hold the last reference to an instance, which is not to go under the lock.
            let replaced = Making.lock.withLock {
                defer { heldOutcome = newValue }
                return heldOutcome
            }
            withExtendedLifetime(replaced) {}
        }
    }

    /// Wakes everybody who waits for this making.
    func finish() {
        let continuations = Making.lock.withLock {
            isFinished = true
            condition?.wakeAll()
            defer { awaiting = [:] }
            for (ticket, waiting) in awaiting {
                waiting.waiter?.awaited[ticket] = nil
            }
            return awaiting.values.map(\.continuation)
        }
        for continuation in continuations {
            continuation.resume()
        }
    }

    /// Sleeps until the making is finished.
    ///
    /// - Throws: `NeedsAwaiting`, where a task makes the instance; `Cycle`, where it is this task, or where the maker,
    ///   directly or through others, waits for what this thread is making.
    func wait() throws {
        if isAsynchronous {
            throw AsyncFrame.contains(binding) ? Cycle(path: [binding]) : NeedsAwaiting()
        }
        try Making.lock.withLock {
            let thread = Makings.current.thread
            if let cycle = cycle(through: thread) {
                throw cycle
            }
            let condition = condition ?? Condition()
            self.condition = condition
            Making.waits[thread] = Wait(making: self, makings: .current)
            defer { Making.waits[thread] = nil }
            while !isFinished {
                condition.wait(holding: Making.lock)
            }
        }
    }

    // MARK: - Who waits for whom

    /// What a sleeping thread waits for.
    ///
    /// Its own makings stand still, so others may read them under the lock.
    private struct Wait {
        let making: Making
        let makings: Makings
    }

    static let lock = Lock()

    // Guarded by `lock`.
    nonisolated(unsafe) private static var waits: [UnsafeRawPointer: Wait] = [:]

    /// Follows the makers, each of whom waits for the next, to see whether they lead back to `thread`.
    private func cycle(through thread: UnsafeRawPointer) -> Cycle? {
        var path: [AnyBinding] = []
        var making = self
        while !making.isFinished {
            if making.maker == thread {
                return Cycle(path: path + [making.binding])
            }
            guard let wait = Making.waits[making.maker] else {
                return nil
            }
            path += wait.makings.path.drop { $0 !== making.binding }
            making = wait.making
        }
        return nil
    }
}

/// A request that would have to wait for itself.
struct Cycle: Error {
    /// From what was asked for to what is being made already.
    let path: [AnyBinding]
}
