/// An override, as the tasks that are in it refer to it.
///
/// When nothing refers to it any more, what remains in it ends.
package final class Override: Sendable {
    let content: OverrideContent

    /// Whether instances that remain when the override is released are ended then.
    private let endsRest: Bool

    /// Creates an override of what the current task sees.
    ///
    /// - Parameters:
    ///   - endsRest: Whether what remains ends with the override.
    ///   - onConstruction: Called before an instance is constructed inside, with a binding that runs a function of its
    ///     own and an error that has the path of the lookup. If nil, the override around this one decides.
    ///   - onLateLookup: Called with lookups that arrive after the override has ended. If set, the override isolates a
    ///     test: it begins with a copy of all bindings, without instances, and nothing outside reaches it.
    package init(
        endsRest: Bool = true,
        onConstruction: (@Sendable (AnyBinding, () -> InjectionError) -> Void)? = nil,
        onLateLookup: (@Sendable (Lookup) -> Void)? = nil
    ) {
        self.endsRest = endsRest
        content = OverrideContent(Context.override, onConstruction, onLateLookup)
    }

    /// Creates an override for the last ends of one that nothing refers to any more.
    ///
    /// Instances that these create do not end: an `onEnd` that looks up its own interface would never come to an end.
    private init(endingRestOf content: OverrideContent) {
        self.content = content
        endsRest = false
    }

    /// Creates an override in which nothing from outside is kept: each lookup creates its own instances.
    static func withoutInstances() -> Override {
        let override = Override()
        override.content.sharesNothing()
        return override
    }

    deinit {
        let content = content
        guard endsRest, content.mayHaveEnds else { return }
        let rest = Ending(content.items(withScopes: false).items)
        guard !rest.isEmpty else { return }
        let context = Context.outside { context in
            context.override = Override(endingRestOf: content)
            context.isOverrideEnding = true
        }
        context.run { _ = Task { Override.report(await rest.run()) } }
    }

    /// The identifier of the override.
    ///
    /// An injector remembers the overrides in which it was created.
    var id: Int { content.id }
    package var outer: Override? { content.outer }

    /// Whether the override isolates a test, and whether it is inside one that does.
    var isIsolated: Bool { content.isIsolated }
    var isInTest: Bool { content.isIsolated || outer?.isInTest == true }

    /// The identifiers of this override and of those around it, the innermost last.
    var ids: [Int] { (outer?.ids ?? []) + [id] }

    /// The bindings that were made inside, and whether each of them was looked up, if the override isolates a test.
    package typealias OwnBinding = (key: Key, location: CodeLocation, isUsed: Bool)
    package var bindings: [OwnBinding] { content.registries.flatMap(\.ownBindings) }

    /// Runs a function that assigns and binds the contents of this override.
    package func setUp(_ body: () throws -> Void) rethrows {
        content.change { $0.isSettingUp = true }
        defer { content.change { $0.isSettingUp = false } }
        try body()
    }

    /// Whether `setUp(_:)` is running for this override or for one around it.
    var isSettingUp: Bool { content.change { $0.isSettingUp } || outer?.isSettingUp == true }

    /// The number of constructions around the outermost override.
    var constructionsAround: Int { content.constructionsAround }

    /// The main injector inside this override, or nil if it was not replaced.
    var replacedMain: Main? {
        get { content.change { $0.main } ?? outer?.replacedMain }
        set {
            let replaced = content.change { content in
                defer { content.main = newValue }
                return content.main
            }
            withExtendedLifetime(replaced) {}
        }
    }

    /// Returns the registry of an injector inside this override.
    func registry(of injector: Injector) -> Registry {
        registry(of: injector.resolved.home)
    }

    fileprivate func registry(of home: Registry) -> Registry {
        if home.overrides.contains(id) {
            return home
        }
        if let known = knownRegistry(of: home) {
            return known
        }
        let outside = outer?.registry(of: home) ?? home
        let registry =
            content.isIsolated
            ? outside.copied(fromTest: outer?.isInTest == true) : Registry(parent: nil, base: outside)
        return content.add(registry, of: home)
    }

    func knownRegistry(of home: Registry) -> Registry? { content.knownRegistry(of: home) }

    /// Notes that an instance is created in a cache or in a scope for this override.
    func note(_ cache: InstanceCache) {
        content.change { content in
            if !content.caches.contains(where: { $0 === cache }) {
                content.caches.append(cache)
            }
        }
    }

    /// Reports a lookup that arrives after the override has ended.
    func note(_ lookup: Lookup) {
        if let onLateLookup = content.onLateLookup, content.change({ $0.isOver }),
            Context.unretained?._withUnsafeGuaranteedRef(\.isOverrideEnding) != true
        {
            // The overrides around this one need not report the same lookup.
            return onLateLookup(lookup)
        }
        outer?.note(lookup)
    }

    /// Reports an instance that is about to be constructed inside, unless it only combines other instances.
    func noteConstruction(of binding: AnyBinding, in injector: Injector, at location: CodeLocation, below frame: Frame?)
    {
        guard let onConstruction = content.onConstruction else {
            outer?.noteConstruction(of: binding, in: injector, at: location, below: frame)
            return
        }
        if binding.runsOwnFunction {
            onConstruction(binding) {
                InjectionError(
                    LookupError.failed(.unavailableInTests),
                    constructing: binding,
                    in: injector,
                    at: location,
                    below: frame
                )
            }
        }
    }
}

