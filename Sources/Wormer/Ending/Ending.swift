extension Binding {
    /// Whether an injector keeps the instance, and ends it with a lifetime or, if that is nil, with all lifetimes.
    func isEnded(with lifetime: Lifetime?) -> Bool {
        !isAssigned && (lifetime.map { $0 == self.lifetime } ?? (self.lifetime.isKeptByBinding && !isWeak))
    }
}

extension Binding {
    /// Returns the end of an instance, if the binding has an `onEnd`.
    func teardown(of instance: AnyInstance) -> Teardown? {
        traits?.end.map { Teardown($0, of: instance, self) }
    }
}

/// The end of an instance: the user's `onEnd`, which runs once, whoever runs it.
@usableFromInline
final class Teardown: @unchecked Sendable {
    // `lock` guards the instance, and the lock of the keeper the failure.

    /// The position of the instance in the order in which instances were constructed in the process.
    let number = AtomicCounter.ends.increment()

    /// The binding of the instance.
    let binding: Binding

    /// The registry in which the lookups of its factory begin, until that is released; set before anybody keeps the
    /// instance.
    weak var registry: Registry?

    /// The number of the override in which the instance was created, or 0.
    let override: Int

    /// The number of the ending whose code created the instance, if one did.
    let creator: Int?

    /// The user's closure.
    private let end: OnEnd

    /// Whether the end must be awaited.
    var isAwaited: Bool { end.isAwaited }

    /// The construction that others wait for while somebody runs the end.
    fileprivate let running: Construction

    /// The instance, until somebody takes it to end it.
    private var instance: AnyInstance?

    /// The error of an end that nobody waited for, until an ending takes it.
    fileprivate(set) var failure: EndingError.Failure?

    private static let lock = Guarded(())

    fileprivate init(_ end: OnEnd, of instance: AnyInstance, _ binding: Binding) {
        (self.end, self.instance, self.binding) = (end, instance, binding)
        override = Override.number
        creator = Context.ending
        running = Construction(of: binding, by: .nobody)
    }

    /// Ends the instance that the caller took.
    ///
    /// - Returns: The error of the `onEnd`.
    fileprivate func run(_ instance: AnyInstance) async -> EndingError.Failure? {
        guard case .awaited(let end) = end.function else { return runNow(instance) }
        do {
            // Lookups share the instance. The user is responsible for an `onEnd` that can safely run here.
            try await end(instance)
            return nil
        } catch {
            return EndingError.Failure(error: error, location: binding.location)
        }
    }

    /// Performs `run(_:)` for a closure that needn't be awaited.
    fileprivate func runNow(_ instance: AnyInstance) -> EndingError.Failure? {
        guard case .immediate(let end) = end.function else { return nil }
        do {
            try end(instance)
            return nil
        } catch {
            return EndingError.Failure(error: error, location: binding.location)
        }
    }
}

extension Array where Element: AnyObject {
    /// Adds an object that isn't there.
    mutating func add(_ object: Element) {
        // The latest often ends first.
        if lastIndex(where: { $0 === object }) == nil {
            append(object)
        }
    }

    /// Removes an object, which the caller retains; of two, the one that was added last.
    mutating func removeLast(_ object: Element) {
        lastIndex { $0 === object }.map { _ = remove(at: $0) }
    }
}

/// A registry or a scope, which keeps instances until they end.
protocol EndKeeper: InstanceKeeper {
    /// Accesses the ends that have left their slots: those that are running, and those whose errors nobody has got.
    func withEnds<Result>(_ body: (inout [Teardown]) -> Result) -> Result

    /// Empties the slot with the instance of a teardown, if it has one.
    ///
    /// - Returns: What it removed, which the caller releases.
    func remove(_ teardown: Teardown) -> AnyObject?

    /// Notes that an end has run.
    func endDidFinish()
}

