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
    private let lock = Lock()
    // The injector is held so that its identity is not given to another.
    private var storages: [ObjectIdentifier: (injector: Injector, storage: Storage)] = [:]
    private var main: Main?

    /// Creates an override of what the current task sees.
    ///
    /// - Parameters:
    ///   - keepingInstances: Whether what is made outside is seen inside.
    ///   - onLateRequest: Is told of requests that come after `end()`.
    package init(keepingInstances: Bool = true, onLateRequest: (@Sendable (Request) -> Void)? = nil) {
        self.onLateRequest = onLateRequest
        outer = Override.current
        keepsInstances = keepingInstances
        id = Override.lastID.increment() + 1
        wormer_add_detours(1)
    }

    /// Creates an override whose copy of one injector is taken at once.
    package convenience init(of injector: Injector) {
        self.init()
        _ = storage(of: injector.resolved)
    }

    deinit {
        wormer_add_detours(-1)
    }

    /// The innermost override of this task.
    ///
    /// An override lives as long as a task that inherited it, so while there is none no task is in one, and nobody needs
    /// to look.
    static var active: Override? {
        wormer_has_detours() ? current : nil
    }

    /// What `injector` holds inside this override: a copy of what it holds outside, taken when it is first touched.
    func storage(of injector: Injector) -> Storage {
        if let birthplaces = injector.birthplaces, birthplaces.contains(id) {
            return injector.ownStorage
        }
        return lock.withLock {
            if let known = storages[ObjectIdentifier(injector)] {
                return known.storage
            }
            // Locks are taken from the inside out, and copying runs no user code.
            let outside = outer?.storage(of: injector) ?? injector.ownStorage
            let copy = outside.copy(keepingInstances: keepsInstances, loggingUsage: onLateRequest != nil)
            storages[ObjectIdentifier(injector)] = (injector, copy)
            return copy
        }
    }

    /// Ends the override, which tasks that were started in it may outlive.
    ///
    /// - Returns: The key, the place and the use of every binding that was made in it.
    package func end() -> [(key: Key, location: CodeLocation, isUsed: Bool)] {
        let storages = lock.withLock {
            isOver = true
            return self.storages.values.map(\.storage)
        }
        return storages.flatMap { $0.ownBindings() }.map { ($0.binding.key, $0.binding.location, $0.isUsed) }
    }

    /// Tells whoever wants to know of requests that come when the override is over.
    func note(_ request: Request) {
        if let onLateRequest, lock.withLock({ isOver }) {
            onLateRequest(request)
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