/// What belongs to an override.
final class OverrideContent: @unchecked Sendable {
    // Unchecked because the lock guards the state.

    fileprivate struct State {
        /// The registries that were overridden, each with the one in front of it.
        ///
        /// A list suffices, because a task uses only a handful of injectors.
        var registries: [Overridden] = []
        /// The scopes in which instances were created for this override.
        var caches: [InstanceCache] = []
        var main: Main?
        var isSettingUp = false
        var isOver = false
    }

    /// A registry, and the one in front of it.
    fileprivate struct Overridden {
        let home: Registry
        let registry: Registry
    }

    fileprivate let id: Int
    fileprivate let outer: Override?
    fileprivate let onConstruction: (@Sendable (AnyBinding, () -> InjectionError) -> Void)?
    fileprivate let onLateLookup: (@Sendable (Lookup) -> Void)?
    fileprivate let constructionsAround: Int
    private let state = Guarded(State())
    private var isWithoutInstances = false

    private static let lastID = AtomicCounter()

    fileprivate init(
        _ outer: Override?,
        _ onConstruction: (@Sendable (AnyBinding, () -> InjectionError) -> Void)?,
        _ onLateLookup: (@Sendable (Lookup) -> Void)?
    ) {
        id = OverrideContent.lastID.increment() + 1
        self.outer = outer
        self.onConstruction = onConstruction
        self.onLateLookup = onLateLookup
        constructionsAround = outer?.constructionsAround ?? Constructions.path(below: nil).count
        Watchers.begin(Watchers.override)
        if isIsolated {
            for home in Injector.homes where !home.overrides.contains(where: { outer?.ids.contains($0) == false }) {
                let outside = outer?.registry(of: home) ?? home
                _ = add(outside.copied(fromTest: outer?.isInTest == true), of: home)
            }
        }
    }

    deinit {
        for registry in registries {
            registry.endScopesLater()
        }
        state.free()
        Watchers.end(Watchers.override)
    }

    var isIsolated: Bool { onLateLookup != nil }

    fileprivate func sharesNothing() {
        isWithoutInstances = true
    }

