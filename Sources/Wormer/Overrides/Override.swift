import CWormer

/// A replacement of bindings that a task sees: for each injector, a registry in front of the injector's own.
///
/// When no task and no wrapper refers to it any more, what remains in it ends.
@usableFromInline
package final class Override: @unchecked Sendable {
    // Unchecked because the lock guards the state, and the root is atomic.

    /// The variables that are read without a lock.
    ///
    /// Only atomic operations access them.
    struct Root {
        /// The latest registry in front of that of an injector, which refers to the one before.
        ///
        /// A list suffices, because a task uses only a handful of injectors.
        var latest: UnsafeMutableRawPointer?
        /// Not zero while `setUp(_:)` runs.
        var isSettingUp: UInt = 0
    }

    struct State {
        /// The scopes in which instances were created for this override.
        var scopes: [OpenedScope] = []
        var main: Main?
        var isOver = false
        /// The properties that keep instances of this override, whether they were created in it, and what makes them forget
        /// theirs.
        var properties: [ObjectIdentifier: (isOwn: Bool, forget: @Sendable () -> Void)] = [:]
    }

    /// The identifier of the override, which injectors remember that were created in it.
    package let id: Int
    package let outer: Override?

    /// The number of constructions around the outermost override.
    let constructionsAround: Int

    package typealias ConstructionHandler = @Sendable (Binding, _ isOutside: Bool, () -> InjectionError) -> Void
    let onConstruction: ConstructionHandler?
    let onLateLookup: (@Sendable (Lookup) -> Void)?
    private let keepsNothing: Bool
    let state: Guarded<State>
    private let root: UnsafeMutablePointer<Root>

    /// Whether this is the object for the last ends, after which nothing ends any more: an `onEnd` that looks up its own
    /// interface would never come to an end.
    private let isLast: Bool

    /// The overrides that isolate tests, each with its identifier.
    static let ofTests = Guarded([(id: Int, find: () -> Override?)]())

    /// Creates an override of what the current task sees.
    ///
    /// - Parameters:
    ///   - keepsNothing: Whether each lookup inside creates an instance of its own instead of one from outside.
    ///   - onConstruction: Called before an instance is constructed inside, with a binding that runs a function of its
    ///     own and an error that has the path of the lookup. In a test, it is also called with a service that is
    ///     constructed outside every override meanwhile, if the test has replaced that. If nil, the override around this one decides.
    ///   - onLateLookup: Called with lookups that arrive after the override has ended. If set, the override isolates a
    ///     test: it begins with a copy of all bindings, without instances, and nothing outside reaches it.
    package init(
        withoutInstances keepsNothing: Bool = false,
        onConstruction: ConstructionHandler? = nil,
        onLateLookup: (@Sendable (Lookup) -> Void)? = nil
    ) {
        let outer = Context.override
        id = AtomicCounter.overrides.increment() + 1
        // The root and the state share their memory.
        let memory = wormer_allocate(MemoryLayout<Root>.stride + Guarded<State>.size)
        root = memory.initializeMemory(as: Root.self, to: Root())
        state = Guarded(State(), at: memory + MemoryLayout<Root>.stride)
        isLast = false
        self.outer = outer
        self.keepsNothing = keepsNothing
        self.onConstruction = onConstruction
        self.onLateLookup = onLateLookup
        constructionsAround = outer?.constructionsAround ?? EnclosingConstructions.path(below: nil).count
        Watchers.begin(Watchers.override)
        if isIsolated {
            if onConstruction != nil {
                Override.observerCount.increment()
            }
            let test = (id, { [weak self] in self })
            Override.ofTests.withLock { $0.append(test) }
            let ids = outer?.ids
            for own in Injector.allRegistries where !own.overrides.contains(where: { ids?.contains($0) == false }) {
                _ = add(of: own, isFirst: true)
            }
        }
    }

    /// Creates an object for the last ends of an override that nothing refers to any more, and takes over its state.
    private init(endingRestOf other: Override) {
        id = other.id
        outer = other.outer
        constructionsAround = other.constructionsAround
        onConstruction = other.onConstruction
        onLateLookup = other.onLateLookup
        keepsNothing = other.keepsNothing
        (root, state) = (other.root, other.state)
        isLast = true
    }

    deinit {
        if isIsolated, !isLast {
            // A weak reference is removed, which releases nothing.
            Override.ofTests.withLock { tests in tests.removeAll { $0.id == id } }
            if onConstruction != nil {
                Override.observerCount.add(-1)
            }
        }
        if leavesNothing || !endRest() {
            latest?.release()
            state.deinitialize()
            wormer_free(root)
            Watchers.end(Watchers.override)
        }
    }

    /// Whether nothing has to end when the last reference to the override was released.
    ///
    /// Nobody else uses the state any more.
    private var leavesNothing: Bool {
        state.state.pointee.scopes.isEmpty && state.state.pointee.properties.isEmpty
            && first(where: \.mustBeClosed) == nil
    }

    /// Ends what remains after the last reference to the override was released.
    ///
    /// - Returns: Whether a task ends it, which has taken over the state.
    private func endRest() -> Bool {
        if !isLast {
            forgetInstancesOfProperties(withOwn: true)
            if !items(withScopes: false).items.isEmpty {
                let last = Override(endingRestOf: self)
                Context.ofEnds(in: last).run {
                    _ = Task { Override.report(await last.endAll(withScopes: false)) }
                }
                return true
            }
        }
        registries.reversed().forEach { $0.close() }
        return false
    }

    /// Whether the override isolates a test, and whether it is inside one that does.
    var isIsolated: Bool { onLateLookup != nil }
    var isInTest: Bool { isIsolated || outer?.isInTest == true }

    /// The identifiers of this override and of those around it, the innermost last.
    var ids: [Int] { (outer?.ids ?? []) + [id] }

    /// Runs a function that assigns and binds the contents of this override.
    package func setUp<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        wormer_store_word(&root.pointee.isSettingUp, 1)
        defer { wormer_store_word(&root.pointee.isSettingUp, 0) }
        try body()
    }

    /// Whether `setUp(_:)` is running for this override or for one around it.
    var isSettingUp: Bool { wormer_load_word(&root.pointee.isSettingUp) != 0 || outer?.isSettingUp == true }

    /// The main injector inside this override, or nil if it was not replaced.
    var replacedMain: Main? {
        get { state.withLock { $0.main } ?? outer?.replacedMain }
        set {
            let replaced = state.withLock { state in
                defer { state.main = newValue }
                return state.main
            }
            extendLifetime(replaced)
        }
    }

    /// Returns the registry of an injector inside this override.
    @inline(never)
    func registry(of injector: Injector) -> Registry {
        registry(of: injector.ownRegistry)
    }

    fileprivate func registry(of own: Registry) -> Registry {
        if own.overrides.contains(id) {
            return own
        }
        return knownRegistry(of: own) ?? add(of: own)
    }

    func knownRegistry(of own: Registry) -> Registry? {
        first { $0.outermost === own }?.takeUnretainedValue()
    }

    /// Returns the root of an injector's registry, if there is one, without retaining the registry.
    func knownRoot(of own: UnsafeMutablePointer<Registry.Root>?) -> UnsafeMutablePointer<Registry.Root>? {
        first { $0.outermost?.root == own }?._withUnsafeGuaranteedRef(\.root)
    }

    /// Returns the cell of a type or a declared service after its first lookup in this override, or nil if the injector
    /// doesn't bind it outside.
    @inline(never)
    func copiedCell(_ word: KeyWord, of own: Registry) -> Guarded<Cell>? {
        guard let key = own.root.cell(word)?.withLock({ $0.binding?.key }) else { return nil }
        let registry = registry(of: own)
        _ = registry.look(key)
        return registry.root.cell(word)
    }

    /// Adds the registry of an injector, unless another thread was faster.
    ///
    /// - Parameters:
    ///   - own: The injector's own registry.
    ///   - isFirst: Whether nobody else knows the override yet. Then a search would only take time: there may be many
    ///     injectors.
    /// - Returns: The registry.
    private func add(of own: Registry, isFirst: Bool = false) -> Registry {
        let outside = outer?.registry(of: own) ?? own
        let registry =
            isIsolated
            ? outside.copied(for: own, fromTest: outer?.isInTest == true)
            : Registry(base: outside, outermost: own, takesInstances: !keepsNothing)
        let known = state.withLock { _ -> Registry? in
            if !isFirst, let known = knownRegistry(of: own) {
                return known
            }
            registry.previous = latest?.takeRetainedValue()
            wormer_store(&root.pointee.latest, Unmanaged.passRetained(registry).toOpaque())
            return nil
        }
        return known ?? registry
    }

    /// The latest registry, which the override retains with those before it.
    private var latest: Unmanaged<Registry>? { wormer_load(&root.pointee.latest).map { .fromOpaque($0) } }

    /// Returns the latest registry that meets a condition, or nil if none does.
    @inline(__always)
    private func first(where condition: (Registry) -> Bool) -> Unmanaged<Registry>? {
        var next = latest
        while let registry = next, !registry._withUnsafeGuaranteedRef(condition) {
            next = registry._withUnsafeGuaranteedRef { $0.previous.map(Unmanaged.passUnretained) }
        }
        return next
    }

    /// The registries, the first one first.
    var registries: [Registry] {
        var registries: [Registry] = []
        _ = first {
            registries.append($0)
            return false
        }
        return registries.reversed()
    }

    /// The scopes to end with the override: those that have begun inside, and those that are ending, the latest first.
    var scopesToEnd: [OpenedScope] { registries.flatMap(\.scopes).reversed().ordered { $0.number > $1.number } }

    /// Notes that an instance is created in a scope for the override of the current task.
    static func note(_ scope: OpenedScope) {
        Context.override?.state.withLock { $0.scopes.add(scope) }
    }

    /// Returns what to await and to end, so that everything that was created inside ends.
    ///
    /// Instances without an `onEnd` stay, because a wrapper that remembers the override may still be read.
    func items(withScopes: Bool, canWait: Bool = true) -> (underWay: [Construction], items: [Ending.Item]) {
        let registries = registries.filter(\.mayHaveEnds).map { $0.items(of: nil, canWait: canWait) }
        let scopes = withScopes ? state.withLock { state in state.scopes.map { $0 } } : []
        let found = registries + scopes.map { $0.items(of: id) }
        return (found.flatMap(\.underWay), found.flatMap(\.items))
    }
}

