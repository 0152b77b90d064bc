import CWormer

/// The action that runs when the lifetime of an instance ends.
@usableFromInline
final class Teardown: @unchecked Sendable {
    // Unchecked because of `isTaken`, which only atomic operations access, by its address. It must be the first stored
    // property, and visible to clients. Otherwise the compiler removes it, because no code refers to it.

    /// 1 if somebody has decided to run the action.
    @usableFromInline var isTaken: UInt = 0

    /// The position of the instance in the order in which instances were constructed in the process.
    let number = Teardown.lastNumber.increment()

    /// The user's closure, with the instance.
    private let action: OnEnd<Void>

    private static let lastNumber = AtomicCounter()

    init(_ action: OnEnd<Void>) {
        self.action = action
    }

    /// Returns whether the caller is the first one, and must run the action.
    func take() -> Bool {
        let word = storedProperty(of: Unmanaged.passUnretained(self).toOpaque(), as: UInt.self)
        return wormer_compare_exchange(word, 0, 1)
    }

    /// Whether the action must be awaited.
    var isAwaited: Bool { action.isAwaited }

    /// Ends the instance.
    ///
    /// - Returns: The error of the action.
    func run() async -> (any Error)? {
        guard case .awaited(let run) = action else { return runNow() }
        do {
            try await run(())
            return nil
        } catch {
            return error
        }
    }

    /// Ends an instance of a binding.
    ///
    /// - Returns: The error of the action.
    func failure(of binding: AnyBinding) async -> EndingError.Failure? {
        await run().map { EndingError.Failure(error: $0, location: binding.location) }
    }

    /// Ends the instance, unless that must be awaited.
    ///
    /// - Returns: The error of the action.
    func runNow() -> (any Error)? {
        guard case .immediate(let run) = action else { return nil }
        do {
            try run(())
            return nil
        } catch {
            return error
        }
    }

    /// Ends an instance that was created but that no slot keeps, because a decorator threw, for example, or because its
    /// lifetime ended during its construction without waiting for it.
    ///
    /// The instance ends now, in a task of its own or, in a scope that ends synchronously, on this thread.
    ///
    /// - Parameters:
    ///   - binding: The binding of the instance.
    ///   - cache: The cache for which the instance was created, or nil if the binding would keep it.
    ///   - injector: The injector in which the binding is registered, if it is registered.
    func runUnkept(of binding: AnyBinding, in cache: InstanceCache?, _ injector: Injector?) {
        switch cache ?? injector?.registry {
        case let registry as Registry: registry.run(self, of: binding)
        case let scope as ScopeInstances where scope.runUnkept(self, of: binding): break
        default:
            Task {
                let failure = await failure(of: binding)
                EndingError.report([failure].compactMap(\.self), "after its scope had ended")
            }
        }
    }
}

/// The end of several instances: the teardowns of existing instances, and the constructions that must finish first.
struct Ending: Sendable {
    /// The end of one instance.
    fileprivate struct Item: Sendable {
        let teardown: Teardown
        let location: CodeLocation
        /// Makes the instance unavailable, right before it ends.
        let drop: (@Sendable () -> Void)?

        func run() async -> EndingError.Failure? {
            drop?()
            return await teardown.run().map { EndingError.Failure(error: $0, location: location) }
        }

        func runNow() -> EndingError.Failure? {
            drop?()
            return teardown.runNow().map { EndingError.Failure(error: $0, location: location) }
        }
    }

    private var items: [Item] = []
    private var underWay: [(construction: Construction, cache: InstanceCache?, drop: (@Sendable () -> Void)?)] = []

    /// The registries whose late endings belong to this one, and the lifetimes of these.
    private var registries: [(registry: Registry, lifetime: Lifetime?)] = []

    /// Adds what the constructions that were under way have created in the meantime.
    var addMore: (@Sendable (inout Ending) -> Void)?

    /// Whether there is nothing to end.
    var isEmpty: Bool {
        items.isEmpty && underWay.isEmpty && !registries.contains { $0.registry.hasLateEndings }
    }

    /// The number of instances to end, without those under construction.
    var count: Int { items.count }

    /// Whether constructions must finish first.
    var isWaiting: Bool { !underWay.isEmpty }

    /// Whether a teardown, or a construction, must be awaited.
    var isAwaited: Bool { isWaiting || items.contains(where: \.teardown.isAwaited) }

    mutating func add(_ teardown: Teardown, of binding: AnyBinding, drop: (@Sendable () -> Void)? = nil) {
        items.append(Item(teardown: teardown, location: binding.location, drop: drop))
    }

    /// Ends the lifetime of an instance, if there is one or if one is under construction.
    ///
    /// - Parameters:
    ///   - binding: The binding.
    ///   - cache: The cache that keeps the instance, or nil if the binding itself does.
    ///   - drop: Makes the instance unavailable, right before it ends.
    mutating func addInstance(
        of binding: AnyBinding,
        in cache: InstanceCache? = nil,
        drop: (@Sendable () -> Void)? = nil
    ) {
        _ = binding.withSlot(in: cache) { addInstance(in: $0, of: binding, in: cache, drop: drop) }
    }

