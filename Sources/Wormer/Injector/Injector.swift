import CWormer

/// Binds interfaces to implementations, and gives an implementation to whoever asks for its interface.
///
/// A program binds at start-up and asks from anywhere:
///
/// ```swift
/// Injector.default.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
///     LocalEventBus()
/// }
/// let eventBus: EventBus = Injector.default.instance()
/// ```
///
/// An interface is a protocol, a base class or any other type, a function type included. It is known by the identity
/// of its type: two types that are spelled alike are two interfaces.
///
/// Every method may be called from any thread, also from inside an initializer or a `deinit`. No lock is held while
/// user code runs.
public final class Injector: @unchecked Sendable {
    // Immutable; unchecked for `root`, which points to what its storage guards.

    /// The injector of the process.
    ///
    /// It is one object for the life of the process and shows what the main container holds, also after another
    /// container was made the main one, and also inside an override.
    public static let `default` = Injector(parent: nil, birthplaces: [], isDefault: true)

    /// What `default` stands for until another is made the main one.
    static let first = Injector(parent: nil, birthplaces: [], isDefault: false)

    /// What this injector holds outside every override.
    ///
    /// Use `storage`.
    let home = Storage()

    /// Where readers of `home` begin; not used in `default`, which reads what the main injector holds.
    @usableFromInline let root: UnsafeMutablePointer<wormer_root>

    /// Whom to ask for what this injector lacks.
    package let parent: Injector?

    /// The overrides in which this injector was created: it is part of them, and they need no copy of what it holds.
    let birthplaces: [Int]

    /// Whether this is `Injector.default`, which holds nothing itself.
    @usableFromInline let isDefault: Bool

    /// Creates an injector of its own, which asks `parent` for what it lacks.
    package convenience init(parent: Injector?) {
        self.init(parent: parent?.resolved, birthplaces: Override.active?.ids ?? [], isDefault: false)
    }

    private init(parent: Injector?, birthplaces: [Int], isDefault: Bool) {
        self.parent = parent
        self.birthplaces = birthplaces
        self.isDefault = isDefault
        root = home.root
        root.pointee.parent = parent.map { UnsafePointer($0.root) }
        root.pointee.injector = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        if isDefault {
            // From now on readers may ask for the main injector.
            wormer_set_main_root(Main.current.injector.root)
        }
    }

    /// The injector that this one stands for: the main one for `Injector.default`, otherwise itself.
    package var resolved: Injector {
        isDefault ? Main.current.injector : self
    }

    /// What this injector holds as the current task sees it.
    package var storage: Storage {
        let injector = resolved
        return Override.active?.storage(of: injector) ?? injector.home
    }
}
