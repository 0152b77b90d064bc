import CWormer

/// Returns whether every instance of one type is also an instance of another type, as far as the types alone can tell.
///
/// - Parameters:
///   - implementation: The type of the instances.
///   - interface: The type that they must have.
/// - Returns: Whether they have it, or nil if only an instance can tell.
func conforms<P>(_ implementation: Any.Type, to interface: P.Type) -> Bool? {
    if implementation == interface {
        return true
    }
    guard TypeKind(implementation) == .nominal else {
        return nil
    }
    switch TypeKind(interface) {
    case .nominal:
        return implementation is P.Type
    case .existential:
        // For a protocol `P`, `P.Type` is the metatype of the protocol itself. The type of the metatypes of all
        // conforming types, `any P.Type`, is available only from the runtime. Its metadata is ordinary type metadata.
        let metatypes = unsafeBitCast(
            wormer_existential_metatype(unsafeBitCast(interface, to: UnsafeRawPointer.self)),
            to: Any.Type.self
        )
        func isMember<Metatypes>(of type: Metatypes.Type) -> Bool {
            implementation is Metatypes
        }
        return _openExistential(metatypes, do: isMember)
    case .constrainedExistential, .other:
        return nil
    }
}

/// Returns whether every instance of a type is known to conform to an interface.
func isKnown(_ implementation: Any.Type, toConformTo interface: Any.Type) -> Bool {
    func isMember<P>(of interface: P.Type) -> Bool {
        conforms(implementation, to: interface) == true
    }
    return _openExistential(interface, do: isMember)
}

/// Ends the process with a message if no instance of a service can conform to a type, as far as the types alone can
/// tell.
package func checkConformance<P>(of service: Any.Type, to interface: P.Type, at location: CodeLocation) {
    // An instance of a class may be an instance of a subclass that conforms.
    if !(service is AnyClass), conforms(service, to: interface) == false {
        endProcess(with: Misuse.alias(of: service, for: interface), at: location)
    }
}

/// Returns whether a type is existential, so that its values can have different types.
func isExistential(_ type: Any.Type) -> Bool {
    switch TypeKind(type) {
    case .existential, .constrainedExistential: true
    case .nominal, .other: false
    }
}

/// The kind of a type, according to the first word of its metadata.
///
/// The layout of the metadata is part of Swift's stable ABI.
enum TypeKind {
    /// A class, struct, or enum, except an optional, whose instances convert to its wrapped type.
    case nominal
    /// A protocol, a composition of protocols, or `Any`.
    case existential
    /// A protocol with arguments, such as `any Clock<Duration>`, also in a composition.
    case constrainedExistential
    case other

    init(_ type: Any.Type) {
        let word = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
        self =
            switch word {
            case 0, 0x200, 0x201: .nominal
            case 0x303: .existential
            case 0x307: .constrainedExistential
            // With Objective-C, the first word of a class's metadata is a pointer, which is larger than every kind.
            case 0x800...: .nominal
            default: .other
            }
    }
}
