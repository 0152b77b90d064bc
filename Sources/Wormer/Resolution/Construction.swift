/// The construction of a shared instance that other requests wait for.
final class Construction: @unchecked Sendable {
    // Mutable state is guarded by `Construction.lock`.

    /// A slot with the instance, or the error of the factory.
    ///
    /// The outcome is passed to waiting requests and not stored here. A task that the factory started and that still
    /// runs must not keep the instance alive.
    typealias Outcome = Result<InstanceSlot, any Error>

    let binding: AnyBinding

    /// The thread that constructs the instance.
    ///
    /// If a task constructs it, this is nil, and no thread may sleep until it exists.
    private let thread: UnsafeRawPointer?

    private var isFinished = false
    private var sleepers: [Sleeper] = []

    /// The waiting tasks, and the construction in which each of them waits.
    private var tasks: [Int: (continuation: CheckedContinuation<Outcome?, any Error>, waiter: Construction?)] = [:]

    /// The constructions that the task of this one waits for.
    private var awaited: [Int: (construction: Construction, way: [RequestedBinding])] = [:]

    /// The task that constructs the instance.
    private var task: Task<Void, Never>?

    /// The highest priority of the waiting tasks.
    private var priority: TaskPriority?

    init(of binding: AnyBinding, thread: UnsafeRawPointer?) {
        self.binding = binding
        self.thread = thread
    }

    /// Passes the outcome to all waiting threads and tasks.
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

    /// A waiting thread.
    private final class Sleeper {
        let condition = Condition()
        var outcome: Outcome?
    }

    /// Sleeps until the construction is finished.
    ///
    /// - Returns: The outcome, or nil if the construction finished earlier and the request must be tried again.
    /// - Throws: `NeedsAwaiting` if a task constructs the instance; `Cycle` if that is the current task, or if the
    ///   constructing thread waits, directly or through other threads, for a construction on this one.
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

    /// The construction that a sleeping thread waits for.
    ///
    /// The thread's own constructions are suspended, so other threads may read them under the lock.
    private struct Wait {
        let construction: Construction
        let location: CodeLocation
        let stack: ResolutionStack
    }

    // Guarded by `lock`.
    nonisolated(unsafe) private static var waits: [UnsafeRawPointer: Wait] = [:]

    /// Follows the chain of waiting threads, and returns a cycle if it leads back to `thread`.
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
    ///   - frame: The construction in which the task waits, if any.
    ///   - location: The location of the request.
    ///   - path: The constructions of this thread around the request.
    ///   - start: Starts the construction after the task is registered as waiting.
    /// - Returns: The outcome, or nil if the construction finished earlier.
    /// - Throws: `Cycle` if the construction waits, directly or through others, for one that the task is in;
    ///   `CancellationError` if the task is cancelled. The construction then continues.
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

    /// Suspends the task until the construction succeeds or fails.
    ///
    /// Returns at once if waiting would cause a deadlock.
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

    /// Registers a waiting continuation.
    ///
    /// - Returns: The result with which to resume it, if there is nothing to wait for.
    private func enter(
        _ continuation: CheckedContinuation<Outcome?, any Error>,
        _ ticket: Int,
        from frame: TaskFrame?,
        at location: CodeLocation?,
        below path: [RequestedBinding] = []
    ) -> Result<Outcome?, any Error>? {
        // Outside the lock: these getters may release the last reference to an instance.
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

    /// Removes a waiting continuation.
    private func leave(_ ticket: Int) -> CheckedContinuation<Outcome?, any Error>? {
        Construction.lock.withLock {
            let waiting = tasks.removeValue(forKey: ticket)
            waiting?.waiter?.awaited[ticket] = nil
            return waiting?.continuation
        }
    }

    /// Returns the path from this construction, through those that it waits for, to one of `targets`.
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

    /// Starts a task that constructs the instance.
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

    /// Waits, and gives the construction at least the priority of the waiting task.
    nonisolated(nonsending)
        private func raisingPriority(
            _ wait: nonisolated(nonsending) () async throws -> Outcome?
        ) async throws -> Outcome?
    {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return try await withTaskPriorityEscalationHandler {
                // Inside the handler, so that a change of priority is either read or handled.
                raisePriority(to: Task.currentPriority)
                return try await wait()
            } onPriorityEscalated: { _, priority in
                self.raisePriority(to: priority)
            }
        }
        return try await wait()
    }

    /// Raises the priority of the task that constructs the instance, and of the tasks that it waits for.
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
    /// Raises the priority, if the system supports it.
    fileprivate func raisePriority(to priority: TaskPriority) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            escalatePriority(to: priority)
        }
    }
}
