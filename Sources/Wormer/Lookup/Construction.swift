import CWormer

/// The construction of a shared instance that others wait for; it exists only once somebody waits.
///
/// A thread waits only for threads. So a cycle consists of threads or of tasks, never of both. Those who waited for a
/// construction that was dropped look again.
@usableFromInline
final class Construction: @unchecked Sendable {
    /// The instance; nil if those who wait must look again; or the error of the factory.
    typealias Outcome = Result<AnyInstance?, any Error>

    // One lock guards all variables: who waits for whom. Functions whose names end with `Locked` are called with it held.

    let binding: Binding

    private var owner: Owner
    private var isFinished = false

    /// Those who wait for this construction.
    private var waiters: [ObjectIdentifier: Waiter] = [:]

    /// Those who wait inside the constructions of an owner.
    nonisolated(unsafe) private static var waitersInside: [Owner: [ObjectIdentifier: Waiter]] = [:]

    init(of binding: Binding, by owner: Owner) {
        self.binding = binding
        self.owner = owner
    }

    /// Whether it is finished.
    var isOver: Bool { Construction.withLock { isFinished } }

    private static func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        wormer_lock_waiting()
        defer { wormer_unlock_waiting() }
        return try body()
    }

    /// Notes that a thread has taken the slot over from a task that only prepares.
    func pass(to owner: Owner) {
        Construction.withLock { self.owner = owner }
    }

    /// Ends the construction for those who wait.
    func finish(_ outcome: Outcome) {
        let finished = Construction.withLock {
            isFinished = true
            let waiters = waiters.values
            waiters.forEach { endLocked($0, with: outcome) }
            return waiters
        }
        finished.forEach { $0.continuation?.resume() }
    }

    // MARK: - Waiting

    /// Sleeps until the construction is finished.
    ///
    /// - Returns: The instance, or nil if the lookup must look again.
    /// - Throws: The error of the construction; `needsAwaiting` if a task constructs the instance; `cycle` if that is the
    ///   current task, or if the constructing thread waits, directly or through other threads, for one on this thread.
    func wait(at location: CodeLocation) throws -> AnyInstance? {
        let begun = Trace.now
        defer { Trace.didWait(since: begun) }
        let thread = Owner.thisThread
        let path = EnclosingConstructions.path(below: nil)
        let waiter = Waiter(for: self, in: [thread], path + [PathStep(binding: binding, location: location)])
        if Construction.withLock({ !isFinished && !owner.isThread }) {
            throw EnclosingConstructions.contain(binding, below: nil)
                ? LookupError.cycle(of: binding) : LookupError.failed(.needsAwaiting)
        }
        if enter(waiter) {
            Construction.withLock {
                while waiter.result == nil {
                    wormer_sleep()
                }
            }
        }
        return try waiter.result?.get() ?? nil
    }

    /// Suspends the task until the construction is finished.
    ///
    /// - Parameters:
    ///   - frame: The construction in which the task waits, if any.
    ///   - location: The location of the lookup, or nil for a wait that cannot be cancelled.
    ///   - start: Starts the construction after the task is registered as waiting.
    /// - Returns: The instance, or nil if the lookup must look again.
    /// - Throws: The error of the construction; `cycle` if the construction waits, directly or through others, for one
    ///   that the task is in; `CancellationError` if the task is cancelled. The construction then continues.
    nonisolated(nonsending) func wait(
        below frame: Frame?,
        at location: CodeLocation?,
        starting start: () -> Void = {}
    ) async throws -> AnyInstance? {
        let step = PathStep(binding: binding, location: location ?? binding.location)
        let frames = frame?.ofItsTask ?? []
        let path = frames.reversed().compactMap(\.step)
        let waiter = Waiter(for: self, in: frames.map(\.owner), path + [step])
        waiter.frame = frame
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter.continuation = continuation
                let isWaiting = enter(waiter)
                start()
                if !isWaiting {
                    continuation.resume()
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
            try Construction.withLock { waiter.result }?.get() ?? nil
        }
    }

    /// Suspends the task until the construction succeeds or fails.
    ///
    /// Returns at once if waiting would cause a deadlock.
    nonisolated(nonsending) func finished() async {
        _ = try? await wait(below: EnclosingConstructions.taskFrame, at: nil)
    }

    /// Registers a waiter, unless it has a result already or gets one here.
    ///
    /// - Parameter waiter: The waiter.
    /// - Returns: Whether it must wait. If so, `finish` or `leave` wakes it.
    private func enter(_ waiter: Waiter) -> Bool {
        var way: [Step]?
        let mustWait = Construction.withLock {
            if isFinished {
                waiter.result = waiter.result ?? .success(nil)
            }
            guard waiter.result == nil else { return false }
            way = wayLocked(backTo: waiter)
            guard way == nil else { return false }
            waiters[ObjectIdentifier(waiter)] = waiter
            for owner in waiter.owners {
                Construction.waitersInside[owner, default: [:]][ObjectIdentifier(waiter)] = waiter
            }
            return true
        }
        if let way {
            let cycle = LookupError.cycle(path: path(of: way, waiter))
            Construction.withLock { waiter.result = .failure(cycle) }
        }
        return mustWait
    }

    /// Ends the wait of a task that was cancelled.
    private func leave(_ waiter: Waiter) {
        let hasLeft = Construction.withLock {
            guard waiter.result == nil else { return false }
            return endLocked(waiter, with: .failure(CancellationError()))
        }
        if hasLeft {
            waiter.continuation?.resume()
        }
    }

    /// Ends a wait.
    ///
    /// The caller resumes a task outside the lock.
    ///
    /// - Returns: Whether it had begun.
    @discardableResult
    private func endLocked(_ waiter: Waiter, with result: Outcome) -> Bool {
        waiter.result = result
        if waiter.continuation == nil {
            wormer_wake_all()
        }
        for owner in waiter.owners {
            Construction.waitersInside[owner]?[ObjectIdentifier(waiter)] = nil
            if Construction.waitersInside[owner]?.isEmpty == true {
                Construction.waitersInside[owner] = nil
            }
        }
        return waiters.removeValue(forKey: ObjectIdentifier(waiter)) != nil
    }

    // MARK: - Cycles

    /// A step from a construction to another one that it waits for.
    private typealias Step = (construction: Construction, waiter: Waiter)

    /// Returns the shortest way from this construction, through those that it waits for, to one in which a waiter waits;
    /// nil if there is none.
    ///
    /// - Complexity: O(*n*), where *n* is the number of waiters, because each construction is visited once.
    private func wayLocked(backTo waiter: Waiter) -> [Step]? {
        if waiter.owners.isEmpty {
            return nil
        }
        var visited: [(construction: Construction, waiter: Waiter?, previous: Int)] = [(self, nil, 0)]
        var known: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var index = 0
        while !waiter.owners.contains(visited[index].construction.owner) {
            for next in (Construction.waitersInside[visited[index].construction.owner] ?? [:]).values
            where !next.awaited.isFinished && known.insert(ObjectIdentifier(next.awaited)).inserted {
                visited.append((next.awaited, next, index))
            }
            index += 1
            guard index < visited.count else { return nil }
        }
        var way: [Step] = []
        while let waiter = visited[index].waiter {
            index = visited[index].previous
            way.append((visited[index].construction, waiter))
        }
        return way.reversed()
    }

    /// Returns the path of a cycle, which leads from this construction to one that is around a waiter.
    ///
    /// It ends at the first such construction, because the path to the lookup begins there.
    private func path(of way: [Step], _ waiter: Waiter) -> [PathStep] {
        var path = [PathStep(binding: binding, location: nil)]
        for (construction, next) in way {
            if waiter.frame.map({ EnclosingConstructions.contain(construction.binding, below: $0) }) == true {
                break
            }
            path += next.path(below: construction.binding)
        }
        return path
    }
}

