/// An instance of any interface that a slot keeps: an immutable box.
///
/// Code that is not generic over the interface moves boxes. It needs no metadata of the interface.
@usableFromInline
class AnyInstance: @unchecked Sendable {
    // Immutable.

    /// Ends the instance, if its binding has an `onEnd`.
    let teardown: Teardown?

    fileprivate init(_ teardown: Teardown?) {
        self.teardown = teardown
    }

    /// The instance of a strong box, for code that does not know the interface.
    var any: Any { () }

    /// A box that holds the instance strongly; nil if a weak instance was released.
    var strong: AnyInstance? { self }
}

/// An instance of the interface `P`.
@usableFromInline
final class Instance<P>: AnyInstance, @unchecked Sendable {
    @usableFromInline let value: P

    @usableFromInline
    required init(_ value: P, _ teardown: Teardown? = nil) {
        self.value = value
        super.init(teardown)
    }

    override var any: Any { value }
}

/// A weak reference to an instance of the interface `P`.
final class WeakInstance<P>: AnyInstance, @unchecked Sendable {
    // Immutable, except for the weak reference, which the runtime synchronizes.
    private weak var object: AnyObject?

    /// The bytes of the instance, which hold no strong reference to the object.
    private let bytes: UnsafeMutablePointer<P>

    /// The type of a strong box; see `Factory.box`.
    private let box: Instance<P>.Type

    /// Creates a weak reference, or returns nil if the instance is not an object.
    init?(_ instance: P, box: Instance<P>.Type) {
        guard type(of: instance as Any) is AnyClass else { return nil }
        let object = instance as AnyObject
        self.object = object
        self.box = box
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

    override var strong: AnyInstance? {
        guard let object else { return nil }
        // While the object is retained, the bytes are a valid reference to it.
        defer { extendLifetime(object) }
        return box.init(bytes.pointee)
    }
}

/// A registry, an open scope or an outermost lookup, which keeps instances.
protocol InstanceKeeper: AnyObject, Sendable {
    /// Claims the slot of a binding; see `Slot.claim`.
    ///
    /// - Returns: The next step of the caller.
    /// - Throws: The reason why a scope keeps no more instances.
    func claim(_ hit: Hit, by owner: Owner, as purpose: Claim.Purpose) throws -> Next

    /// Fills the slot of a binding, or gives it back without an instance; see `Slot.fill`.
    func fill(_ hit: Hit, with instance: AnyInstance?, by owner: Owner) -> Slot.Filled
}
