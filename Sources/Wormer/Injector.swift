import CWormer

/// A dependency injector, which knows how to create the instances of each interface, and who shares them.
///
/// Bind interfaces at startup, and resolve them where the parts of the program meet: at its root, and in factories.
///
/// ```swift
/// Injector.default.bind(EventBus.self, lifetime: .singleton, to: .make { LocalEventBus() })
/// let eventBus: EventBus = Injector.default.instance()
/// ```
///
/// An interface is a protocol, a base class, or any other type, even a function type. Two types with the same name are
/// different interfaces.
///
/// You can call every method on any thread, even in a factory or a `deinit`: the injector holds no lock while it runs
/// your code.
public final class Injector: @unchecked Sendable {
    // Immutable. Unchecked because `root` is a pointer.

    /// The main injector of the process.
    ///
    /// The object stays the same for the life of the process, but its bindings can change. Inside an override, it uses
    /// the bindings of the override, and after you assign another `Container.main` in Fusion, those of that container.
    public static let `default` = Injector(forwarding: ())

    /// The main injector until another one replaces it.
    ///
    /// `default` forwards to the main injector.
    ///
    /// The injector is created on first use. It belongs to no override, even if the first use is inside one.
    static let first: Injector = {
        let first = Injector(nil, in: [])
        wormer_set_pointer(WORMER_MAIN_ROOT, first.root.unsafelyUnwrapped)
        return first
    }()

    /// The registry that applies outside every override, or nil for `default`, which has no registry of its own.
    private let own: Registry?

    /// The part of the registry that lookups read, or nil for `default`.
    let root: UnsafeMutablePointer<Registry.Root>?

    /// The injector that answers lookups of interfaces that this one does not bind.
    package let parent: Injector?

    /// Whether declared services belong to the injector, because it is that of a container.
    let hasServices: Bool

    /// Creates `default`.
    ///
    /// All values are constants, so the compiler can allocate the object statically. Using it then requires neither an
    /// initialization check nor reference counting.
    private init(forwarding: Void) {
        own = nil
        root = nil
        parent = nil
        hasServices = false
    }

    /// Creates an injector with bindings of its own.
    ///
    /// Most programs need only ``default``. The bindings of a child come before those of its parent:
    ///
    /// ```swift
    /// let window = Injector(parent: .default)
    /// window.bind(Cache.self, lifetime: .singleton, to: .make { FileCache() })
    /// let database: Database = window.instance()  // bound in the parent
    /// ```
    ///
    /// The parent creates and keeps the instances of its own bindings, and they see only the parent's bindings.
    ///
    /// - Parameter parent: The injector in which to look up what this one doesn't bind. A child of `default` keeps the
    ///   current main injector as its parent.
    public convenience init(parent: Injector? = nil) {
        self.init(parent?.resolved, in: Override.ids)
    }

    /// Creates the injector of a container.
    package convenience init(withServicesBelow parent: Injector?) {
        self.init(parent?.resolved, in: Override.ids, hasServices: true)
    }

    private init(_ parent: Injector?, in overrides: [Int], hasServices: Bool = false) {
        self.hasServices = hasServices
        let own = Registry(parent: parent?.own, overrides: overrides)
        self.own = own
        self.parent = parent
        root = own.root
        own.belong(to: Unmanaged.passUnretained(self).toOpaque())
        Injector.living.withLock { living in
            own.place = living.count
            living.append(.passUnretained(own))
        }
    }

    deinit {
        guard let own else { return }
        Injector.living.withLock { living in
            // The last one takes its place.
            let last = living.removeLast()
            if own.place < living.count {
                last._withUnsafeGuaranteedRef { $0.place = own.place }
                living[own.place] = last
            }
        }
        own.close()
    }

    /// The registries of all injectors, which retain them as long as they are here.
    private static let living = Guarded<[Unmanaged<Registry>]>([])

    /// The registries of all injectors, in a copy that shares nothing with what the lock guards.
    static var allRegistries: [Registry] { living.withLock { $0.map { $0.takeUnretainedValue() } } }

    /// Returns whether any injector binds an interface, under any identifier.
    static func isBoundAnywhere(_ interface: Any.Type) -> Bool {
        allRegistries.contains { registry in
            registry.visibleHits.contains { $0.binding.key.interface == interface && $0.binding.contribution == nil }
        }
    }

    /// Whether this is the main injector.
    var isMain: Bool { resolved === Main.current.injector }

    /// Whether this is `default`.
    var isDefault: Bool { own == nil }

    /// The injector itself, or the main injector if this is `default`.
    @inline(never)
    package var resolved: Injector { own == nil ? Main.injector : self }

    /// The injector and its parents.
    var lineage: UnfoldFirstSequence<Injector> { sequence(first: resolved, next: \.parent) }

    /// The registry that applies outside every override.
    @inline(never)
    var ownRegistry: Registry { own ?? Main.injector.ownRegistry }
}
