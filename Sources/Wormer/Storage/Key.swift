import CWormer

/// What a binding is filed under: an interface, by the identity of its type, and what sets it apart from other
/// bindings of that type.
@usableFromInline
package struct Key: @unchecked Sendable {
    // Unchecked for the identifier's sake: it is only ever compared, hashed and printed.

    // Indirect, so that a key is two words.
    @usableFromInline
    package indirect enum Qualifier: Hashable {
        /// The user's own identifier.
        case identifier(AnyHashable)
        /// A name of the name space of `bindInterface(named:)`.
        case name(String)
        /// One of several that were contributed, by its number.
        case contribution(Int)
        /// A service that is declared as a property; the declaration's identity is the key.
        case declaration(Declaration)
    }

    package let interface: Any.Type
    package let qualifier: Qualifier?

    @usableFromInline
    package init(_ interface: Any.Type, _ qualifier: Qualifier? = nil) {
        self.interface = interface
        self.qualifier = qualifier
    }

    @usableFromInline
    package init(_ interface: Any.Type, id: AnyHashable?) {
        self.init(interface, id.map(Qualifier.identifier))
    }

    package var identifier: AnyHashable? {
        if case .identifier(let identifier) = qualifier { identifier } else { nil }
    }
}

// MARK: - Addresses

extension Key {
    /// What stands for the key in a table that is read without a lock, nil where only equality can tell keys apart.
    var address: UnsafeRawPointer? {
        switch qualifier {
        case nil: interfaceAddress
        case .declaration(let declaration): UnsafeRawPointer(Unmanaged.passUnretained(declaration).toOpaque())
        case .identifier, .name, .contribution: nil
        }
    }

    var interfaceAddress: UnsafeRawPointer {
        addressOf(interface)
    }
}

extension Key {
    /// Runs `body` with the name that stands for the key in a table that is read without a lock, if it has one.
    @discardableResult
    func withName<Result>(_ body: (UnsafePointer<wormer_name>) throws -> Result) rethrows -> Result? {
        guard case .identifier(let identifier) = qualifier, let base = identifier.base as? any Hashable else {
            return nil
        }
        return try withName(of: base, body)
    }

    private func withName<Result>(
        of identifier: some Hashable,
        _ body: (UnsafePointer<wormer_name>) throws -> Result
    ) rethrows -> Result? {
        // What does not equal itself is never found.
        guard identifier == identifier else {
            return nil
        }
        return try Wormer.withName(of: identifier, for: interface, body)
    }
}

/// Runs `body` with the name of an identifier, if its bytes can stand for it: those of a string, and of a type that is
/// nothing but bytes.
@inlinable
@inline(__always)
func withName<Identifier: Hashable, Result>(
    of identifier: Identifier,
    for interface: Any.Type,
    _ body: (UnsafePointer<wormer_name>) throws -> Result
) rethrows -> Result? {
    // A cast alone would find a string in an optional too, which is another identifier.
    if Identifier.self == String.self, let string = identifier as? String {
        return try string.utf8.withContiguousStorageIfAvailable { bytes in
            try withName(of: UnsafeRawBufferPointer(bytes), as: String.self, for: interface, body)
        }
    }
    guard _isPOD(Identifier.self) else {
        return nil
    }
    return try withUnsafeBytes(of: identifier) { bytes in
        try withName(of: bytes, as: Identifier.self, for: interface, body)
    }
}

@inlinable
@inline(__always)
func withName<Result>(
    of bytes: UnsafeRawBufferPointer,
    as type: Any.Type,
    for interface: Any.Type,
    _ body: (UnsafePointer<wormer_name>) throws -> Result
) rethrows -> Result {
    // Where there are no bytes there need not be an address: that of the type does, which is not read.
    let address = bytes.baseAddress ?? addressOf(type)
    var name = wormer_name_of(addressOf(interface), addressOf(type), address, bytes.count)
    return try body(&name)
}

/// What tells a type from all others.
@inlinable @inline(__always)
package func addressOf(_ type: Any.Type) -> UnsafeRawPointer {
    // A metatype is the address of the type's metadata, of which there is one.
    unsafeBitCast(type, to: UnsafeRawPointer.self)
}

extension Key: Hashable {
    @usableFromInline
    package static func == (lhs: Key, rhs: Key) -> Bool {
        lhs.interface == rhs.interface && lhs.qualifier == rhs.qualifier
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(interface))
        hasher.combine(qualifier)
    }
}

extension Key: CustomStringConvertible {
    /// The interface as a reader would name it, with the identifier if there is one.
    @usableFromInline
    package var description: String {
        switch qualifier {
        case nil: String(describing: interface)
        case .identifier(let identifier): "\(interface) (id: \(quoted(identifier)))"
        case .name(let name): "named \"\(name)\""
        case .contribution: "contribution to \(interface)"
        case .declaration(let declaration): "\(declaration.name): \(interface)"
        }
    }
}

/// An identifier as it was written, as far as that can be known: strings in quotation marks.
func quoted(_ identifier: AnyHashable) -> String {
    identifier.base is String ? "\"\(identifier.base)\"" : "\(identifier.base)"
}