extension Teardown {
    /// Ends an instance that is not kept: a decorator threw, its lifetime has ended meanwhile, or it was reset.
    ///
    /// It ends at once, in a task of its own. In a scope that ends synchronously, or if it was reset and needn't be
    /// awaited, it ends on this thread. Whoever ends the keeper waits for that, and gets its error.
    ///
    /// - Parameters:
    ///   - keeper: What kept the instance, or would have kept it.
    ///   - occasion: When an instance was reset, as the end of a sentence. Then an error is reported instead.
    ///   - free: Frees the slot, before the end runs.
    func endNow(in keeper: any EndKeeper, reporting occasion: String? = nil, after free: () -> Void = {}) {
        guard let instance = take(from: keeper) else { return free() }
        free()
        let scope = keeper as? OpenedScope
        @Sendable func finish(_ failure: EndingError.Failure?) {
            self.finish(in: keeper, keeping: occasion == nil ? failure : nil)
            if let occasion, let failure {
                EndingError.report([failure], occasion)
            }
        }
        Ending.context(in: scope, 0).run {
            if scope?.endsSynchronously == true || occasion != nil && !isAwaited {
                finish(runNow(instance))
            } else {
                Task { finish(await run(instance)) }
            }
        }
    }

    /// Takes an end, and makes the instance unavailable.
    ///
    /// Only the first caller gets the instance, and must end it.
    /// The end is among those that run before it leaves its slot, so that another ending always finds it.
    fileprivate func take(from keeper: any EndKeeper) -> AnyInstance? {
        let taken = Teardown.lock.withLock { _ in
            defer { instance = nil }
            return instance
        }
        guard let taken else { return nil }
        keeper.withEnds { $0.add(self) }
        withExtendedLifetime(keeper.remove(self)) {}
        return taken
    }

    /// Notes that an end has run.
    ///
    /// A program that never ends its injectors never takes the errors, so there are at most a hundred.
    fileprivate func finish(in keeper: any EndKeeper, keeping failure: EndingError.Failure? = nil) {
        keeper.withEnds { ends in
            self.failure = failure
            if failure == nil || ends.count > 100 {
                ends.removeLast(self)
            }
        }
        running.finish(.success(nil))
        keeper.endDidFinish()
    }

    /// Returns the error of an end that nobody waited for, if there is one that no other ending has taken.
    fileprivate func takeFailure(from keeper: any EndKeeper) -> EndingError.Failure? {
        keeper.withEnds { ends in
            if failure != nil {
                ends.removeLast(self)
            }
            defer { failure = nil }
            return failure
        }
    }
}

/// Ends instances in order, the latest first, but each after those that use it; see `inOrderOfUse`.
///
/// It goes in rounds: each ends what the ends of the round before have created, until nothing new is there. A scope that
/// keeps nothing more has one round.
///
/// It takes an end when it is about to run it, and waits for one that another ending runs. So endings at the same time
/// end everything together, in order. An ending inside an `onEnd` or a running factory waits for nobody, because that
/// might wait for it. An end that throws does not stop the others.
struct Ending: Sendable {
    /// An end, and who keeps the instance.
    typealias Item = (teardown: Teardown, keeper: any EndKeeper)

    /// The constructions to await, and the ends.
    typealias Found = (underWay: [Construction], items: [Item])

    /// Returns what there is to await and to end, and receives whether the ending waits for constructions.
    private let collect: @Sendable (_ canWait: Bool) -> Found

    /// The scope, if that is what ends.
    private let scope: OpenedScope?

    /// The constructions and ends that the caller has found, until the first round takes them.
    private var found: Found?

    private let canWait = Ending.canWait
    private var rounds: EndingRounds

    /// The ends that have not run yet; the last one is the next.
    private var items: [Item] = []

    /// How often the round has collected, and the numbers of the ends that it has found last.
    private var (visits, last): (Int, [Int]?) = (0, nil)

    /// The errors of ends, also of those that nobody waited for.
    private var failures: [EndingError.Failure] = []

    /// Whether the ending may wait for others.
    private static var canWait: Bool { Context.ending == nil && EnclosingConstructions.path(below: nil).isEmpty }

    /// Creates the ending of what registries keep, or of a scope.
    init(
        in registries: [Registry]? = nil,
        of scope: OpenedScope? = nil,
        _ found: Found? = nil,
        _ collect: @escaping @Sendable (_ canWait: Bool) -> Found
    ) {
        (self.collect, self.scope, self.found, rounds) = (collect, scope, found, EndingRounds(in: registries))
    }

