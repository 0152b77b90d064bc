/// The construction of a shared instance that other requests wait for.
@usableFromInline
final class Construction: @unchecked Sendable {
    /// The instance, or the error of the factory.
    ///
    /// The outcome is passed to waiting requests and not stored here. A task that the factory started and that still
    /// runs must not keep the instance alive.
    typealias Outcome = Result<AnyInstance, any Error>

    /// A thread, or a construction that has a task of its own.
    fileprivate typealias Owner = UnsafeRawPointer

    fileprivate typealias Waiters = [ObjectIdentifier: Waiter]

    let binding: AnyBinding

    /// The thread that constructs the instance.
    ///
    /// If a task constructs it, this is nil, and no thread may sleep until it exists.
    private let thread: UnsafeRawPointer?

    /// What constructs the instance.
    fileprivate var owner: Owner { thread ?? Owner(Unmanaged.passUnretained(self).toOpaque()) }

    static let lock = Lock()

    // Mutable state is guarded by `lock`. Methods whose names end with `Locked` are called with it held.

    /// What waits inside the constructions of an owner.
    nonisolated(unsafe) fileprivate static var waitersInside: [Owner: Waiters] = [:]

    /// What waits for this construction.
    fileprivate var waiters: Waiters = [:]

    private var isFinished = false

    /// The task that constructs the instance.
    private var task: Task<Void, Never>?

    /// The highest priority of the waiting tasks.
    private var priority: TaskPriority?

    init(of binding: AnyBinding, thread: UnsafeRawPointer?) {
        self.binding = binding
        self.thread = thread
    }

    /// Returns whether a thread constructs the instance.
    func isConstructed(by thread: UnsafeRawPointer) -> Bool {
        self.thread == thread
    }

    /// Passes the outcome to all waiting threads and tasks.
    func finish(_ outcome: Outcome) {
        let finished = Construction.lock.withLock {
            isFinished = true
            for waiter in waiters.values {
                waiter.endLocked(with: .success(outcome))
            }
            defer { (waiters, task) = ([:], nil) }
            return waiters
        }
        finished.values.forEach { $0.resume() }
    }

    // MARK: - Waiting

    /// Sleeps until the construction is finished.
    ///
    /// - Returns: The outcome, or nil if the construction finished earlier and the request must be tried again.
    /// - Throws: `needsAwaiting` if a task constructs the instance; `cycle` if that is the current task, or if the
    ///   constructing thread waits, directly or through other threads, for a construction on this one.
    func wait(at location: CodeLocation) throws -> Outcome? {
        guard thread != nil else {
            throw TaskFrame.contains(binding) ? ResolutionError.cycle(of: binding) : .failed(.needsAwaiting)
        }
        let stack = ResolutionStack.current
        let waiter = Waiter(for: self, onThread: stack.thread, below: stack.path, at: location)
        let condition = Condition()
        if enter(waiter, in: nil, resumedBy: condition.wakeAll) {
            Construction.lock.withLock {
                while waiter.result == nil {
                    condition.wait(holding: Construction.lock)
                }
            }
        }
        return try waiter.result?.get()
    }

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
    nonisolated(nonsending) func outcome(
        awaitedIn frame: TaskFrame?,
        at location: CodeLocation?,
        below path: [RequestedBinding] = [],
        starting start: () -> Void = {}
    ) async throws -> Outcome? {
        let waiter = Waiter(for: self, in: frame, below: path, at: location)
        await withTaskCancellationHandler {
            await raisingPriority {
                await withCheckedContinuation { continuation in
                    let mustWait = enter(waiter, in: frame) { continuation.resume() }
                    start()
                    if !mustWait {
                        continuation.resume()
                    }
                }
            }
        } onCancel: {
            if location != nil {
                leave(waiter)
            }
        }
        // Reading the result under the lock also tells ThreadSanitizer that it was written before. It does not know
        // this of a continuation that is resumed before the task is suspended.
        return try withExtendedLifetime(waiter) {
            try Construction.lock.withLock { waiter.result }?.get()
        }
    }

    /// Suspends the task until the construction succeeds or fails.
    ///
    /// Returns at once if waiting would cause a deadlock.
    func finished() async {
        _ = try? await outcome(awaitedIn: .current, at: nil)
    }

    /// Registers a waiter, unless it has a result already or gets one here.
    ///
    /// - Parameters:
    ///   - waiter: The waiter.
    ///   - frame: The construction in which a task waits, if any.
    ///   - resume: Wakes the thread, or resumes the task.
    /// - Returns: Whether it must wait. If so, `finish` or `leave` calls `resume`.
    private func enter(_ waiter: Waiter, in frame: TaskFrame?, resumedBy resume: @escaping () -> Void) -> Bool {
        var way: [Step]?
        let mustWait = Construction.lock.withLock {
            if isFinished {
                waiter.result = .success(nil)
            }
            guard waiter.result == nil else { return false }
            way = wayLocked(backTo: waiter)
            guard way == nil else { return false }
            waiter.onEnd = resume
            waiters[ObjectIdentifier(waiter)] = waiter
            waiter.owner.map { Construction.waitersInside[$0, default: [:]][ObjectIdentifier(waiter)] = waiter }
            return true
        }
        if let way {
            let cycle = ResolutionError.cycle(path: path(of: way, in: frame))
            Construction.lock.withLock { waiter.result = .failure(cycle) }
        }
        return mustWait
    }

    /// Ends the wait of a task that was cancelled.
    private func leave(_ waiter: Waiter) {
        let hasLeft = Construction.lock.withLock {
            guard waiter.result == nil else { return false }
            waiters[ObjectIdentifier(waiter)] = nil
            waiter.endLocked(with: .failure(CancellationError()))
            return true
        }
        if hasLeft {
            waiter.resume()
        }
    }

