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
    public static let `default` = Injector()

    /// What `default` stands for until another is made the main one.
    ///
    /// It is created when it is first asked for, and is part of no override even if that is inside one.
    static let first = Override.$current.withValue(nil) { Injector(parent: nil) }

    /// What this injector holds outside every override; nil in `default`, which holds nothing itself.
    let home: Storage?

    /// Where readers of `home` begin.
    @usableFromInline let root: UnsafeMutablePointer<wormer_root>?

    /// Whom to ask for what this injector lacks.
    package let parent: Injector?

    /// The overrides in which this injector was created: it is part of them, and they need no copy of what it holds.
    let birthplaces: [Int]?

    /// Creates `default`.
    ///
    /// The values are constants, so that the compiler can lay the object out in the program: nothing checks at each use
    /// whether it is there, and nobody counts references to it.
    private init() {
        home = nil
        root = nil
        parent = nil
        birthplaces = nil
    }

    /// Creates an injector of its own, which asks `parent` for what it lacks.
    package init(parent: Injector?) {
        let home = Storage()
        let parent = parent?.resolved
        self.home = home
        self.parent = parent
        root = home.root
        birthplaces = Override.active?.ids
        home.root.pointee.parent = parent?.root.map { UnsafePointer($0) }
        home.root.pointee.injector = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// The injector that this one stands for: the main one for `Injector.default`, otherwise itself.
    package var resolved: Injector {
        home == nil ? Main.current.injector : self
    }

    /// What this injector holds as the current task sees it.
    @usableFromInline
    package var storage: Storage {
        let injector = resolved
        return Override.active?.storage(of: injector) ?? injector.ownStorage
    }

    /// What this injector holds outside every override.
    var ownStorage: Storage {
        home ?? Main.current.injector.ownStorage
    }
}
