import CWormer

/// Returns whether every instance of one type is also an instance of another type, as far as the types alone can tell.
///
/// - Parameters:
///   - implementation: The type of the instances.
///   - interface: The type that they must have.
/// - Returns: Whether they have it, or nil if only an instance can tell.
func conforms(_ implementation: Any.Type, to interface: Any.Type) -> Bool? {
    if implementation == interface {
        return true
    }
    guard isNominal(implementation) else { return nil }
    func isInstance<P>(of type: P.Type) -> Bool { implementation is P.Type }
    func isMember<Metatypes>(of type: Metatypes.Type) -> Bool { implementation is Metatypes }
    if isNominal(interface) {
        return _openExistential(interface, do: isInstance)
    }
    guard metadataKind(of: interface) == existentialKind else { return nil }
    // For a protocol `P`, `P.Type` is the metatype of the protocol itself. The type of the metatypes of all conforming
    // types, `any P.Type`, is available only from the runtime. Its metadata is ordinary type metadata.
    let metatypes = unsafeBitCast(
        wormer_existential_metatype(unsafeBitCast(interface, to: UnsafeRawPointer.self)),
        to: Any.Type.self
    )
    return _openExistential(metatypes, do: isMember)
}

/// Returns whether a type is existential, so that its values can have different types.
func isExistential(_ type: Any.Type) -> Bool {
    let kind = metadataKind(of: type)
    return kind == existentialKind || kind == constrainedExistentialKind
}

/// Returns whether a type is a class, struct, or enum, except an optional, whose instances convert to its wrapped type.
private func isNominal(_ type: Any.Type) -> Bool {
    switch metadataKind(of: type) {
    case 0, 0x200, 0x201: true
    // With Objective-C, the first word of a class's metadata is a pointer, which is larger than every kind.
    case let word: word >= 0x800
    }
}

/// The kind of a protocol, a composition of protocols, or `Any`.
private let existentialKind: UInt = 0x303

/// The kind of a protocol with arguments, such as `any Clock<Duration>`, also in a composition.
private let constrainedExistentialKind: UInt = 0x307

/// Returns the first word of the metadata of a type, whose layout is part of Swift's stable ABI.
private func metadataKind(of type: Any.Type) -> UInt {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
}
