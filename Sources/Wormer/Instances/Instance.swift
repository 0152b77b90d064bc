/// An instance of any interface that a slot keeps: an immutable box.
///
/// Code that is not generic over the interface moves boxes. It needs no metadata of the interface.
@usableFromInline
class AnyInstance: @unchecked Sendable {
    // Immutable. It has one word, so that the value begins after three words of a box, or at the next aligned address.

    /// Ends the instance, if its binding has an `onEnd`.
    let teardown: Teardown?

    fileprivate init(_ teardown: Teardown?) {
        self.teardown = teardown
    }

    /// A box that holds the instance strongly; nil if a weak instance was released.
    var strong: AnyInstance? { self }
}

/// An instance of the interface `P`.
@usableFromInline
final class Instance<P>: AnyInstance, @unchecked Sendable {
    @usableFromInline let value: P

    @usableFromInline
    init(_ value: P, _ teardown: Teardown? = nil) {
        self.value = value
        super.init(teardown)
    }
}

/// Returns the address of the value in an `Instance<P>`.
///
/// Unlike a property of the box, this needs no metadata of the box in code that is not specialized.
@inlinable
func value<P>(inBoxAt address: UInt, of interface: P.Type) -> UnsafePointer<P> {
    let box = UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
    return UnsafePointer(storedProperty(of: box, afterWords: 3, as: interface))
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
        guard type(of: instance as Any) is AnyClass else { return nil }
        let object = instance as AnyObject
        self.object = object
        bytes = .allocate(capacity: 1)
        bytes.initialize(to: instance)
        super.init(nil)
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
}
