/// The construction of a shared instance that other requests wait for.
final class Construction: @unchecked Sendable {
    // Mutable state is guarded by `Construction.lock`.

    /// The instance, or the error of the factory.
    ///
    /// The outcome is passed to waiting requests and not stored here. A task that the factory started and that still
    /// runs must not keep the instance alive.
    typealias Outcome = Result<AnyInstance, any Error>

    let binding: AnyBinding

    /// The thread that constructs the instance.
    ///
    /// If a task constructs it, this is nil, and no thread may sleep until it exists.
    private let thread: UnsafeRawPointer?

    private var isFinished = false

    /// The waiting tasks.
    private var waiters: [Int: Waiter] = [:]

    /// The task of this construction, for each construction that it waits for.
    private var ownWaiters: [Int: Waiter] = [:]

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
        let finished = Construction.lock.withLock {
            isFinished = true
            for sleeper in Construction.sleepers where sleeper.construction === self {
                sleeper.outcome = outcome
                sleeper.condition.wakeAll()
            }
            for (ticket, waiter) in waiters {
                waiter.holder?.ownWaiters[ticket] = nil
            }
            defer { (waiters, task) = ([:], nil) }
            return waiters
        }
        for waiter in finished.values {
            waiter.continuation.resume(returning: outcome)
        }
    }

    fileprivate static let lock = Lock()

    // MARK: - Threads

    // Guarded by `lock`.
    nonisolated(unsafe) private static var sleepers: [Sleeper] = []

    /// Sleeps until the construction is finished.
    ///
    /// - Returns: The outcome, or nil if the construction finished earlier and the request must be tried again.
    /// - Throws: `needsAwaiting` if a task constructs the instance; `cycle` if that is the current task, or if the
    ///   constructing thread waits, directly or through other threads, for a construction on this one.
    func wait(at location: CodeLocation) throws -> Outcome? {
        guard thread != nil else {
            throw TaskFrame.contains(binding) ? ResolutionError.cycle(of: binding) : .failed(.needsAwaiting)
        }
        let sleeper = Sleeper(waitingFor: self, at: location)
        try Construction.lock.withLock {
            if let cycle = cycle(through: sleeper.stack.thread) {
                throw cycle
            }
            guard !isFinished else {
                return
            }
            Construction.sleepers.append(sleeper)
            while sleeper.outcome == nil {
                sleeper.condition.wait(holding: Construction.lock)
            }
            Construction.sleepers.removeAll { $0 === sleeper }
        }
        return sleeper.outcome
    }

    /// Follows the chain of waiting threads, and returns a cycle if it leads back to `thread`.
    private func cycle(through thread: UnsafeRawPointer) -> ResolutionError? {
        var path: [RequestedBinding] = []
        var next = RequestedBinding(binding: binding, location: nil)
        var construction = self
        while !construction.isFinished, let maker = construction.thread {
            if maker == thread {
                return .cycle(path: path + [next])
            }
            guard let sleeper = Construction.sleepers.first(where: { $0.stack.thread == maker }) else {
                return nil
            }
            path.append(next)
            var isInside = false
            for requested in sleeper.stack.path {
                if isInside {
                    path.append(requested)
                }
                isInside = isInside || requested.binding.identity == next.binding.identity
            }
            construction = sleeper.construction
            next = RequestedBinding(binding: construction.binding, location: sleeper.location)
        }
        return nil
    }

    // MARK: - Tasks

    private static let lastTicket = AtomicCounter()

    /// Suspends the task until the construction is finished.
    ///
    /// - Parameters:
    ///   - frame: The construction in which the task waits, if any.
    ///   - location: The location of the request, or nil for a wait that cannot be cancelled.
    ///   - path: The constructions of this thread around the request.
    ///   - start: Starts the construction after the task is registered as waiting.
    /// - Returns: The outcome, or nil if the construction finished earlier.
    /// - Throws: `cycle` if the construction waits, directly or through others, for one that the task is in;
    ///   `CancellationError` if the task is cancelled. The construction then continues.
    nonisolated(nonsending)
        func outcome(
            awaitedIn frame: TaskFrame?,
            at location: CodeLocation?,
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
            guard location != nil else {
                return
            }
            leave(ticket)?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Suspends the task until the construction succeeds or fails.
    ///
    /// Returns at once if waiting would cause a deadlock.
    func finished() async {
        _ = try? await outcome(awaitedIn: .current, at: nil)
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
        let (holder, unshared) = (frame?.construction, frame?.unshared ?? [])
        return Construction.lock.withLock {
            if isFinished {
                return .success(nil)
            }
            if location != nil, Task.isCancelled {
                return .failure(CancellationError())
            }
            if let holder, let way = way(to: holder, in: frame) {
                return .failure(ResolutionError.cycle(path: [RequestedBinding(binding: binding, location: nil)] + way))
            }
            let last = RequestedBinding(binding: binding, location: location ?? binding.location)
            let waiter = Waiter(continuation, for: self, in: holder, below: unshared + path + [last])
            waiters[ticket] = waiter
            waiter.holder?.ownWaiters[ticket] = waiter
            return nil
        }
    }

    /// Removes a waiting task.
    private func leave(_ ticket: Int) -> Waiter? {
        Construction.lock.withLock {
            let waiter = waiters.removeValue(forKey: ticket)
            waiter?.holder?.ownWaiters[ticket] = nil
            return waiter
        }
    }

    /// Returns the shortest path from this construction, through those that it waits for, to `holder`; nil if there is
    /// none.
    ///
    /// The path ends at the first construction that is around `frame`, because the path to the request begins there.
    /// Called with the lock held.
    ///
    /// - Complexity: O(*n*), where *n* is the number of waiting tasks, because each construction is visited once.
    private func way(to holder: Construction, in frame: TaskFrame?) -> [RequestedBinding]? {
        var visited: [(construction: Construction, waiter: Waiter?, previous: Int)] = [(self, nil, 0)]
        var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var index = 0
        while visited[index].construction !== holder {
            for waiter in visited[index].construction.ownWaiters.values
            where known.insert(ObjectIdentifier(waiter.awaited)).inserted {
                visited.append((waiter.awaited, waiter, index))
            }
            index += 1
            guard index < visited.count else {
                return nil
            }
        }
        var path: [RequestedBinding] = []
        while let waiter = visited[index].waiter {
            path = waiter.path + path
            index = visited[index].previous
            if frame?.isInside(visited[index].construction) == true {
                path = []
            }
        }
        return path
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
        var pending = [self]
        while let construction = pending.popLast() {
            let (task, awaited) = Construction.lock.withLock {
                construction.raisePriorityLocked(to: priority)
                    ? (construction.task, construction.ownWaiters) : (nil, [:])
            }
            task?.raisePriority(to: priority)
            pending += awaited.values.map(\.awaited)
        }
    }

    /// Sets the priority.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: Whether it was lower.
    private func raisePriorityLocked(to priority: TaskPriority) -> Bool {
        guard !isFinished, self.priority.map({ $0 < priority }) ?? true else {
            return false
        }
        self.priority = priority
        return true
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

extension Construction {
    /// A waiting thread.
    ///
    /// The thread's own constructions are suspended, so other threads may read them under the lock.
    final class Sleeper {
        let construction: Construction
        let location: CodeLocation
        let stack = ResolutionStack.current
        let condition = Condition()
        var outcome: Outcome?

        init(waitingFor construction: Construction, at location: CodeLocation) {
            self.construction = construction
            self.location = location
        }
    }

    /// A waiting task.
    final class Waiter {
        let continuation: CheckedContinuation<Outcome?, any Error>
        /// The construction that the task waits for.
        let awaited: Construction
        /// The construction in which the task waits, if any.
        let holder: Construction?
        /// The path from the holder to the awaited construction.
        let path: [RequestedBinding]

        init(
            _ continuation: CheckedContinuation<Outcome?, any Error>,
            for awaited: Construction,
            in holder: Construction?,
            below path: [RequestedBinding]
        ) {
            self.continuation = continuation
            self.awaited = awaited
            self.holder = holder
            self.path = path
        }
    }
}
