import CWormer

/// An override: the registries that one task and its children use instead of the shared registries.
///
/// Creating an override takes constant time. When an injector is first used inside, the override creates a registry
/// over the injector's current table. Bindings and instances from inside are therefore not visible outside, and they
/// end with the override. An injector that was created inside keeps its own registry.
@usableFromInline
package final class Layer: Lock, @unchecked Sendable {
    // Mutable state is guarded by the lock itself, except for `words`.

    /// Words that are read without a lock, in another cache line than the reference count, which other threads may be
    /// changing; see `Lock.storage` for the requirements.
    ///
    /// They are the address of the latest registry, from which the others follow, and that of the injector that replaces
    /// the main one, each 0 if there is none; and 1 while `setUp(_:)` is running. A list suffices, because a task uses only
    /// a handful of injectors.
    @usableFromInline var words: (padding: (UInt, UInt), UInt, UInt, UInt) = ((0, 0), 0, 0, 0)

    private var front: UnsafeMutablePointer<UInt> {
        let words = Lock.wordCount + 2
        return storedProperty(of: Unmanaged.passUnretained(self).toOpaque(), afterWords: words, as: UInt.self)
    }

    /// The layer of the current task.
    @TaskLocal package static var current: Layer?

    /// The identifier of the layer.
    ///
    /// An injector remembers the layers in which it was created.
    let id: Int

    private static let lastID = AtomicCounter()

    let outer: Layer?

    /// The identifiers of this layer and of those around it, the innermost last.
    var ids: [Int] {
        (outer?.ids ?? []) + [id]
    }

    private let sharesInstances: Bool

    /// A closure that is called with requests that arrive after the layer has ended.
    ///
    /// If set, the layer also counts requests.
    private let onLateRequest: (@Sendable (Request) -> Void)?
    private var isOver = false

    /// A closure that is called before an instance is constructed inside, with a binding that runs a function of its
    /// own and an error that has the path of the request.
    private let onConstruction: (@Sendable (AnyBinding, () -> InjectionError) -> Void)?

    /// Whether instances that remain when the layer is released are ended then.
    private let endsRest: Bool

    /// Whether this layer or one around it tracks requests.
    let tracksRequests: Bool

    /// Whether the layer isolates the bindings of a test.
    var isIsolated: Bool { onLateRequest != nil }

    /// The number of constructions on the thread when the outermost layer was created.
    let constructionsAround: Int

    private var main: Main?

    /// Creates a layer over the bindings that the current task sees.
    ///
    /// - Parameters:
    ///   - sharesInstances: Whether instances from outside are visible inside.
    ///   - endsInstances: Whether what is created inside ends with the layer.
    ///   - onConstruction: Called before an instance is constructed inside. If nil, the layer around this one decides.
    ///   - onLateRequest: Called with requests that arrive after the layer has ended.
    package init(
        sharesInstances: Bool = true,
        endsInstances: Bool = true,
        onConstruction: (@Sendable (AnyBinding, () -> InjectionError) -> Void)? = nil,
        onLateRequest: (@Sendable (Request) -> Void)? = nil
    ) {
        let outer = Layer.active
        endsRest = endsInstances
        self.outer = outer
        self.sharesInstances = sharesInstances
        self.onConstruction = onConstruction
        self.onLateRequest = onLateRequest
        tracksRequests = onLateRequest != nil || outer?.tracksRequests == true
        constructionsAround = outer?.constructionsAround ?? ResolutionStack.current.count
        id = Layer.lastID.increment() + 1
        super.init()
        Watchers.begin(Watchers.layer)
    }

    /// Creates a layer that captures the bindings of one injector immediately.
    package convenience init(of injector: Injector) {
        self.init()
        _ = registry(of: injector.resolved)
    }

    /// Creates a layer with the registries of one that nothing refers to any more, for its last `onEnd` closures.
    ///
    /// Instances that these closures create do not end: a closure that requests its own interface would never come to
    /// an end.
    private init(endingRestOf released: Layer) {
        id = released.id
        outer = released.outer
        sharesInstances = released.sharesInstances
        onConstruction = nil
        onLateRequest = nil
        endsRest = false
        tracksRequests = released.tracksRequests
        constructionsAround = released.constructionsAround
        main = released.main
        super.init()
        front.update(from: released.front, count: 3)
        Watchers.begin(Watchers.layer)
    }

    /// Runs a body that assigns and binds the contents of this layer.
    package func setUp(_ body: () throws -> Void) rethrows {
        wormer_store(front + 2, 1)
        defer { wormer_store(front + 2, 0) }
        try body()
    }

    /// Whether `setUp(_:)` is running for this layer or for one around it.
    var isSettingUp: Bool {
        wormer_load(front + 2) != 0 || outer?.isSettingUp == true
    }

    deinit {
        defer { Watchers.end(Watchers.layer) }
        if let rest = endsRest ? endingOfRest() : nil, !rest.isEmpty {
            // The registries now belong to the other layer.
            let heir = Layer(endingRestOf: self)
            Task {
                // The code that happened to release the layer may be in a scope.
                let failures = await ScopeInstances.$current.withValue(nil) { await heir.run(rest) }
                Layer.report(failures)
            }
            return
        }
        var next = registry(at: front.pointee)
        while let registry = next {
            next = registry._withUnsafeGuaranteedRef { self.registry(at: $0.next) }
            registry.release()
        }
    }

    /// The innermost layer of the current task.
    ///
    /// A task that inherited a layer retains it. If no layer exists, no task is in one.
    static var active: Layer? {
        unretained?.takeUnretainedValue()
    }

    /// The innermost layer of the current task, without retaining it.
    ///
    /// The task retains it for the duration of a call.
    static var unretained: Unmanaged<Layer>? {
        guard Watchers.areThere(Watchers.layer), let address = taskLocalAddress(key) else { return nil }
        return address.load(as: UnsafeRawPointer?.self).map { .fromOpaque($0) }
    }

    // The address of the task-local, which is constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(Layer.$current).toOpaque()

    /// Returns the registry of `injector` inside this layer.
    func registry(of injector: Injector) -> Registry {
        if injector.overrides?.contains(id) == true {
            return injector.ownRegistry
        }
        if let known = knownRegistry(of: injector) {
            return known.takeUnretainedValue()
        }
        // Outside the lock, because sharing a table acquires another lock.
        let parent = injector.parent.map { registry(of: $0) }
        let outside = outer?.registry(of: injector) ?? injector.ownRegistry
        let (table, contributionCount) = outside.share()
        let base = Base(table: table, sharesInstances: sharesInstances)
        let isLogging = onLateRequest != nil || outside.usage != nil
        let layered = Registry(
            parent: parent,
            base: base,
            contributionCount: contributionCount,
            usage: isLogging ? UsageLog(inherited: base.visibleBindings, outer: outside.usage) : nil
        )
        layered.belong(to: injector)
        return withLock {
            // Another thread may have been faster.
            if let known = knownRegistry(of: injector) {
                return known.takeUnretainedValue()
            }
            layered.next = front.pointee
            wormer_store(front, UInt(bitPattern: Unmanaged.passRetained(layered).toOpaque()))
            return layered
        }
    }

    /// Returns the entry point for lock-free readers of `injector` inside this layer, or nil if they must take the slow
    /// path.
    func root(of injector: Injector) -> UnsafePointer<RegistryRoot>? {
        guard !tracksRequests else { return nil }
        let address =
            injector.home == nil ? mainInjector : UnsafeRawPointer(Unmanaged.passUnretained(injector).toOpaque())
        return knownRegistry(at: address)?._withUnsafeGuaranteedRef { UnsafePointer($0.root) }
    }

    /// Whether the main injector was replaced in this layer, or in one around it.
    var replacesMain: Bool {
        wormer_load(front + 1) != 0 || outer?.replacesMain == true
    }

    /// The address of the main injector inside this layer, to be used in a read section.
    private var mainInjector: UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: wormer_load(front + 1))
            ?? (outer.map(\.mainInjector)
                ?? UnsafePointer<RegistryRoot>(bitPattern: wormer_main_root())?.pointee.injector)
    }

    func knownRegistry(of injector: Injector) -> Unmanaged<Registry>? {
        knownRegistry(at: UnsafeRawPointer(Unmanaged.passUnretained(injector).toOpaque()))
    }

    private func knownRegistry(at injector: UnsafeRawPointer?) -> Unmanaged<Registry>? {
        // The registries live as long as this layer, which the caller retains.
        var next = registry(at: wormer_load(front))
        while let registry = next, !registry._withUnsafeGuaranteedRef({ $0.root.pointee.injector == injector }) {
            next = registry._withUnsafeGuaranteedRef { self.registry(at: $0.next) }
        }
        return next
    }

    private func registry(at address: UInt) -> Unmanaged<Registry>? {
        UnsafeRawPointer(bitPattern: address).map { .fromOpaque($0) }
    }

    /// The registries of the injectors that were used inside.
    var registries: [Registry] {
        var registries: [Registry] = []
        forEachRegistry { registries.append($0) }
        return registries
    }

    func forEachRegistry(_ body: (Registry) -> Void) {
        var next = registry(at: wormer_load(front))
        while let registry = next {
            registry._withUnsafeGuaranteedRef(body)
            next = registry._withUnsafeGuaranteedRef { self.registry(at: $0.next) }
        }
    }

    /// A binding that was made inside, and whether it was requested.
    package typealias OwnBinding = (key: Key, location: CodeLocation, isUsed: Bool)

    /// The bindings that were made inside.
    package var bindings: [OwnBinding] {
        var bindings: [OwnBinding] = []
        forEachRegistry { bindings += $0.ownBindings() }
        return bindings
    }

    /// Makes later requests late.
    func close() {
        withLock { isOver = true }
    }

    /// Reports a request that arrives after the layer has ended.
    func note(_ request: Request) {
        if let onLateRequest, withLock({ isOver }), !Layer.isEnding {
            // The layers around this one need not report the same request.
            return onLateRequest(request)
        }
        outer?.note(request)
    }

    /// Reports an instance that is about to be constructed inside, unless it only combines other instances.
    func noteConstruction(of binding: AnyBinding, in injector: Injector, at location: CodeLocation) {
        guard let onConstruction else {
            outer?.noteConstruction(of: binding, in: injector, at: location)
            return
        }
        if binding.runsOwnFunction {
            onConstruction(binding) {
                InjectionError(
                    ResolutionError.failed(.unavailableInTests),
                    constructing: binding,
                    in: injector,
                    at: location
                )
            }
        }
    }

    /// The main injector inside this layer, or nil if it was not replaced.
    var replacedMain: Main? {
        get { withLock { main } ?? outer?.replacedMain }
        set {
            let replaced = withLock {
                defer { main = newValue }
                let injector = newValue.map { UInt(bitPattern: Unmanaged.passUnretained($0.injector).toOpaque()) }
                wormer_store(front + 1, injector ?? 0)
                return main
            }
            replaced?.keepWhileUsed()
        }
    }
}