// MARK: - Running code in an override

extension Override {
    func context(isEnding: Bool = false) -> Context {
        Context.new {
            $0.override = self
            $0.isOverrideEnding = $0.isOverrideEnding || isEnding
        }
    }

    /// Runs `body` in the override, and ends the override.
    ///
    /// Instances that were created inside end in reverse order. From the first one whose end must be awaited, they end
    /// in a task of their own. Tasks that `body` started may outlive the override. Their instances end when nothing
    /// refers to the override any more.
    ///
    /// - Parameters:
    ///   - handle: Receives the errors of the `onEnd` closures that have run.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    package func run<Result, Failure: Error>(
        onErrors handle: ([EndingError.Failure]) -> Void = Override.report,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { _ = endNow(handle) }
        return try context().run(body)
    }

    /// Runs `body` in the override, ends the override, and reports errors of the `onEnd` closures.
    ///
    /// - Parameters:
    ///   - wait: Waits for the task that ends what must be awaited, if there is something.
    ///   - body: The closure to run.
    package func run(waiting wait: (Task<Void, Never>) -> Void, _ body: () -> Void) {
        context().run(body)
        endNow(Override.report).map(wait)
    }

    /// Reports the errors of `onEnd` closures that cannot be thrown.
    @Sendable
    package static func report(_ failures: [EndingError.Failure]) {
        EndingError.report(failures, "while an override ended")
    }

    /// Lets the override be over, so that lookups are late.
    ///
    /// If nothing has to end, properties forget their instances now, except those of the objects that were created inside.
    ///
    /// - Returns: Whether there is something to end.
    func close() -> Bool {
        let (hasScopes, hasProperties) = state.withLock { state in
            state.isOver = true
            return (!state.scopes.isEmpty, !state.properties.isEmpty)
        }
        if hasScopes || first(where: \.mayHaveEnds) != nil {
            let (underWay, items) = items(withScopes: true)
            if !underWay.isEmpty || !items.isEmpty || registries.contains(where: { !$0.scopes.isEmpty }) {
                return true
            }
        }
        if hasProperties {
            forgetInstancesOfProperties(withOwn: false)
        }
        return false
    }

    /// Ends what needn't be awaited, and returns the task that ends the rest, if there is a rest.
    private func endNow(_ handle: ([EndingError.Failure]) -> Void) -> Task<Void, Never>? {
        guard close() else { return nil }
        defer { forgetInstancesOfProperties(withOwn: true) }
        let (failures, rest) = context(isEnding: true).run {
            var failures: [EndingError.Failure] = []
            let scopes = scopesToEnd
            scopes.forEach { $0.beginEnding(at: $0.location) }
            // A scope that ends synchronously is ending on another thread, for which only a task waits.
            var isComplete = scopes.allSatisfy { !$0.endsSynchronously && $0.endNow(at: $0.location, &failures) }
            if isComplete {
                let ending = Ending(in: registries) { self.items(withScopes: true, canWait: $0) }
                isComplete = ending.runNow(&failures)
            }
            return (failures, isComplete ? nil : Task { await self.end(Override.report) })
        }
        handle(failures)
        return rest
    }
}
