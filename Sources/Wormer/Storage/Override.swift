import CWormer

/// What one task and its children see instead of the storages that everybody sees.
///
/// Every injector that is touched inside an override gets a copy of its storage there, so that nothing that is bound
/// or made inside leaks out. An injector that was created inside keeps its own.
package final class Override: @unchecked Sendable {
    // What changes here is guarded by `lock`.

    /// The override that the current task is in.
    @TaskLocal package static var current: Override?

    /// What tells an override from all others; an injector remembers the one in which it was created.
    let id: Int

    private static let lastID = AtomicCounter()

    private let outer: Override?

    /// This override and those around it, the innermost last.
    var ids: [Int] {
        (outer?.ids ?? []) + [id]
    }

    private let keepsInstances: Bool

    /// Is told of requests that come when the override is over; with it goes an account of what is asked for.
    private let onLateRequest: (@Sendable (Request) -> Void)?
    private var isOver = false

    /// Whether this override or one around it is told of requests.
    private let tracksRequests: Bool
    private let lock = Lock()
    private var main: Main?

    /// The copies, the latest first; followed without a lock.
    ///
    /// There are about as many as injectors that one task touches: a handful.
    private let copies: UnsafeMutablePointer<UnsafeRawPointer?>

    /// The copy of one injector's storage.
    private final class Copy {
        // The injector is held so that its identity is not given to another.
        let injector: Injector
        let storage: Storage
        let next: UnsafeRawPointer?
        let root: UnsafeMutablePointer<wormer_root>

        init(of injector: Injector, _ storage: Storage, next: UnsafeRawPointer?) {
            self.injector = injector
            self.storage = storage
            self.next = next
            root = storage.root
        }
    }

    /// Creates an override of what the current task sees.
    ///
    /// - Parameters:
    ///   - keepingInstances: Whether what is made outside is seen inside.
    ///   - onLateRequest: Is told of requests that come after `end()`.
    package init(keepingInstances: Bool = true, onLateRequest: (@Sendable (Request) -> Void)? = nil) {
        self.onLateRequest = onLateRequest
        tracksRequests = onLateRequest != nil || Override.current?.tracksRequests == true
        copies = .allocate(capacity: 1)
        copies.initialize(to: nil)
        outer = Override.current
        keepsInstances = keepingInstances
        id = Override.lastID.increment() + 1
        Detour.override.begin()
    }

    /// Creates an override whose copy of one injector is taken at once.
    package convenience init(of injector: Injector) {
        self.init()
        _ = storage(of: injector.resolved)
    }

    deinit {
        var next = copies.pointee
        while let address = next {
            let copy = Unmanaged<Copy>.fromOpaque(address)
            next = copy._withUnsafeGuaranteedRef(\.next)
            copy.release()
        }
        copies.deallocate()
        Detour.override.end()
    }

    /// The innermost override of this task.
    ///
    /// An override lives as long as a task that inherited it, so while there is none no task is in one, and nobody needs
    /// to look.
    static var active: Override? {
        Detour.override.isNeeded ? current : nil
    }

    /// What `injector` holds inside this override: a copy of what it holds outside, taken when it is first touched.
    func storage(of injector: Injector) -> Storage {
        if let birthplaces = injector.birthplaces, birthplaces.contains(id) {
            return injector.ownStorage
        }
        if let known = knownCopy(of: injector) {
            return known.takeUnretainedValue().storage
        }
        let parent = injector.parent.map { storage(of: $0) }
        return lock.withLock {
            // Somebody may have been faster.
            if let known = knownCopy(of: injector) {
                return known.takeUnretainedValue().storage
            }
            // Locks are taken from the inside out, and copying runs no user code.
            let outside = outer?.storage(of: injector) ?? injector.ownStorage
            let storage = outside.copy(keepingInstances: keepsInstances, loggingUsage: onLateRequest != nil)
            storage.root.pointee.parent = parent.map { UnsafePointer($0.root) }
            storage.root.pointee.injector = UnsafeRawPointer(Unmanaged.passUnretained(injector).toOpaque())
            let copy = Copy(of: injector, storage, next: wormer_load_front(copies))
            wormer_set_front(copies, Unmanaged.passRetained(copy).toOpaque())
            return storage
        }
    }

    /// Where readers of what `injector` holds inside this override begin, nil where one has to look closer.
    func root(of injector: Injector) -> UnsafePointer<wormer_root>? {
        guard !tracksRequests else {
            return nil
        }
        return knownCopy(of: injector)?._withUnsafeGuaranteedRef { UnsafePointer($0.root) }
    }

    @inline(__always)
    private func knownCopy(of injector: Injector) -> Unmanaged<Copy>? {
        // What is on the list lives as long as this override, which whoever asks holds.
        var next = wormer_load_front(copies)
        while let address = next {
            let copy = Unmanaged<Copy>.fromOpaque(address)
            if copy._withUnsafeGuaranteedRef({ $0.injector === injector }) {
                return copy
            }
            next = copy._withUnsafeGuaranteedRef { $0.next }
        }
        return nil
    }

    /// The storages that were copied.
    private var storages: [Storage] {
        var storages: [Storage] = []
        var next = wormer_load_front(copies)
        while let address = next {
            let copy = Unmanaged<Copy>.fromOpaque(address).takeUnretainedValue()
            storages.append(copy.storage)
            next = copy.next
        }
        return storages
    }

    /// Ends the override, which tasks that were started in it may outlive.
    ///
    /// - Returns: The key, the place and the use of every binding that was made in it.
    package func end() -> [(key: Key, location: CodeLocation, isUsed: Bool)] {
        lock.withLock { isOver = true }
        return storages.flatMap { $0.ownBindings() }.map { ($0.binding.key, $0.binding.location, $0.isUsed) }
    }

    /// Tells whoever wants to know of requests that come when the override is over.
    func note(_ request: Request) {
        if let onLateRequest, lock.withLock({ isOver }) {
            // Those around need not be told of the same request.
            return onLateRequest(request)
        }
        outer?.note(request)
    }

    /// What stands for `Injector.default` inside this override, nil where it was not replaced.
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
