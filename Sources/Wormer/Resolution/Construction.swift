/// The construction of a shared instance that others wait for.
final class Construction: @unchecked Sendable {
    // What changes is guarded by `Construction.lock`.

    /// A slot that has the instance, or the error of the factory.
    ///
    /// It is handed to those who wait and not kept: a task that the factory started and left behind must not keep the
    /// instance alive.
    typealias Outcome = Result<InstanceSlot, any Error>

    let binding: AnyBinding

    /// The thread that constructs the instance; nil if a task does, so that no thread may sleep until it is there.
    private let thread: UnsafeRawPointer?

    private var isFinished = false
    private var sleepers: [Sleeper] = []

    /// The tasks that wait for this construction, and the construction in which each of them waits.
    private var tasks: [Int: (continuation: CheckedContinuation<Outcome?, any Error>, waiter: Construction?)] = [:]

    /// The constructions that this one's task waits for.
    private var awaited: [Int: (construction: Construction, way: [RequestedBinding])] = [:]

    /// The task that constructs the instance.
    private var task: Task<Void, Never>?

    /// The priority that those who wait ask for.
    private var priority: TaskPriority?

    init(of binding: AnyBinding, thread: UnsafeRawPointer?) {
        self.binding = binding
        self.thread = thread
    }

    /// Hands the outcome to everybody who waits.
    func finish(_ outcome: Outcome) {
        let continuations = Construction.lock.withLock {
            isFinished = true
            for sleeper in sleepers {
                sleeper.outcome = outcome
                sleeper.condition.wakeAll()
            }
            defer {
                sleepers = []
                tasks = [:]
                task = nil
            }
            for (ticket, waiting) in tasks {
                waiting.waiter?.awaited[ticket] = nil
            }
            return tasks.values.map(\.continuation)
        }
        for continuation in continuations {
            continuation.resume(returning: outcome)
        }
    }

    fileprivate static let lock = Lock()

    // MARK: - Threads

    /// A thread that waits.
    private final class Sleeper {
        let condition = Condition()
        var outcome: Outcome?
    }

    /// Sleeps until the construction is finished.
    ///
    /// - Returns: The outcome; nil if the construction finished before, so that the request is to be tried again.
    /// - Throws: `NeedsAwaiting`, where a task constructs the instance; `Cycle`, where it is this task, or where the
    ///   thread, directly or through others, waits for what this one constructs.
    func wait(at location: CodeLocation) throws -> Outcome? {
        guard thread != nil else {
            throw TaskFrame.contains(binding) ? Cycle(of: binding) : NeedsAwaiting()
        }
        let sleeper = Sleeper()
        try Construction.lock.withLock {
            let thread = ResolutionStack.current.thread
            if let cycle = cycle(through: thread) {
                throw cycle
            }
            guard !isFinished else {
                return
            }
            sleepers.append(sleeper)
            Construction.waits[thread] = Wait(construction: self, location: location, stack: .current)
            defer { Construction.waits[thread] = nil }
            while sleeper.outcome == nil {
                sleeper.condition.wait(holding: Construction.lock)
            }
        }
        return sleeper.outcome
    }

    /// What a sleeping thread waits for.
    ///
    /// Its own constructions stand still, so others may read them under the lock.
    private struct Wait {
        let construction: Construction
        let location: CodeLocation
        let stack: ResolutionStack
    }

    // Guarded by `lock`.
    nonisolated(unsafe) private static var waits: [UnsafeRawPointer: Wait] = [:]

    /// Follows the threads, each of which waits for the next, to see whether they lead back to `thread`.
    private func cycle(through thread: UnsafeRawPointer) -> Cycle? {
        var path: [RequestedBinding] = []
        var next = RequestedBinding(binding: binding, location: nil)
        var construction = self
        while !construction.isFinished, let maker = construction.thread {
            if maker == thread {
                return Cycle(path: path + [next])
            }
            guard let wait = Construction.waits[maker] else {
                return nil
            }
            path.append(next)
            path += wait.stack.path.drop { $0.binding.identity != next.binding.identity }.dropFirst()
            construction = wait.construction
            next = RequestedBinding(binding: construction.binding, location: wait.location)
        }
        return nil
    }

    // MARK: - Tasks

    private static let lastTicket = AtomicCounter()