extension Frame {
    /// The constructions that a wait in this frame holds up, the innermost first.
    ///
    /// They are those of the same task: the frames up to one whose task is its own. Whoever waits for that one is known.
    fileprivate var ofItsTask: [Frame] {
        var frames = [self]
        while let last = frames.last, !last.hasOwnTask, let outer = last.outer {
            frames.append(outer)
        }
        return frames
    }
}

/// A thread that sleeps, or a task that is suspended, until a construction is finished.
private final class Waiter: @unchecked Sendable {
    // The lock of constructions guards the result. Everything else is set before the waiter is shared.

    /// The construction that the thread or task waits for.
    let awaited: Construction

    /// The constructions that the wait holds up.
    let owners: [Owner]

    /// The frame of a task, which keeps the addresses of the owners.
    var frame: Frame?

    /// The path to the awaited construction, from the outermost one of the owners.
    private let path: [PathStep]

    /// The outcome of the construction, or the reason not to wait.
    var result: Construction.Outcome?

    /// The continuation that resumes a task; nil for a thread.
    var continuation: CheckedContinuation<Void, Never>?

    init(for awaited: Construction, in owners: [Owner], _ path: [PathStep]) {
        self.awaited = awaited
        self.owners = owners
        self.path = path
    }

    /// The path from a construction of the owner to the awaited one.
    func path(below binding: Binding) -> ArraySlice<PathStep> {
        let index = path.lastIndex { $0.binding.identity == binding.identity && $0.binding !== awaited.binding } ?? -1
        return path[(index + 1)...]
    }
}
