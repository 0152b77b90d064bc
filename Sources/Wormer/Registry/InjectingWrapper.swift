import CWormer

/// A property wrapper of a facade that looks up its interface in the main injector, unless its arguments say
/// otherwise.
package protocol InjectingWrapper {
    /// The type that the wrapper looks up.
    static var interface: Any.Type { get }

    /// The facade whose words errors use.
    static var facade: Facade { get }

    /// The override that the wrapper remembers.
    var override: RememberedOverride? { get }
}

/// A type that code refers to where it creates a wrapper that reads a property of a container.
///
/// Its name in the program tells that some wrapper with such a value does not look it up.
package protocol ReadingMark {
    /// The type of the property.
    static var value: Any.Type { get }
}

/// Does nothing that the compiler can see, so that the caller's program contains the name of a type.
@usableFromInline
package func keepName(of type: Any.Type) {
    wormer_keep(unsafeBitCast(type, to: UnsafeRawPointer.self))
}
