/// The making of a shared instance, which other threads may wait for.
final class Making: @unchecked Sendable {
    // What changes here is guarded by `Making.lock`.
    let binding: AnyBinding
    private let maker = Makings.current.thread
    private var isFinished = false
    private var condition: Condition?

    init(of binding: AnyBinding) {
        self.binding = binding
    }

    /// Wakes everybody who waits for this making.
    func finish() {
        Making.lock.withLock {
            isFinished = true
            condition?.wakeAll()
        }
    }

    /// Sleeps until the making is finished.
    ///
    /// - Throws: `Cycle`, where the maker, directly or through others, waits for what this thread is making.
    func wait() throws {
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

    private static let lock = Lock()

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
