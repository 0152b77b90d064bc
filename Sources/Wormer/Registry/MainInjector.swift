import CWormer

/// The injector that `Injector.default` stands for, and the facade's object that was put there with it.
package struct Main: @unchecked Sendable {
    // Unchecked for the face: a facade puts a Sendable object there.
    package let injector: Injector

    /// The object that a facade shows for the injector, if one was given.
    package let face: AnyObject?

    package init(injector: Injector, face: AnyObject?) {
        self.injector = injector
        self.face = face
    }

    private static let lock = Lock()

    // Guarded by `lock`; readers without the lock see what `publish` shows.
    nonisolated(unsafe) private static var global: Main = {
        let main = Main(injector: .first, face: nil)
        main.publish()
        return main
    }()

    private func publish() {
        let face = face.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
        wormer_set_main(UInt(bitPattern: injector.root), face ?? 0)
    }

    /// What is main for the current task.
    ///
    /// Setting it inside an override replaces the override's main only.
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
            replaced.face.map { DeferredRelease.keepWhileUsed([$0], bindings: []) }
            replaced.injector.ownRegistry.keepWhileUsed(with: replaced.injector)
        }
    }

    /// Gives the main injector a face where it has none.
    ///
    /// - Returns: The face that the main injector has now.
    @inlinable
    package static func face<Face: AnyObject>(orCreate create: (Injector) -> Face) -> Face {
        publishedFace as? Face ?? standingFace(orCreate: create)
    }

    /// The face of the main injector if that is the same for every task.
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
