/// An instance of any interface that a slot keeps: an immutable box.
///
/// Code that is not generic over the interface moves boxes. It needs no metadata of the interface.
@usableFromInline
class AnyInstance: @unchecked Sendable {
    // Immutable. Without stored properties, so that the value is the first stored property of a box.

    /// A box that holds the instance strongly; nil if a weak instance was released.
    var strong: AnyInstance? { self }
}

/// An instance of the interface `P`.
@usableFromInline
final class Instance<P>: AnyInstance, @unchecked Sendable {
    @usableFromInline let value: P

    @usableFromInline
    init(_ value: P) {
        self.value = value
    }

    /// The address of the value.
    ///
    /// It is even, so an odd address in a binding's state belongs to a weak instance.
    @inlinable var address: UInt {
        UInt(bitPattern: firstProperty(of: Unmanaged.passUnretained(self).toOpaque(), as: P.self))
    }
}

/// A weak reference to an instance of the interface `P`.
@usableFromInline
final class WeakInstance<P>: AnyInstance, @unchecked Sendable {
    // Immutable, except for the weak reference, which the runtime synchronizes.
    @usableFromInline private(set) weak var object: AnyObject?

    /// The bytes of the instance, which hold no strong reference to the object.
    @usableFromInline let bytes: UnsafeMutablePointer<P>

    /// Creates a weak reference, or returns nil if the instance is not an object.
    init?(_ instance: P) {
        guard type(of: instance as Any) is AnyClass else {
            return nil
        }
        let object = instance as AnyObject
        self.object = object
        bytes = .allocate(capacity: 1)
        bytes.initialize(to: instance)
        // The bytes hold a single reference, to the object. The other words of an interface are its type and its
        // conformances.
        Unmanaged.passUnretained(object).release()
    }

    deinit {
        // The reference in the bytes was released after they were written.
        bytes.deallocate()
    }

    /// Returns the instance, whose object the caller retains.
    @inlinable
    func instance(as object: AnyObject) -> P {
        // While the object is retained, the bytes are a valid reference to it.
        withExtendedLifetime(object) { bytes.pointee }
    }

    override var strong: AnyInstance? {
        object.map { Instance(instance(as: $0)) }
    }

    /// The address of the weak reference, marked as one.
    var address: UInt {
        UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) | 1
    }
}
