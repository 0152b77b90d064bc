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
        wormer_set_main_root(injector.root)
        wormer_set_main_face(face.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    }

    /// What is main for the current task.
    ///
    /// Setting it inside an override replaces the override's main only.
    package static var current: Main {
        get {
            Override.active?.replacedMain ?? lock.withLock { global }
        }
        set {
            guard let override = Override.active else {
                let replaced = lock.withLock {
                    let replaced = global
                    global = newValue
                    newValue.publish()
                    return replaced
                }
                wormer_wait_for_readers()
                return withExtendedLifetime(replaced) {}
            }
            override.replacedMain = newValue
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
    @inlinable static var publishedFace: AnyObject? {
        guard !wormer_has_detours_of(Int32(WORMER_OVERRIDE)) else {
            return nil
        }
        let thread = wormer_begin_reading()
        defer { wormer_end_reading(thread) }
        return wormer_load_main_face().map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
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
