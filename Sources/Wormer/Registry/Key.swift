/// Identifies a binding: an interface, by the identity of its type, and a qualifier that tells it from other bindings
/// of that interface.
@usableFromInline
package struct Key: @unchecked Sendable {
    // Unchecked for the identifier, which is only compared, hashed and printed.

    @usableFromInline
    package enum Qualifier {
        /// The user's identifier.
        case identifier(Identifier)
        /// A name of the name space of `bindInterface(named:)`.
        case name(Identifier)
        /// The number of a contribution without an identifier.
        case contribution(Int)
        /// A service that is declared as a property.
        case declaration(Declaration)
    }

    @usableFromInline package let interface: Any.Type
    @usableFromInline package let qualifier: Qualifier?

    @usableFromInline
    package init(_ interface: Any.Type, _ qualifier: Qualifier? = nil) {
        self.interface = interface
        self.qualifier = qualifier
    }

    @usableFromInline
    package init(_ interface: Any.Type, id: AnyHashable?) {
        self.init(interface, id.map { .identifier(Identifier.make($0)) })
    }

    @usableFromInline
    package init(named name: String) {
        self.init(Any.self, .name(TypedIdentifier(name)))
    }

    /// Whether a request finds the binding by its interface, rather than by a name or a place of its own.
    var isFoundByType: Bool {
        switch qualifier {
        case nil, .identifier: true
        case .name, .contribution, .declaration: false
        }
    }

    package var identifier: AnyHashable? {
        if case .identifier(let identifier) = qualifier { identifier.value } else { nil }
    }
}

/// An identifier with its hashes, which are taken once, so that no hash of the user's is computed under a lock.
@usableFromInline
package class Identifier: @unchecked Sendable {
    // Immutable; unchecked for the value, which is only compared, hashed and printed.
    package let value: AnyHashable

    /// The hash of the `AnyHashable`, equal for equal identifiers of different types.
    let hash: Int

    /// The hash of the value itself, by which a request with an identifier of the same type finds it.
    let typedHash: Int

    @usableFromInline let type: Any.Type

    fileprivate init(_ value: AnyHashable, typedHash: Int, type: Any.Type) {
        self.value = value
        self.type = type
        self.typedHash = typedHash
        hash = hashValue(of: value)
    }

    static func make(_ value: AnyHashable) -> Identifier {
        func open(_ base: some Hashable) -> Identifier { TypedIdentifier(base, as: value) }
        return (value.base as? any Hashable).map { open($0) } ?? TypedIdentifier(value)
    }
}

@usableFromInline
final class TypedIdentifier<ID: Hashable>: Identifier, @unchecked Sendable {
    @usableFromInline let base: ID

    @usableFromInline
    convenience init(_ base: ID) {
        self.init(base, as: AnyHashable(base))
    }

    fileprivate init(_ base: ID, as value: AnyHashable) {
        self.base = base
        super.init(value, typedHash: hashValue(of: base), type: ID.self)
    }
}

/// The hash of a value, whatever its type makes of `hashValue`.
@inlinable
func hashValue(of value: some Hashable) -> Int {
    var hasher = Hasher()
    value.hash(into: &hasher)
    return hasher.finalize()
}

// MARK: - Words

/// A number by which a snapshot finds a key: an address, which is that key's alone, or an odd hash, which others may
/// share.
@usableFromInline
package typealias KeyWord = UInt

/// The word of a type or an object.
@inlinable @inline(__always)
package func word(of type: Any.Type) -> KeyWord {
    // A metatype is the address of the type's metadata, of which there is one.
    UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self))
}

@inlinable @inline(__always)
func word(of declaration: Declaration) -> KeyWord {
    UInt(bitPattern: Unmanaged.passUnretained(declaration).toOpaque())
}

@inlinable @inline(__always)
func word(of interface: Any.Type, hash: Int) -> KeyWord {
    (word(of: interface) &* 31 &+ UInt(bitPattern: hash)) | 1
}

extension Key {
    /// The word by which every equal key is found.
    var word: KeyWord {
        switch qualifier {
        case nil: Wormer.word(of: interface)
        case .declaration(let declaration): Wormer.word(of: declaration)
        case .identifier(let identifier): Wormer.word(of: interface, hash: identifier.hash)
        case .name(let name): Wormer.word(of: interface, hash: ~name.hash)
        case .contribution(let number): Wormer.word(of: interface, hash: number)
        }
    }

    /// The word by which a request with an identifier of the same type finds the key, where it is another one.
    var typedWord: KeyWord? {
        guard case .identifier(let identifier) = qualifier, identifier.typedHash != identifier.hash else {
            return nil
        }
        return Wormer.word(of: interface, hash: identifier.typedHash)
    }
}

extension Key: Hashable {
    @usableFromInline
    package static func == (lhs: Key, rhs: Key) -> Bool {
        guard lhs.interface == rhs.interface else {
            return false
        }
        return switch (lhs.qualifier, rhs.qualifier) {
        case (nil, nil): true
        case (.identifier(let one), .identifier(let other)): one.hash == other.hash && one.value == other.value
        case (.name(let one), .name(let other)): one.value == other.value
        case (.contribution(let one), .contribution(let other)): one == other
        case (.declaration(let one), .declaration(let other)): one === other
        default: false
        }
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(word)
    }
}

extension Key: CustomStringConvertible {
    /// The interface as a reader would name it, with the identifier if there is one.
    @usableFromInline
    package var description: String {
        Spelling(of: [interface]).name(self)
    }
}
