import CWormer

/// Tells whether every instance of one type is also of another, as far as the types alone can tell.
///
/// - Parameters:
///   - implementation: The type whose instances are given.
///   - interface: The type they have to be of.
/// - Returns: Nil where only an instance could tell.
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
        // What `P.Type` means for a protocol is the protocol's own metatype; `any P.Type`, the type of the metatypes
        // of all that conforms, can be had from the runtime only. Its metadata is that of a type like any other.
        let metatypes = unsafeBitCast(
            wormer_existential_metatype(unsafeBitCast(interface, to: UnsafeRawPointer.self)),
            to: Any.Type.self
        )
        func isMember<Metatypes>(of type: Metatypes.Type) -> Bool {
            implementation is Metatypes
        }
        return _openExistential(metatypes, do: isMember)
    case .other:
        return nil
    }
}

/// Ends the process if no instance of a type is of another, as far as the types alone can tell.
package func checkConformance<P>(of service: Any.Type, to interface: P.Type, at location: CodeLocation) {
    // An instance of a class may be one of a subclass that conforms.
    guard !(service is AnyClass), conforms(service, to: interface) == false else {
        return
    }
    let spelling = Spelling(of: [service, interface])
    let (name, expected) = (spelling.name(service), spelling.name(interface))
    var report = Report("Cannot set an alias for \(expected): the service is of type \(name), which does not conform.")
    report.add("called at", location)
    report.add(Advice("Use a service whose type is \(expected) or conforms to it."))
    report.endProcess(at: location)
}

/// Whether a type is that of any value that conforms to a protocol.
func isExistential(_ type: Any.Type) -> Bool {
    TypeKind(type) == .existential
}

/// What a type is, as the first word of its metadata tells; the layout is part of Swift's stable interface.
enum TypeKind {
    /// A class, struct or enum; not an optional, whose instances convert to what it wraps.
    case nominal
    /// A protocol, a composition of protocols, or `Any`.
    case existential
    case other

    init(_ type: Any.Type) {
        let word = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
        self =
            switch word {
            case 0, 0x200, 0x201: .nominal
            case 0x303: .existential
            // The first word of an object-oriented class's metadata is a pointer, which is larger than every kind.
            case 0x800...: .nominal
            default: .other
            }
    }
}
