import CWormer

/// Binds interfaces to implementations, and gives an implementation to whoever asks for its interface.
///
/// A program binds at start-up and asks from anywhere:
///
/// ```swift
/// Injector.default.bind(EventBus.self, lifetime: .singleton, to: .make { LocalEventBus() })
/// let eventBus: EventBus = Injector.default.instance()
/// ```
///
/// An interface is a protocol, a base class or any other type, a function type included. It is known by the identity
/// of its type: two types that are spelled alike are two interfaces.
///
/// Every method may be called from any thread, also from inside a factory or a `deinit`. No lock is held while user
/// code runs.
public final class Injector: @unchecked Sendable {
    // Immutable; unchecked for `root`, which points into the registry.

    /// The injector of the process.
    ///
    /// It is one object for the life of the process and shows what the main container holds, also after another
    /// container was made the main one, and also inside an override.
    public static let `default` = Injector()

    /// What `default` stands for until another is made the main one.
    ///
    /// It is created when it is first needed, and is part of no override even if that is inside one.
    static let first = Layer.$current.withValue(nil) { Injector(parent: nil) }

    /// What this injector holds outside every override; nil in `default`, which holds nothing itself.
    let home: Registry?

    /// Where readers of `home` begin.
    let root: UnsafePointer<RegistryRoot>?

    /// The injector that is asked for what this one lacks.
    package let parent: Injector?

    /// The overrides in which this injector was created: it is part of them, and they need no registry for it.
    var birthplaces: [Int]? { home?.birthplaces }

    /// Creates `default`.
    ///
    /// The values are constants, so that the compiler can lay the object out in the program: nothing checks at each use
    /// whether it is there, and nobody counts references to it.
    private init() {
        home = nil
        root = nil
        parent = nil
    }

    /// Creates an injector of its own, which asks `parent` for what it lacks.
    package init(parent: Injector?) {
        let parent = parent?.resolved
        let home = Registry(parent: parent?.home)
        self.home = home
        self.parent = parent
        root = UnsafePointer(home.root)
        home.birthplaces = Layer.active?.ids
        home.root.pointee.injector = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        Injectors.insert(home)
    }

    deinit {
        home.map(Injectors.remove)
    }

    /// The injector that this one stands for: the main one for `Injector.default`, otherwise itself.
    package var resolved: Injector {
        home == nil ? Main.current.injector : self
    }

    /// What this injector holds as the current task sees it.
    @usableFromInline
    package var registry: Registry {
        let injector = resolved
        return Layer.active?.registry(of: injector) ?? injector.ownRegistry
    }

    /// What this injector holds outside every override.
    var ownRegistry: Registry {
        home ?? Main.current.injector.ownRegistry
    }
}
