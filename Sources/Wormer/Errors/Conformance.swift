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
        return _openExistential(interface, do: isInstance) ? true : convertsItsParts(interface) ? nil : false
    }
    guard metadataKind(of: interface) == existentialKind else { return nil }
    // For a protocol `P`, `P.Type` is the metatype of the protocol itself. The type of the metatypes of all conforming
    // types, `any P.Type`, is available only from the runtime. Its metadata is ordinary type metadata.
    let metatypes = unsafeBitCast(wormer_existential_metatype(metadata(of: interface)), to: Any.Type.self)
    if _openExistential(metatypes, do: isMember) {
        return true
    }
    return mayConformElsewhere(implementation, to: interface) ? nil : false
}

/// Returns whether a conversion to a type converts elements or wraps the value, which a cast of the types does not.
private func convertsItsParts(_ type: Any.Type) -> Bool {
    TypeShape(type) != nil || type is any SetAlgebra.Type || type == AnyHashable.self
}

/// Returns whether a type that does not conform to a protocol here may conform to it on an actor.
///
/// A conformance may be isolated, as in `@MainActor P`, and a cast finds it only on the actor.
private func mayConformElsewhere(_ implementation: Any.Type, to interface: Any.Type) -> Bool {
    // The metadata of an existential type: its kind, 32 bits of flags, 32 bits for the number of protocols, the superclass
    // if there is one, and the descriptors of the protocols.
    let (word, half) = (MemoryLayout<UInt>.size, MemoryLayout<UInt32>.size)
    let content = metadata(of: interface)
    let flags = content.load(fromByteOffset: word, as: UInt32.self)
    let count = content.load(fromByteOffset: word + half, as: UInt32.self)
    let (isOfClasses, hasSuperclass) = (flags & 0x8000_0000 == 0, flags & 0x4000_0000 != 0)
    var protocols = content + word + 2 * half
    if hasSuperclass {
        let superclass = protocols.load(as: Any.Type.self)
        protocols += word
        guard conforms(implementation, to: superclass) == true else { return false }
    }
    guard implementation is AnyClass || !isOfClasses else { return false }
    return (0..<Int(count)).allSatisfy { index in
        let descriptor = protocols.load(fromByteOffset: index * word, as: UInt.self)
        // The lowest bit marks a protocol of Objective-C, whose conformances are never isolated.
        guard descriptor & 1 == 0, let descriptor = UnsafeRawPointer(bitPattern: descriptor) else { return false }
        return wormer_conforms(metadata(of: implementation), descriptor)
    }
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
    metadata(of: type).load(as: UInt.self)
}

private func metadata(of type: Any.Type) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
}
