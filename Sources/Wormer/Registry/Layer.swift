import CWormer

/// An override: what one task and its children see instead of the registries that everybody sees.
///
/// It is created in constant time. For each injector that is used inside, it has a registry over the snapshot of the
/// moment in which the injector was first used, so that nothing that is bound or constructed inside is seen outside. An
/// injector that was created inside keeps its own registry.
package final class Layer: @unchecked Sendable {
    // What changes is guarded by `lock`.

    /// The layer that the current task is in.
    @TaskLocal package static var current: Layer?

    /// Identifies the layer; an injector remembers the layers in which it was created.
    let id: Int

    private static let lastID = AtomicCounter()

    let outer: Layer?

    /// This layer and those around it, the innermost last.
    var ids: [Int] {
        (outer?.ids ?? []) + [id]
    }

    private let sharesInstances: Bool

    /// Is told of requests that come when the layer is over; with it goes a count of what is requested.
    private let onLateRequest: (@Sendable (Request) -> Void)?
    private var isOver = false

    /// Whether this layer or one around it is told of requests.
    private let tracksRequests: Bool

    /// Whether the layer is the copy of the bindings that an isolated test has.
    var isIsolated: Bool { onLateRequest != nil }

    /// How many constructions were under way on the thread when the outermost layer was created.
    let constructionsAround: Int

    private var isBeingSetUp = false
    private let lock = Lock()
    private var main: Main?

    /// The registries, the latest first; followed without a lock.
    ///
    /// One task uses a handful of injectors.
    private let front: UnsafeMutablePointer<UInt>

    /// The registry of one injector.
    private final class Entry {
        // The injector is retained, so that its identity is not given to another.
        let injector: Injector
        let registry: Registry
        let next: UInt

        init(_ injector: Injector, _ registry: Registry, next: UInt) {
            self.injector = injector
            self.registry = registry
            self.next = next
        }
    }

    /// Creates a layer over what the current task sees.
    ///
    /// - Parameters:
    ///   - sharesInstances: Whether what is constructed outside is seen inside.
    ///   - onLateRequest: Is told of requests that come after `end()`.
    package init(sharesInstances: Bool = true, onLateRequest: (@Sendable (Request) -> Void)? = nil) {
        let outer = Layer.current
        self.outer = outer
        self.sharesInstances = sharesInstances
        self.onLateRequest = onLateRequest
        tracksRequests = onLateRequest != nil || outer?.tracksRequests == true
        constructionsAround = outer?.constructionsAround ?? ResolutionStack.current.count
        front = .allocate(capacity: 1)
        front.initialize(to: 0)
        id = Layer.lastID.increment() + 1
        Watchers.begin(.layer)
    }

    /// Creates a layer that begins with one injector.
    package convenience init(of injector: Injector) {
        self.init()
        _ = registry(of: injector.resolved)
    }

    /// Runs a body that assigns and binds what this layer is to hold.
    package func setUp(_ body: () throws -> Void) rethrows {
        lock.withLock { isBeingSetUp = true }
        defer { lock.withLock { isBeingSetUp = false } }
        try body()
    }

    /// Whether `setUp(_:)` is running, here or for a layer around this one.
    var isSettingUp: Bool {
        lock.withLock { isBeingSetUp } || outer?.isSettingUp == true
    }

    deinit {
        var next = UnsafeRawPointer(bitPattern: front.pointee)
        while let address = next {
            let entry = Unmanaged<Entry>.fromOpaque(address)
            next = entry._withUnsafeGuaranteedRef { UnsafeRawPointer(bitPattern: $0.next) }
            entry.release()
        }
        front.deallocate()
        Watchers.end(.layer)
    }

    /// The innermost layer of this task.
    ///
    /// A layer lives as long as a task that inherited it, so while there is none no task is in one.
    static var active: Layer? {
        unretained?.takeUnretainedValue()
    }

    /// As `active`, for the length of a call: the task retains its layer.
    @inline(__always)
    static var unretained: Unmanaged<Layer>? {
        guard Watchers.areThere(.layer), let address = wormer_task_local_address(key) else {
            return nil
        }
        return address.load(as: UnsafeRawPointer?.self).map { .fromOpaque($0) }
    }

    // The address of the task-local, which is a constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(Layer.$current).toOpaque()

    /// What `injector` holds inside this layer.
    func registry(of injector: Injector) -> Registry {
        if let birthplaces = injector.birthplaces, birthplaces.contains(id) {
            return injector.ownRegistry
        }
        if let known = knownRegistry(of: injector) {
            return known.takeUnretainedValue()
        }
        // Outside the lock: building a snapshot may take another one.
        let parent = injector.parent.map { registry(of: $0) }
        let outside = outer?.registry(of: injector) ?? injector.ownRegistry
        let base = outside.current
        let isLogging = onLateRequest != nil || outside.usage != nil
        let layered = Registry(
            parent: parent,
            base: base,
            sharesInstances: sharesInstances,
            usage: isLogging ? UsageLog(inherited: base.visibleBindings, outer: outside.usage) : nil
        )
        layered.root.pointee.injector = UnsafeRawPointer(Unmanaged.passUnretained(injector).toOpaque())
        return lock.withLock {
            // Another thread may have been faster.
            if let known = knownRegistry(of: injector) {
                return known.takeUnretainedValue()
            }
            let entry = Entry(injector, layered, next: front.pointee)
            wormer_store(front, UInt(bitPattern: Unmanaged.passRetained(entry).toOpaque()))
            return layered
        }
    }

    /// The registry of `injector` that the current task sees.
    ///
    /// Unlike `registry(of:)`, this does not fix the moment from which an override sees the injector.
    static func registryWithoutTouching(of injector: Injector) -> Registry {
        var next = active
        while let layer = next {
            if let known = layer.knownRegistry(of: injector) {
                return known.takeUnretainedValue()
            }
            next = layer.outer
        }
        return injector.ownRegistry
    }

    /// Where readers of what `injector` holds inside this layer begin, nil where they have to look closer.
    func root(of injector: Injector) -> UnsafePointer<RegistryRoot>? {
        guard !tracksRequests else {
            return nil
        }
        return knownRegistry(of: injector)?._withUnsafeGuaranteedRef { UnsafePointer($0.root) }
    }

    @inline(__always)
    private func knownRegistry(of injector: Injector) -> Unmanaged<Registry>? {
        // What is on the list lives as long as this layer, which the caller holds.
        var next = UnsafeRawPointer(bitPattern: wormer_load(front))
        while let address = next {
            let entry = Unmanaged<Entry>.fromOpaque(address)
            if entry._withUnsafeGuaranteedRef({ $0.injector === injector }) {
                return entry._withUnsafeGuaranteedRef { .passUnretained($0.registry) }
            }
            next = entry._withUnsafeGuaranteedRef { UnsafeRawPointer(bitPattern: $0.next) }
        }
        return nil
    }

    private var registries: [Registry] {
        var registries: [Registry] = []
        var next = UnsafeRawPointer(bitPattern: wormer_load(front))
        while let address = next {
            let entry = Unmanaged<Entry>.fromOpaque(address).takeUnretainedValue()
            registries.append(entry.registry)
            next = UnsafeRawPointer(bitPattern: entry.next)
        }
        return registries
    }

    /// Ends the layer, which tasks that were started in it may outlive.
    ///
    /// - Returns: The key, the place and the use of every binding that was made in it.
    package func end() -> [(key: Key, location: CodeLocation, isUsed: Bool)] {
        lock.withLock { isOver = true }
        return registries.flatMap { $0.ownBindings() }.map { ($0.binding.key, $0.binding.location, $0.isUsed) }
    }

    /// Tells those who want to know of requests that come when the layer is over.
    func note(_ request: Request) {
        if let onLateRequest, lock.withLock({ isOver }) {
            // Those around need not be told of the same request.
            return onLateRequest(request)
        }
        outer?.note(request)
    }

    /// What stands for `Injector.default` inside this layer, nil where it was not replaced.
    var replacedMain: Main? {
        get { lock.withLock { main } ?? outer?.replacedMain }
        set {
            let replaced = lock.withLock {
                defer { main = newValue }
                return main
            }
            withExtendedLifetime(replaced) {}
        }
    }
}
