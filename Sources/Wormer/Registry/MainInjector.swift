import CWormer

/// The main injector, and the facade's object for it.
package final class Main: @unchecked Sendable {
    // Unchecked because of `face`, which is always a Sendable object of a facade.
    package let injector: Injector

    /// The facade's object for the injector, such as a Fusion `Container`, if there is one.
    package let face: AnyObject?

    package init(injector: Injector, face: AnyObject?) {
        self.injector = injector
        self.face = face
    }

    private static let lock = Lock()

    // Guarded by `lock`. Lock-free readers see the values that `publish()` stores.
    @exclusivity(unchecked) nonisolated(unsafe) private static var global: Main = {
        let main = Main(injector: .first, face: nil)
        main.publish()
        return main
    }()

    private func publish() {
        let face = face.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
        wormer_set_main(UInt(bitPattern: injector.root), face ?? 0)
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

    /// Keeps the replaced main injector, its parents and its face alive while requests and factories use them.
    ///
    /// Other injectors need no such protection, because the caller of a request holds its injector.
    func keepWhileUsed() {
        let injectors = Array(sequence(first: injector, next: \.parent))
        DeferredRelease.keepWhileUsed(injectors + [face].compactMap(\.self))
    }

    /// Returns the facade's object for the main injector, and creates it if necessary.
    ///
    /// - Returns: The current object.
    @inlinable
    package static func face<Face: AnyObject>(orCreate create: (Injector) -> Face) -> Face {
        publishedFace as? Face ?? standingFace(orCreate: create)
    }

    /// The facade's object for the main injector, or nil if it may differ for the current task.
    @usableFromInline static var publishedFace: AnyObject? {
        if Layer.unretained != nil {
            return nil
        }
        let thread = wormer_begin_reading()
        defer { Reader.end(thread) }
        return UnsafeRawPointer(bitPattern: wormer_main_face())
            .map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }

    @usableFromInline
    @inline(never)
    static func standingFace<Face: AnyObject>(orCreate create: (Injector) -> Face) -> Face {
        let main = current
        if let face = main.face as? Face {
            return face
        }
        let created = create(main.injector)
        return lock.withLock {
            if global.injector === main.injector, global.face == nil {
                global = Main(injector: main.injector, face: created)
                global.publish()
            }
            return global.injector === main.injector ? global.face as? Face ?? created : created
        }
    }
}
