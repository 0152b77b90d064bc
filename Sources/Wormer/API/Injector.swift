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
    // Immutable. Unchecked because `root` is a pointer into the registry.

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
    static let first = Layer.$current.withValue(nil) { Injector(parent: nil) }

    /// The registry that applies outside every override, or nil for `default`, which has no registry of its own.
    let home: Registry?

    /// The entry point for lock-free readers of `home`.
    let root: UnsafePointer<RegistryRoot>?

    /// The injector that answers requests for interfaces that this one does not bind.
    package let parent: Injector?

    /// The identifiers of the overrides in which this injector was created.
    ///
    /// The injector belongs to these overrides. Inside them, it uses its own registry.
    var overrides: [Int]? { home?.overrides }

    /// Creates `default`.
    ///
    /// All values are constants, so the compiler can allocate the object statically. Using it then requires neither an
    /// initialization check nor reference counting.
    private init(forwarding: Void) {
        home = nil
        root = nil
        parent = nil
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
    public init(parent: Injector? = nil) {
        let parent = parent?.resolved
        let home = Registry(parent: parent?.home)
        self.home = home
        self.parent = parent
        root = UnsafePointer(home.root)
        home.overrides = Layer.active?.ids
        home.root.pointee.injector = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        Injector.living.withLock {
            home.place = Injector.livingHomes.count
            Injector.livingHomes.append(home)
        }
    }

    deinit {
        if let home {
            Injector.living.withLock {
                // The last one takes its place.
                let last = Injector.livingHomes.removeLast()
                if last !== home {
                    last.place = home.place
                    Injector.livingHomes[home.place] = last
                }
            }
        }
    }

    private static let living = Lock()

    // The registries of all injectors. Guarded by `living`.
    @exclusivity(unchecked) nonisolated(unsafe) private static var livingHomes: [Registry] = []

    /// Returns whether any injector binds an interface, with or without an identifier.
    static func isBoundAnywhere(_ interface: Any.Type) -> Bool {
        let homes = living.withLock { livingHomes.map { $0 } }
        return homes.contains { home in
            home.visibleBindings.contains { $0.key.interface == interface && $0.contribution == nil }
        }
    }

    /// The injector that this one represents: the main injector for `Injector.default`, otherwise itself.
    package var resolved: Injector { home == nil ? Main.injector : self }

    /// The injectors in which a request looks for a binding: this one, its parent, and so on.
    var lineage: UnfoldFirstSequence<Injector> { sequence(first: resolved, next: \.parent) }

    /// The registry of this injector that the current task sees.
    @usableFromInline
    package var registry: Registry { Layer.active?.registry(of: resolved) ?? ownRegistry }

    /// The registry of this injector outside every override.
    var ownRegistry: Registry { home ?? Main.injector.ownRegistry }
}
