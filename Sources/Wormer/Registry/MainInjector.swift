import CWormer

/// The main injector, and the facade's object for it.
package final class Main: @unchecked Sendable {
    // Unchecked because of `facade`, which is always a Sendable object.
    package let injector: Injector

    /// The facade's object for the injector, such as a Fusion `Container`, if there is one.
    package let facade: AnyObject?

    package init(injector: Injector, facade: AnyObject?) {
        self.injector = injector
        self.facade = facade
    }

    private static let lock = Lock()

    // Guarded by `lock`. Lock-free readers see the values that `publish()` stores.
    nonisolated(unsafe) private static var global: Main = {
        let main = Main(injector: .first, facade: nil)
        main.publish()
        return main
    }()

    private func publish() {
        let facade = facade.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
        wormer_set_main(UInt(bitPattern: injector.root), facade ?? 0)
    }

    /// The main injector of the current task.
    ///
    /// Setting it inside an override changes it only for that override.
    package static var current: Main {
        get {
            Layer.active?.replacedMain ?? lock.withLock { global }
        }
        set {
            if let layer = Layer.active {
                layer.replacedMain = newValue
                return
            }
            let replaced = lock.withLock {
                let replaced = global
                global = newValue
                newValue.publish()
                return replaced
            }
            replaced.keepWhileUsed()
        }
    }

    /// The main injector of the current task, found without a lock where no override may have replaced it.
    static var injector: Injector {
        publishedInjector ?? current.injector
    }

    /// Whether an override of the current task replaces the main injector.
    private static var mayBeReplaced: Bool {
        Layer.unretained?._withUnsafeGuaranteedRef(\.replacesMain) ?? false
    }

    private static var publishedInjector: Injector? {
        if mayBeReplaced {
            return nil
        }
        let thread = wormer_begin_reading()
        defer { Reader.end(thread) }
        return UnsafePointer<RegistryRoot>(bitPattern: wormer_main_root())?.pointee.injector
            .map { Unmanaged<Injector>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Keeps the replaced main injector, its parents and its facade alive while requests and factories use them.
    ///
    /// Other injectors need no such protection, because the caller of a request holds its injector.
    func keepWhileUsed() {
        DeferredRelease.keepWhileUsed(Array(injector.lineage) + [facade].compactMap(\.self))
    }

    /// Returns the facade's object for the main injector, and creates it if necessary.
    ///
    /// - Returns: The current object.
    @inlinable
    package static func facade<Object: AnyObject>(orCreate create: (Injector) -> Object) -> Object {
        publishedFacade as? Object ?? currentFacade(orCreate: create)
    }

    /// The facade's object for the main injector, or nil if it may differ for the current task.
    @usableFromInline static var publishedFacade: AnyObject? {
        if mayBeReplaced {
            return nil
        }
        let thread = wormer_begin_reading()
        defer { Reader.end(thread) }
        return UnsafeRawPointer(bitPattern: wormer_main_facade())
            .map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }

    @usableFromInline
    static func currentFacade<Object: AnyObject>(orCreate create: (Injector) -> Object) -> Object {
        let main = current
        if let facade = main.facade as? Object {
            return facade
        }
        let created = create(main.injector)
        return lock.withLock {
            if global.injector === main.injector, global.facade == nil {
                global = Main(injector: main.injector, facade: created)
                global.publish()
            }
            return global.injector === main.injector ? global.facade as? Object ?? created : created
        }
    }
}