    // MARK: - Running

    /// Ends everything.
    ///
    /// An end that begins after the current task was cancelled runs in another task, and does not see that.
    ///
    /// - Returns: The errors.
    nonisolated(nonsending) consuming func run() async -> [EndingError.Failure] {
        // Lookups are still part of the construction whose factory ends the instances, in the other task, too.
        let frame = EnclosingConstructions.taskFrame
        while let underWay = collect(waiting: canWait) {
            for construction in underWay {
                await construction.finished()
            }
            while let item = endItems(unless: Task.isCancelled) {
                let ending = copy self
                let failure =
                    Task.isCancelled
                    ? await Task { await ending.end(item, in: frame) }.value : await end(item, in: frame)
                failure.map { failures.append($0) }
            }
        }
        return failures
    }

    /// Ends everything up to what must be awaited.
    ///
    /// - Parameters:
    ///   - errors: Receives the errors.
    ///   - location: The location from which it sleeps while other threads construct, or nil if it doesn't.
    /// - Returns: Whether nothing is left.
    consuming func runNow(_ errors: inout [EndingError.Failure], sleepingAt location: CodeLocation? = nil) -> Bool {
        defer { errors += failures }
        while let underWay = collect(waiting: true) {
            for construction in underWay {
                guard let location else { return false }
                _ = try? construction.wait(at: location)
            }
            if endItems() != nil {
                return false
            }
        }
        return true
    }

    /// Ends instances up to one whose end the caller has to await: that of each one if the task was cancelled.
    @inline(never)
    private mutating func endItems(unless isCancelled: Bool = false) -> Item? {
        if items.isEmpty {
            return nil
        }
        return context.run {
            while let item = items.popLast() {
                let (teardown, keeper) = item
                if !teardown.isAwaited, !isCancelled, let instance = teardown.take(from: keeper) {
                    teardown.runNow(instance).map { failures.append($0) }
                    teardown.finish(in: keeper)
                } else if teardown.isAwaited || isCancelled || canWait {
                    return item
                }
            }
            return nil
        }
    }

    /// Runs an end, or waits until somebody else has run it.
    private nonisolated(nonsending) func end(_ item: Item, in frame: Frame?) async -> EndingError.Failure? {
        let (teardown, keeper) = item
        if let instance = teardown.take(from: keeper) {
            let failure = await context.run(in: frame) { await teardown.run(instance) }
            teardown.finish(in: keeper)
            return failure
        }
        if canWait {
            await teardown.running.finished()
        }
        return teardown.takeFailure(from: keeper)
    }

    private var context: Context { Ending.context(in: scope, rounds.number) }

    /// Returns a context for the ends that belong to the ending with a number.
    fileprivate static func context(in scope: OpenedScope?, _ number: Int) -> Context {
        Context.new { values in
            scope.map { values.enter($0) }
            values.ending = number
        }
    }

    // MARK: - Collecting

    /// Collects what to end next, and what to await before.
    ///
    /// The slots are visited one after the other, and a construction that was under way may have filled one that was
    /// visited before. So the round is complete once two visits find the same. Constructions that fail may be tried
    /// again and again; the ending does not wait for ever.
    ///
    /// - Returns: The constructions, or nil if nothing is left.
    private mutating func collect(waiting waits: Bool) -> [Construction]? {
        if visits == 0, !rounds.begin() {
            return nil
        }
        visits += 1
        let (underWay, all) = found ?? collect(waits)
        found = nil
        let ends = rounds.select(all).ordered { $0.teardown.number < $1.teardown.number }
        let numbers = ends.map(\.teardown.number)
        guard !waits || visits > 100 || underWay.isEmpty && (scope != nil || numbers == last) else {
            last = numbers
            return underWay
        }
        (visits, last) = (0, nil)
        items = ends.filter { teardown, keeper in
            let failure = teardown.takeFailure(from: keeper)
            failure.map { failures.append($0) }
            return failure == nil
        }
        let endless = rounds.failures(leaving: items)
        failures += endless
        items = endless.isEmpty ? Ending.inOrderOfUse(items) : []
        return endless.isEmpty ? [] : nil
    }
}
