extension Lifetime {
    /// Whether an injector keeps the instance, and ends it.
    var isEnded: Bool { isKeptByBinding && self != .weak }
}

/// The end of an instance: the user's `onEnd`, which runs once, whoever runs it.
@usableFromInline
final class Teardown: @unchecked Sendable {
    // `lock` guards the variables.

    /// The position of the instance in the order in which instances were constructed in the process.
    let number = Teardown.lastNumber.increment()

    /// The binding of the instance.
    let binding: Binding

    /// The override in which the instance was created.
    let override: Int?

    /// The user's closure, with the instance.
    private let action: OnEnd<Void>

    private enum State {
        case pending
        case running
        case over
    }

    private var state = State.pending
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private static let lock = Lock()
    private static let lastNumber = AtomicCounter()

    init(_ action: OnEnd<Void>, of binding: Binding) {
        self.action = action
        self.binding = binding
        override = Context.override?.id
    }

    /// Returns whether the caller is the first one, and must run the end.
    func take() -> Bool {
        Teardown.lock.withLock {
            defer { state = state == .pending ? .running : state }
            return state == .pending
        }
    }

    /// Whether somebody has taken the end.
    var isTaken: Bool { Teardown.lock.withLock { state != .pending } }

    /// Whether the end must be awaited.
    var isAwaited: Bool { action.isAwaited }

    /// Runs the end, after `take()`.
    ///
    /// - Returns: The error of the `onEnd`.
    @inline(never)
    fileprivate func run() async -> EndingError.Failure? {
        guard case .awaited(let run) = action else { return runNow() }
        do {
            try await run(())
            return nil
        } catch {
            return EndingError.Failure(error: error, location: binding.location)
        }
    }

    /// Runs the end, unless it must be awaited.
    @inline(never)
    fileprivate func runNow() -> EndingError.Failure? {
        guard case .immediate(let run) = action else { return nil }
        do {
            try run(())
            return nil
        } catch {
            return EndingError.Failure(error: error, location: binding.location)
        }
    }

    fileprivate func finish() {
        let waiters = Teardown.lock.withLock {
            defer { (state, self.waiters) = (.over, []) }
            return self.waiters
        }
        waiters.forEach { $0.resume() }
    }

    /// Waits until somebody else has run the end.
    @inline(never)
    fileprivate nonisolated(nonsending) func finished() async {
        await withCheckedContinuation { continuation in
            let isOver = Teardown.lock.withLock {
                if state != .over {
                    waiters.append(continuation)
                }
                return state == .over
            }
            if isOver {
                continuation.resume()
            }
        }
    }
}

/// The ends of instances that have left their slots in a registry or a scope.
struct Ends {
    /// Those that somebody is about to run, and those that are running.
    private var teardowns: [Teardown] = []

    /// The errors of ends that nobody waited for, the latest ones if there are many.
    ///
    /// A program that never ends its injectors never reads them.
    private var failures: [(lifetime: Lifetime, failure: EndingError.Failure)] = []

    init() {}

    /// All of them, in an array that shares nothing with these.
    var all: [Teardown] { teardowns.map { $0 } }
    var isDone: Bool { teardowns.isEmpty }
    var isEmpty: Bool { teardowns.isEmpty && failures.isEmpty }

    mutating func add(_ teardown: Teardown) {
        if !teardowns.contains(where: { $0 === teardown }) {
            teardowns.append(teardown)
        }
    }

    mutating func finish(_ teardown: Teardown) {
        teardowns.removeAll { $0 === teardown }
    }

    /// Adds an error.
    ///
    /// - Returns: The error that it forgets, which the caller releases after the lock.
    mutating func remember(_ failure: EndingError.Failure, of lifetime: Lifetime) -> EndingError.Failure? {
        failures.append((lifetime, failure))
        return failures.count > 100 ? failures.removeFirst().failure : nil
    }

    /// Returns and forgets the errors of one lifetime, or of all.
    mutating func takeFailures(of lifetime: Lifetime?) -> [EndingError.Failure] {
        if failures.isEmpty {
            return []
        }
        defer { failures.removeAll { lifetime == nil || $0.lifetime == lifetime } }
        return failures.filter { lifetime == nil || $0.lifetime == lifetime }.map(\.failure)
    }
}

/// A registry or a scope, which keeps instances until they end.
protocol EndKeeper: AnyObject, Sendable {
    func withEnds<Result>(_ body: (inout Ends) -> Result) -> Result

    /// Empties the slot with the instance of a teardown, if it has one.
    ///
    /// - Returns: What it removed, which the caller releases.
    func remove(_ teardown: Teardown) -> AnyObject?

    /// Notes that an end has run.
    func endDidFinish()
}

extension Teardown {
    /// Ends an instance that was created but is not kept, because a decorator threw or its lifetime has ended meanwhile.
    ///
    /// It ends at once, in a task of its own, or on this thread in a scope that ends synchronously. Whoever ends the
    /// keeper waits for that, and gets its error.
    ///
    /// - Parameters:
    ///   - keeper: What would have kept the instance.
    ///   - free: Frees the slot, before the end runs.
    func endNow(in keeper: any EndKeeper, after free: () -> Void = {}) {
        guard take() else { return free() }
        keeper.withEnds { $0.add(self) }
        free()
        let scope = keeper as? OpenedScope
        let context = Context.new { values in
            scope.map { values.enter($0) }
            values.isEnding = true
        }
        context.run {
            if scope?.endsSynchronously == true {
                finish(in: keeper, runNow())
            } else {
                Task { finish(in: keeper, await run()) }
            }
        }
    }

