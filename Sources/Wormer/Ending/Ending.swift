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
        creator = AtomicCounter.runningEndings.isZero ? nil : Context.ending
        running = Construction(of: binding, by: .nobody)
    }

    /// Returns the instance to the first caller, who must end it.
    fileprivate func take() -> AnyInstance? {
        Teardown.lock.withLock { _ in
            defer { instance = nil }
            return instance
        }
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
        let context = Context.new { values in
            scope.map { values.enter($0) }
            values.ending = 0
        }
        @Sendable func finish(_ failure: EndingError.Failure?) {
            self.finish(in: keeper, keeping: occasion == nil ? failure : nil)
            if let occasion, let failure {
                EndingError.report([failure], occasion)
            }
        }
        context.run {
            if scope?.endsSynchronously == true || occasion != nil && !isAwaited {
                finish(runNow(instance))
            } else {
                Task { finish(await run(instance)) }
            }
        }
    }

    /// Takes an end, and makes the instance unavailable.
    ///
    /// The end is among those that run before it leaves its slot, so that another ending always finds it.
    fileprivate func take(from keeper: any EndKeeper) -> AnyInstance? {
        guard let instance = take() else { return nil }
        keeper.withEnds { $0.add(self) }
        withExtendedLifetime(keeper.remove(self)) {}
        return instance
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
/// It takes an end when it is about to run it, and waits for one that another ending runs. So endings at the same time
/// end everything together, in order. An ending inside an `onEnd` or a running factory waits for nobody, because that
/// might wait for it. An end that throws does not stop the others.
struct Ending: Sendable {
    /// An end, and who keeps the instance.
    typealias Item = (teardown: Teardown, keeper: any EndKeeper)

    /// The ends that have not run yet; the last one is the next.
    private(set) var items: [Item]

    private let number: Int
    private let canWait = Ending.canWait

    /// The errors of ends that nobody waited for, and then of those that ran here.
    private(set) var failures: [EndingError.Failure] = []

    /// Whether the ending may wait for others.
    static var canWait: Bool { Context.ending == nil && EnclosingConstructions.path(below: nil).isEmpty }

    /// Creates an ending.
    ///
    /// - Parameters:
    ///   - items: The ends.
    ///   - number: The number of its rounds. Otherwise it belongs to the ending whose `onEnd` is the caller.
    init(_ items: [Item], as number: Int? = nil) {
        self.number = number ?? Context.ending ?? 0
        self.items = []
        for item in items.ordered(by: { $0.teardown.number < $1.teardown.number }) {
            if let failure = item.teardown.takeFailure(from: item.keeper) {
                failures.append(failure)
            } else {
                self.items.append(item)
            }
        }
        self.items = Ending.inOrderOfUse(self.items)
    }

    var isEmpty: Bool { items.isEmpty }

    /// Collects what to end, after awaiting the constructions that are under way.
    ///
    /// The slots are visited one after the other, and a construction that was under way may have filled one that was
    /// visited before. So the ending is complete once two visits find the same. Constructions that fail may be tried
    /// again and again; the ending does not wait for ever.
    ///
    /// - Parameters:
    ///   - number: The number of the rounds, if there are any.
    ///   - isClosed: Whether no construction can begin any more.
    ///   - collect: Returns the constructions and the ends. It receives whether the ending can wait. An optional, because
    ///     the compiler would otherwise copy this function for each closure.
    /// - Returns: The ending of what was found.
    nonisolated(nonsending) static func collecting(
        as number: Int? = nil,
        isClosed: Bool = false,
        _ collect: ((_ canWait: Bool) -> (underWay: [Construction], items: [Item]))?
    ) async -> Ending {
        let canWait = canWait
        var last: Set<Int>?
        for _ in 0..<100 {
            guard let (underWay, items) = collect?(canWait) else { break }
            let found = Set(items.map(\.teardown.number))
            if !canWait || underWay.isEmpty && (isClosed || found == last) {
                return Ending(items, as: number)
            }
            last = found
            for construction in underWay {
                await construction.finished()
            }
        }
        return Ending(collect?(canWait).items ?? [], as: number)
    }

    /// Ends instances up to the first end that must be awaited, or that somebody else runs.
    ///
    /// - Returns: Whether none is left.
    mutating func runNow() -> Bool {
        if items.isEmpty {
            return true
        }
        AtomicCounter.runningEndings.increment()
        defer { AtomicCounter.runningEndings.add(-1) }
        return Context.new { $0.ending = number }.run { runPart() }
    }

    private mutating func runPart() -> Bool {
        while let (teardown, keeper) = items.last {
            if !teardown.isAwaited, let instance = teardown.take(from: keeper) {
                teardown.runNow(instance).map { failures.append($0) }
                teardown.finish(in: keeper)
            } else if teardown.isAwaited || canWait {
                return false
            }
            items.removeLast()
        }
        return true
    }

    /// Ends every instance.
    ///
    /// An end that begins after the current task was cancelled runs in another task, and does not see that.
    nonisolated(nonsending) mutating func run() async {
        if items.isEmpty || !Task.isCancelled && runNow() {
            return
        }
        // Lookups are still part of the construction whose factory ends the instances, in the other task, too.
        let frame = EnclosingConstructions.taskFrame
        if !Task.isCancelled {
            await run(in: frame) { Task.isCancelled }
        }
        if !items.isEmpty {
            let ending = self
            self = await Task {
                var ending = ending
                await ending.run(in: frame) { false }
                return ending
            }.value
        }
    }

    /// Ends instances one after the other, at least one, until a function returns true.
    private nonisolated(nonsending) mutating func run(in frame: Frame?, until isOver: () -> Bool) async {
        AtomicCounter.runningEndings.increment()
        defer { AtomicCounter.runningEndings.add(-1) }
        await Context.new { $0.ending = number }.run(in: frame) {
            repeat {
                await runLast()
            } while !isOver() && !runPart()
        }
    }

    /// Runs the last end, or waits until somebody else has run it.
    private mutating func runLast() async {
        let (teardown, keeper) = items.removeLast()
        if let instance = teardown.take(from: keeper) {
            await teardown.run(instance).map { failures.append($0) }
            teardown.finish(in: keeper)
        } else if canWait {
            await teardown.running.finished()
        }
        teardown.takeFailure(from: keeper).map { failures.append($0) }
    }
}