    /// Suspends the task until the construction is finished.
    ///
    /// - Parameters:
    ///   - frame: The construction in which the task waits, if it is in one.
    ///   - location: The place of the request.
    ///   - path: What this thread constructs around the request.
    ///   - start: Starts the construction, when the task is registered as waiting.
    /// - Returns: The outcome; nil if the construction finished before.
    /// - Throws: `Cycle`, where the construction waits, directly or through others, for one that the task is in;
    ///   `CancellationError`, if the task is cancelled: the construction goes on.
    nonisolated(nonsending)
        func outcome(
            awaitedIn frame: TaskFrame?,
            at location: CodeLocation,
            below path: [RequestedBinding] = [],
            starting start: () -> Void = {}
        ) async throws -> Outcome?
    {
        let ticket = Construction.lastTicket.increment()
        return try await withTaskCancellationHandler {
            try await raisingPriority {
                try await withCheckedThrowingContinuation { continuation in
                    let refusal = enter(continuation, ticket, from: frame, at: location, below: path)
                    start()
                    if let refusal {
                        continuation.resume(with: refusal)
                    }
                }
            }
        } onCancel: {
            leave(ticket)?.resume(throwing: CancellationError())
        }
    }

    /// Suspends the task until the construction is finished, whatever comes of it; not where that would never happen.
    func finished() async {
        let ticket = Construction.lastTicket.increment()
        _ = try? await raisingPriority {
            try await withCheckedThrowingContinuation { continuation in
                if let refusal = enter(continuation, ticket, from: .current, at: nil) {
                    continuation.resume(with: refusal)
                }
            }
        }
    }

    /// Lets a continuation wait.
    ///
    /// - Returns: Why there is nothing to wait for, if so.
    private func enter(
        _ continuation: CheckedContinuation<Outcome?, any Error>,
        _ ticket: Int,
        from frame: TaskFrame?,
        at location: CodeLocation?,
        below path: [RequestedBinding] = []
    ) -> Result<Outcome?, any Error>? {
        // Before the lock: the last reference to an instance may go with what they read.
        let (waiters, unshared) = (frame?.constructions ?? [], frame?.unshared ?? [])
        return Construction.lock.withLock {
            if isFinished {
                return .success(nil)
            }
            if location != nil, Task.isCancelled {
                return .failure(CancellationError())
            }
            if let way = way(to: waiters) {
                return .failure(Cycle(path: [RequestedBinding(binding: binding, location: nil)] + way))
            }
            tasks[ticket] = (continuation, waiters.first)
            let last = RequestedBinding(binding: binding, location: location ?? binding.location)
            waiters.first?.awaited[ticket] = (self, unshared + path + [last])
            return nil
        }
    }

    /// Removes a continuation that waits.
    private func leave(_ ticket: Int) -> CheckedContinuation<Outcome?, any Error>? {
        Construction.lock.withLock {
            let waiting = tasks.removeValue(forKey: ticket)
            waiting?.waiter?.awaited[ticket] = nil
            return waiting?.continuation
        }
    }

    /// The way from this construction, through those that it waits for, to one of `targets`.
    ///
    /// Called with the lock held.
    private func way(to targets: [Construction]) -> [RequestedBinding]? {
        if targets.contains(where: { $0 === self }) {
            return []
        }
        return awaited.values.lazy.compactMap { next in
            next.construction.way(to: targets).map { next.way + $0 }
        }.first
    }

    // MARK: - Priority

    /// Lets a task construct the instance.
    func run(_ body: @escaping @Sendable () async -> Void) {
        let task = Task { await body() }
        let priority = Construction.lock.withLock {
            if !isFinished {
                self.task = task
            }
            return self.priority
        }
        if let priority {
            task.raisePriority(to: priority)
        }
    }

    /// Waits while the construction has at least the priority of the waiting task.
    nonisolated(nonsending)
        private func raisingPriority(
            _ wait: nonisolated(nonsending) () async throws -> Outcome?
        ) async throws -> Outcome?
    {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return try await withTaskPriorityEscalationHandler {
                // Here, so that a change of priority is either seen or handled.
                raisePriority(to: Task.currentPriority)
                return try await wait()
            } onPriorityEscalated: { _, priority in
                self.raisePriority(to: priority)
            }
        }
        return try await wait()
    }

    /// Raises the priority of the task that constructs the instance, and of those that it waits for.
    private func raisePriority(to priority: TaskPriority) {
        let (task, awaited) = Construction.lock.withLock { () -> (Task<Void, Never>?, [Construction]) in
            guard !isFinished, self.priority.map({ $0 < priority }) ?? true else {
                return (nil, [])
            }
            self.priority = priority
            return (self.task, self.awaited.values.map(\.construction))
        }
        task?.raisePriority(to: priority)
        for construction in awaited {
            construction.raisePriority(to: priority)
        }
    }
}

extension Task<Void, Never> {
    /// Raises the priority, where the system can.
    fileprivate func raisePriority(to priority: TaskPriority) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            escalatePriority(to: priority)
        }
    }
}