    private func finish(in keeper: any EndKeeper, _ failure: EndingError.Failure? = nil) {
        let forgotten = keeper.withEnds { ends in
            ends.finish(self)
            return failure.flatMap { ends.remember($0, of: binding.lifetime) }
        }
        withExtendedLifetime(forgotten) {}
        finish()
        keeper.endDidFinish()
    }
}

/// Ends instances in order, the latest first.
///
/// It takes an end when it is about to run it, and waits for one that another ending runs. So endings at the same time
/// end everything together, in order. An ending inside an `onEnd` or a running factory waits for nobody, because that
/// might wait for it.
struct Ending: Sendable {
    /// An end, and who keeps the instance.
    typealias Item = (teardown: Teardown, keeper: any EndKeeper)

    private let items: [Item]

    /// Whether the ending may wait for others.
    static var canWait: Bool {
        Context.read { $0.values.isEnding } != true
            && Constructions.path(below: nil).isEmpty
    }

    @inline(never)
    init(_ items: [Item]) {
        self.items = items.ordered { $0.teardown.number > $1.teardown.number }
    }

    var isEmpty: Bool { items.isEmpty }

    @inline(never)
    private var numbers: [Int] { items.map(\.teardown.number) }

    /// Collects what to end, after awaiting the constructions that are under way.
    ///
    /// The slots are visited one after the other, and a construction that was under way may have filled one that was
    /// visited before. So the ending is complete once two visits find the same. Constructions that fail may be tried
    /// again and again; the ending does not wait for ever.
    ///
    /// - Parameters:
    ///   - isClosed: Whether no construction can begin any more.
    ///   - collect: Returns the constructions and the ends. It receives whether the ending can wait.
    /// - Returns: The ending of what was found.
    nonisolated(nonsending) static func collecting(
        isClosed: Bool = false,
        _ collect: (_ canWait: Bool) -> (underWay: [Construction], items: [Item])
    ) async -> Ending {
        let canWait = canWait
        var last: [Int]?
        for _ in 0..<100 {
            let (underWay, items) = collect(canWait)
            let ending = Ending(items)
            let numbers = ending.numbers
            if !canWait || underWay.isEmpty && (isClosed || numbers == last) {
                return ending
            }
            last = numbers
            await finished(underWay)
        }
        return Ending(collect(canWait).items)
    }

    @inline(never)
    private nonisolated(nonsending) static func finished(_ constructions: [Construction]) async {
        for construction in constructions {
            await construction.finished()
        }
    }

    /// Ends every instance.
    ///
    /// An end that throws does not stop the others. The cancellation of the current task does not affect them.
    ///
    /// - Parameter earlier: Returns the errors of ends that have run before, or that ran elsewhere until now.
    /// - Returns: These errors, and those of the ends that ran here.
    nonisolated(nonsending) func run(earlier: () -> [EndingError.Failure] = { [] }) async -> [EndingError.Failure] {
        let canWait = Ending.canWait
        for item in items where canWait && item.teardown.isTaken {
            await item.teardown.finished()
        }
        return earlier() + (await run(canWait))
    }

    private nonisolated(nonsending) func run(_ canWait: Bool) async -> [EndingError.Failure] {
        if items.isEmpty {
            return []
        }
        guard Task.isCancelled || items.contains(where: \.teardown.isAwaited) else {
            return await run(canWait: canWait)
        }
        // In the task, lookups are still part of the construction whose factory ends the instances.
        let frame = Constructions.taskFrame
        return await Task {
            guard let frame else { return await run(canWait: canWait) }
            return (try? await Context.new().run(in: frame) { await run(canWait: canWait) }) ?? []
        }.value
    }

    private nonisolated(nonsending) func run(canWait: Bool) async -> [EndingError.Failure] {
        await Context.new { $0.isEnding = true }.run {
            var failures: [EndingError.Failure] = []
            for item in items {
                if Ending.take(item) {
                    await item.teardown.run().map { failures.append($0) }
                    Ending.finish(item)
                } else if canWait {
                    await item.teardown.finished()
                }
            }
            return failures
        }
    }

    /// Performs `run()` up to the first end that must be awaited, or that somebody else runs.
    ///
    /// - Returns: The errors of the ends that have run, and whether these were all.
    func runNow() -> (failures: [EndingError.Failure], isComplete: Bool) {
        if items.isEmpty {
            return ([], true)
        }
        let canWait = Ending.canWait
        var failures: [EndingError.Failure] = []
        return Context.new { $0.isEnding = true }.run {
            for item in items {
                if !item.teardown.isAwaited, Ending.take(item) {
                    item.teardown.runNow().map { failures.append($0) }
                    Ending.finish(item)
                } else if item.teardown.isAwaited || canWait {
                    return (failures, false)
                }
            }
            return (failures, true)
        }
    }

    /// Takes an end, and makes the instance unavailable.
    ///
    /// The end is among those that run before it leaves its slot, so that another ending always finds it.
    private static func take(_ item: Item) -> Bool {
        guard item.teardown.take() else { return false }
        item.keeper.withEnds { $0.add(item.teardown) }
        withExtendedLifetime(item.keeper.remove(item.teardown)) {}
        return true
    }

    private static func finish(_ item: Item) {
        item.keeper.withEnds { $0.finish(item.teardown) }
        item.teardown.finish()
        item.keeper.endDidFinish()
    }
}
