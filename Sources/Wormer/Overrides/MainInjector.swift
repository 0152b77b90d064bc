import CWormer

/// The main injector, and the facade's object for it.
///
/// The first one lives as long as the process, so a lookup needs no lock to find it. Once it was replaced, a lookup
/// retains the present one under a lock.
package final class Main: @unchecked Sendable {
    // Unchecked because of `facade`, which is always a Sendable object.
    package let injector: Injector

    /// The facade's object for the injector, such as a Fusion `Container`, if there is one.
    package let facade: AnyObject?

    package init(injector: Injector, facade: AnyObject?) {
        self.injector = injector
        self.facade = facade
    }

    private static let global = Guarded(Main(injector: .first, facade: nil))

    /// The main injector of the current task.
    ///
    /// Setting it inside an override changes it only for that override.
    package static var current: Main {
        get { Context.override?.replacedMain ?? global.withLock { $0 } }
        set {
            // This reason never ends, so it counts once.
            if !wasReplaced {
                Watchers.begin(Watchers.main)
            }
            if let override = Context.override {
                override.replacedMain = newValue
            } else {
                _ = global.exchange(newValue)
            }
        }
    }

    /// The main injector of the current task, found without a lock if it was never replaced.
    static var injector: Injector {
        wasReplaced ? current.injector : .first
    }

    /// Whether the main injector was ever replaced, for any task.
    static var wasReplaced: Bool { Watchers.areThere(Watchers.main) }

    /// Returns the facade's object for the main injector, and creates it if necessary.
    ///
    /// - Returns: The current object.
    @inlinable
    package static func facade<Object: AnyObject>(orCreate create: (Injector) -> Object) -> Object {
        guard let facade = publishedFacade else { return currentFacade(orCreate: create) }
        // The cast is safe: a program has one facade that creates objects for injectors.
        return unsafeDowncast(facade, to: Object.self)
    }

    /// The facade's object for the first main injector, or nil if the main injector was replaced.
    static var publishedFacade: AnyObject? {
        guard !wasReplaced, let facade = wormer_pointer(WORMER_MAIN_FACADE) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(facade).takeUnretainedValue()
    }

    static func currentFacade<Object: AnyObject>(orCreate create: (Injector) -> Object) -> Object {
        let main = current
        // The one that is replaced is released after the lock.
        defer { extendLifetime(main) }
        if let facade = main.facade as? Object {
            return facade
        }
        let created = create(main.injector)
        return global.withLock { global in
            // Another thread may have been faster.
            guard global === main else { return global.injector === main.injector ? global.facade as? Object : nil }
            global = Main(injector: main.injector, facade: created)
            if main.injector === Injector.first {
                wormer_set_pointer(WORMER_MAIN_FACADE, Unmanaged.passRetained(created).toOpaque())
            }
            return nil
        } ?? created
    }
}

extension Injector {
    /// The root at which a lookup begins, unless the main injector was replaced.
    var firstRoot: UnsafeMutablePointer<Registry.Root>? {
        root ?? wormer_pointer(WORMER_MAIN_ROOT)?.assumingMemoryBound(to: Registry.Root.self)
    }
}