    fileprivate func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock(body)
    }

    fileprivate func knownRegistry(of home: Registry) -> Registry? {
        state.withLock { state in state.registries.first { $0.home === home }?.registry }
    }

    /// Adds a registry, unless another thread was faster.
    fileprivate func add(_ registry: Registry, of home: Registry) -> Registry {
        if isWithoutInstances {
            registry.takesNoInstances()
        }
        return state.withLock { state in
            if let known = state.registries.first(where: { $0.home === home })?.registry {
                return known
            }
            state.registries.append(Overridden(home: home, registry: registry))
            return registry
        }
    }

    var registries: [Registry] { state.withLock { $0.registries.map(\.registry) } }

    /// Whether an instance with an `onEnd` may have been created inside, or a scope has begun.
    fileprivate var mayHaveEnds: Bool {
        state.withLock { state in !state.caches.isEmpty || state.registries.contains(where: \.registry.mayHaveEnds) }
    }

    /// Returns what to await and to end, so that everything that was created inside ends.
    ///
    /// Instances without an `onEnd` stay, because a wrapper that remembers the override may still be read.
    fileprivate func items(withScopes: Bool, canWait: Bool = true) -> (underWay: [Construction], items: [Ending.Item]) {
        var (underWay, items): ([Construction], [Ending.Item]) = ([], [])
        for registry in registries where registry.mayHaveEnds {
            let own = registry.items(of: nil, canWait: canWait)
            underWay += own.underWay
            items += own.items
        }
        for cache in withScopes ? state.withLock({ state in state.caches.map { $0 } }) : [] {
            let own = cache.ends(of: id)
            underWay += own.underWay
            items += own.teardowns.map { teardown in Ending.Item(teardown, of: cache) { cache.remove(teardown) } }
        }
        return (underWay, items)
    }
}

// MARK: - Running code in an override

extension Override {
    private func context() -> Context {
        let context = Context.new()
        context.override = self
        return context
    }

    /// Runs `body` in the override, and ends the override.
    ///
    /// Instances that were created inside end in reverse order. From the first one whose end must be awaited, they end
    /// in a task of their own. Tasks that `body` started may outlive the override. Their instances end when nothing
    /// refers to the override any more.
    ///
    /// - Parameters:
    ///   - handle: Receives the errors of the `onEnd` closures that have run, if there are any.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    package func run<Result>(
        onErrors handle: ([EndingError.Failure]) -> Void = Override.report,
        _ body: () throws -> Result
    ) rethrows -> Result {
        defer { endNow(handle) }
        return try context().run(body)
    }

    /// Runs an asynchronous `body` in the override, and ends the override.
    ///
    /// Instances that were created inside end in reverse order, even if the task is cancelled.
    ///
    /// - Parameters:
    ///   - isolation: The actor that `body` runs on. The default is the caller's.
    ///   - handle: Receives the errors of the `onEnd` closures, if there are any.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        onErrors handle: ([EndingError.Failure]) -> Void = Override.report,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        do {
            let result = try await context().run(isolation: isolation, body)
            await end(handle)
            return result
        } catch {
            await end(handle)
            throw error
        }
    }

    /// Reports the errors of `onEnd` closures that cannot be thrown.
    @Sendable
    package static func report(_ failures: [EndingError.Failure]) {
        EndingError.report(failures, "while an override ended")
    }

    private nonisolated(nonsending) func end(_ handle: ([EndingError.Failure]) -> Void) async {
        content.change { $0.isOver = true }
        guard content.mayHaveEnds else { return }
        let registries = content.registries
        let context = context()
        context.isOverrideEnding = true
        let failures = await context.run {
            var failures: [EndingError.Failure] = []
            for registry in registries {
                failures += await registry.endScopes()
            }
            let ending = await Ending.collecting { content.items(withScopes: true, canWait: $0) }
            return failures + (await ending.run(earlier: takeFailures))
        }
        if !failures.isEmpty {
            handle(failures)
        }
    }

    private func endNow(_ handle: ([EndingError.Failure]) -> Void) {
        content.change { $0.isOver = true }
        guard content.mayHaveEnds else { return }
        let registries = content.registries
        let context = context()
        context.isOverrideEnding = true
        let failures = context.run {
            registries.forEach { $0.endScopesLater() }
            let (underWay, items) = content.items(withScopes: true)
            if !underWay.isEmpty || items.contains(where: \.teardown.isTaken) {
                Task {
                    let ending = await Ending.collecting { self.content.items(withScopes: true, canWait: $0) }
                    Override.report(await ending.run(earlier: self.takeFailures))
                }
                return [] as [EndingError.Failure]
            }
            return Ending(items).runNow(Override.report).failures + takeFailures()
        }
        if !failures.isEmpty {
            handle(failures)
        }
    }

    private func takeFailures() -> [EndingError.Failure] {
        content.registries.flatMap { registry in registry.withEnds { $0.takeFailures(of: nil) } }
    }
}
