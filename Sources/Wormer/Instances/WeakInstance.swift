/// An instance that goes when nobody else holds it.
@usableFromInline
final class WeakInstance: @unchecked Sendable {
    // Immutable, but for the weak reference, which the runtime changes when the object goes.
    @usableFromInline private(set) weak var object: AnyObject?

    /// The bytes of the instance, which do not count as a reference to the object.
    @usableFromInline let bytes: UnsafeMutableRawPointer

    /// Creates a weak reference; nil unless the instance is an object.
    init?<P>(_ instance: P) {
        guard type(of: instance as Any) is AnyClass else {
            return nil
        }
        let object = instance as AnyObject
        self.object = object
        let place = UnsafeMutablePointer<P>.allocate(capacity: 1)
        place.initialize(to: instance)
        bytes = UnsafeMutableRawPointer(place)
        // The object is all that the bytes hold: an interface's other words are those of the type and its conformances.
        Unmanaged.passUnretained(object).release()
    }

    deinit {
        // What the bytes refer to was released when they were written.
        bytes.deallocate()
    }

    /// The instance, nil if it is gone.
    @inlinable
    func instance<P>(of interface: P.Type) -> P? {
        // While the object is held, the bytes are as good as any reference to it.
        guard let object else {
            return nil
        }
        return withExtendedLifetime(object) { bytes.assumingMemoryBound(to: P.self).pointee }
    }
}
