/// A weak reference to an instance of any interface.
@usableFromInline
final class WeakInstance: @unchecked Sendable {
    // Immutable, except for the weak reference, which the runtime synchronizes.
    @usableFromInline private(set) weak var object: AnyObject?

    /// The bytes of the instance, which hold no strong reference to the object.
    @usableFromInline let bytes: UnsafeMutableRawPointer

    /// Creates a weak reference, or returns nil if the instance is not an object.
    init?<P>(_ instance: P) {
        guard type(of: instance as Any) is AnyClass else {
            return nil
        }
        let object = instance as AnyObject
        self.object = object
        let place = UnsafeMutablePointer<P>.allocate(capacity: 1)
        place.initialize(to: instance)
        bytes = UnsafeMutableRawPointer(place)
        // The bytes hold a single reference, to the object. The other words of an interface are its type and its
        // conformances.
        Unmanaged.passUnretained(object).release()
    }

    deinit {
        // The reference in the bytes was released after they were written.
        bytes.deallocate()
    }

    /// Returns the instance, or nil if it was released.
    @inlinable
    func instance<P>(of interface: P.Type) -> P? {
        // While the object is retained, the bytes are a valid reference to it.
        guard let object else {
            return nil
        }
        return withExtendedLifetime(object) { bytes.assumingMemoryBound(to: P.self).pointee }
    }
}