    /// A step from a construction to another one that it waits for.
    private typealias Step = (construction: Construction, waiter: Waiter)

    /// Returns the shortest way from this construction, through those that it waits for, to the one in which a waiter
    /// waits; nil if there is none.
    ///
    /// - Complexity: O(*n*), where *n* is the number of waiters, because each construction is visited once.
    private func wayLocked(backTo waiter: Waiter) -> [Step]? {
        guard let owner = waiter.owner else { return nil }
        var visited: [(construction: Construction, waiter: Waiter?, previous: Int)] = [(self, nil, 0)]
        var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var index = 0
        while visited[index].construction.owner != owner {
            for waiter in (Construction.waitersInside[visited[index].construction.owner] ?? [:]).values
            where known.insert(ObjectIdentifier(waiter.awaited)).inserted {
                visited.append((waiter.awaited, waiter, index))
            }
            index += 1
            // A construction for which only outermost requests wait is in no cycle, however long the way ahead is.
            guard index < visited.count, index > 1 || waiter.isInAwaitedLocked else { return nil }
        }
        var way: [Step] = []
        while let waiter = visited[index].waiter {
            index = visited[index].previous
            way.append((visited[index].construction, waiter))
        }
        return way.reversed()
    }

    /// Returns the path of a cycle, which leads from this construction to one that is around a frame.
    ///
    /// It ends at the first such construction, because the path to the request begins there.
    private func path(of way: [Step], in frame: TaskFrame?) -> [RequestedBinding] {
        var path = [RequestedBinding(binding: binding, location: nil)]
        for (construction, waiter) in way {
            // Outside the lock, because reading a frame may release the last reference to an instance.
            if frame?.isInside(construction) == true {
                break
            }
            path += waiter.path(below: construction.binding)
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
    private nonisolated(nonsending) func raisingPriority(_ wait: nonisolated(nonsending) () async -> Void) async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return await wait() }
        await withTaskPriorityEscalationHandler {
            // Inside the handler, so that a change of priority is either read or handled.
            raisePriority(to: Task.currentPriority)
            await wait()
        } onPriorityEscalated: { _, priority in
            self.raisePriority(to: priority)
        }
    }

    /// Raises the priority of the task that constructs the instance, and of the tasks that it waits for.
    private func raisePriority(to priority: TaskPriority) {
        var pending = [self]
        while let construction = pending.popLast() {
            let (task, inside) = Construction.lock.withLock {
                construction.raisePriorityLocked(to: priority)
                    ? (construction.task, Construction.waitersInside[construction.owner] ?? [:]) : (nil, [:])
            }
            task?.raisePriority(to: priority)
            pending += inside.values.map(\.awaited)
        }
    }

    /// Sets the priority.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: Whether it was lower.
    private func raisePriorityLocked(to priority: TaskPriority) -> Bool {
        guard !isFinished, self.priority.map({ $0 < priority }) ?? true else { return false }
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

/// A thread that sleeps, or a task that is suspended, until a construction is finished.
private final class Waiter: @unchecked Sendable {
    // Mutable state is guarded by `Construction.lock`.

    /// The construction that the thread or task waits for.
    let awaited: Construction

    /// The construction in which a task waits, if any, which keeps the address that is its owner.
    private let holder: Construction?

    /// What waits, or nil for a task outside every construction.
    let owner: Construction.Owner?

    /// The path to the awaited construction, from a construction of the owner.
    private let path: [RequestedBinding]

    /// The outcome of the construction, nil instead if it finished earlier, or the reason not to wait.
    var result: Result<Construction.Outcome?, any Error>?

    /// Wakes the thread, or resumes the task.
    var onEnd: (() -> Void)?

    /// Creates the waiter of the current thread.
    init(
        for awaited: Construction,
        onThread thread: UnsafeRawPointer,
        below path: [RequestedBinding],
        at location: CodeLocation
    ) {
        self.awaited = awaited
        self.path = path + [RequestedBinding(binding: awaited.binding, location: location)]
        holder = nil
        owner = thread
    }

    /// Creates the waiter of a task.
    init(for awaited: Construction, in frame: TaskFrame?, below path: [RequestedBinding], at location: CodeLocation?) {
        self.awaited = awaited
        holder = frame?.construction
        owner = holder?.owner
        let first = holder.map { RequestedBinding(binding: $0.binding, location: nil) }
        let last = RequestedBinding(binding: awaited.binding, location: location ?? awaited.binding.location)
        self.path = [first].compactMap(\.self) + (frame?.unshared ?? []) + path + [last]
    }

    /// Whether another construction may wait for the one in which this waits.
    var isInAwaitedLocked: Bool {
        holder?.waiters.values.contains { $0.owner != nil } ?? true
    }

    /// The path from a construction of the owner to the awaited one.
    func path(below binding: AnyBinding) -> ArraySlice<RequestedBinding> {
        let index = path.firstIndex { $0.binding.identity == binding.identity } ?? path.count - 2
        return path[(index + 1)...]
    }

    /// Ends the wait, so that no path leads through it.
    func endLocked(with result: Result<Construction.Outcome?, any Error>) {
        self.result = result
        guard let owner else { return }
        Construction.waitersInside[owner]?[ObjectIdentifier(self)] = nil
        if Construction.waitersInside[owner]?.isEmpty == true {
            Construction.waitersInside[owner] = nil
        }
    }

    /// Resumes the thread or task after the end of the wait.
    func resume() {
        onEnd?()
    }
}
