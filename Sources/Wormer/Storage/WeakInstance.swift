/// An instance of the interface `P` that goes when nobody else holds it.
struct WeakInstance<P> {
    private weak var object: AnyObject?

    /// The bytes of the instance, which do not count as a reference to the object.
    private let bytes: Bytes

    private final class Bytes {
        let place = UnsafeMutablePointer<P>.allocate(capacity: 1)

        deinit {
            // What they refer to was released when they were written.
            place.deallocate()
        }
    }

    /// Creates a weak reference; nil unless the instance is an object.
    init?(_ instance: P) {
        guard type(of: instance as Any) is AnyClass else {
            return nil
        }
        let object = instance as AnyObject
        self.object = object
        bytes = Bytes()
        bytes.place.initialize(to: instance)
        // The object is all that the bytes hold: an interface's other words are the type's and its conformances'.
        Unmanaged.passUnretained(object).release()
    }

    var isAlive: Bool {
        object != nil
    }

    /// The instance, nil if it is gone.
    var instance: P? {
        // While the object is held here, the bytes are as good as any reference to it; here as below.
        guard let object else {
            return nil
        }
        return withExtendedLifetime(object) { bytes.place.pointee }
    }

    /// Puts the instance where memory for one is; false if it is gone.
    func copyInstance(to result: UnsafeMutableRawPointer) -> Bool {
        guard let object else {
            return false
        }
        withExtendedLifetime(object) {
            _ = result.initializeMemory(as: P.self, from: bytes.place, count: 1)
        }
        return true
    }
}