    /// Performs `addInstance(of:in:drop:)` for a slot, with the lock of its cache held.
    mutating func addInstance(
        in slot: Slot,
        of binding: AnyBinding,
        in cache: InstanceCache?,
        drop: (@Sendable () -> Void)? = nil
    ) {
        switch slot.end(of: binding, sparesUnused: drop != nil) {
        case (_, let construction?):
            if !underWay.contains(where: { $0.construction === construction }) {
                underWay.append((construction, cache, drop))
            }
        case (let teardown?, nil): add(teardown, of: binding, drop: drop)
        case (nil, nil): break
        }
    }

    /// Also waits for the instances of a registry that end in tasks of their own, and collects their errors.
    mutating func addLateEndings(of registry: Registry, _ lifetime: Lifetime? = nil) {
        registries.append((registry, lifetime))
    }

    /// Ends every instance, starting with the latest, after awaiting the constructions that are under way.
    ///
    /// A teardown that throws does not stop the others. The cancellation of the current task does not affect them.
    ///
    /// - Returns: The errors of the teardowns.
    nonisolated(nonsending) func run() async -> [EndingError.Failure] {
        isEmpty ? [] : await runAll()
    }

    private func runAll() async -> [EndingError.Failure] {
        var ending = self
        await ending.finishConstructions()
        // Later than the constructions, which may have failed after an instance was created.
        var failures: [EndingError.Failure] = []
        for (registry, lifetime) in registries {
            failures += await registry.lateFailures(of: lifetime)
        }
        let rest = ending.items.latestFirst
        guard Task.isCancelled || rest.contains(where: \.teardown.isAwaited) else {
            return failures + rest.compactMap { $0.runNow() }
        }
        return failures + (await Ending.task(ending: rest[...]).value)
    }

    /// Waits for the constructions that are under way.
    private mutating func finishConstructions() async {
        // A construction that fails may be tried again and again, so wait for each binding only once.
        var awaited: Set<Int> = []
        while !underWay.isEmpty {
            let constructions = underWay
            underWay = []
            let count = awaited.count
            for (construction, cache, drop) in constructions {
                // After another try, the instance ends itself.
                if awaited.insert(construction.binding.identity).inserted {
                    await construction.finished()
                }
                let binding = construction.binding
                if let teardown = binding.takeTeardown(in: cache) {
                    add(teardown, of: binding, drop: drop)
                } else {
                    drop?()
                }
            }
            if awaited.count > count {
                addMore?(&self)
            }
        }
    }

    /// Starts a task that ends instances, and that is not cancelled together with the current one.
    private static func task(ending items: ArraySlice<Item>) -> Task<[EndingError.Failure], Never> {
        // In the task, requests are still part of the construction whose factory ends the instances.
        let outer = TaskFrame.current
        return Task {
            let end = { () async -> [EndingError.Failure] in
                var failures: [EndingError.Failure] = []
                for item in items {
                    await item.run().map { failures.append($0) }
                }
                return failures
            }
            guard let outer else { return await end() }
            let frame = TaskFrame(nil, recorder: outer.recorder, outer: outer)
            return (try? await frame.run(end)) ?? []
        }
    }

    /// Performs `run()` without awaiting.
    ///
    /// An instance that a task constructs ends after its construction.
    func runNow() -> [EndingError.Failure] {
        var ending = self
        for (construction, cache, _) in underWay {
            let binding = construction.binding
            _ = try? construction.wait(at: binding.location)
            binding.takeTeardown(in: cache).map { ending.add($0, of: binding) }
        }
        return ending.items.latestFirst.compactMap { $0.runNow() }
    }

    /// Performs `run()` without awaiting.
    ///
    /// From the first instance that must be awaited, the instances end in a task of their own.
    ///
    /// - Parameter report: Receives the errors of the task.
    /// - Returns: The errors of the teardowns that have run.
    func runNow(
        reportingLaterErrorsTo report: @escaping @Sendable ([EndingError.Failure]) -> Void
    ) -> [EndingError.Failure] {
        guard underWay.isEmpty, !registries.contains(where: { $0.registry.hasLateEndings }) else {
            Task { report(await runAll()) }
            return []
        }
        let items = items.latestFirst
        let awaited = items.firstIndex(where: \.teardown.isAwaited) ?? items.endIndex
        let failures = items[..<awaited].compactMap { $0.runNow() }
        if awaited < items.endIndex {
            let rest = Ending.task(ending: items[awaited...])
            Task { report(await rest.value) }
        }
        return failures
    }
}

extension Ending? {
    /// The end, which is created when something is added to it.
    var orNew: Ending {
        get { self ?? Ending() }
        set { self = newValue }
    }
}

extension [Ending.Item] {
    fileprivate var latestFirst: [Ending.Item] {
        ordered { $0.teardown.number > $1.teardown.number }
    }
}
