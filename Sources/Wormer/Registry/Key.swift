/// The identity of a binding: its interface, which is compared by type identity, and a qualifier that distinguishes
/// bindings of the same interface.
@usableFromInline
package struct Key: @unchecked Sendable {
    // Unchecked because of the identifier, which is only compared, hashed, and printed.

    @usableFromInline
    package enum Qualifier {
        /// The user's identifier.
        case identifier(Identifier)
        /// A name for `bindInterface(named:)`.
        case name(Identifier)
        /// The number of a contribution without an identifier.
        indirect case contribution(Int)
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

    @inlinable
    package init(_ interface: Any.Type, id: AnyHashable?) {
        switch id {
        case nil: self.init(interface)
        case _: self.init(interface, identifier: id)
        }
    }

    @usableFromInline
    @inline(never)
    init(_ interface: Any.Type, identifier: AnyHashable?) {
        self.init(interface, identifier.map { .identifier(Identifier.make($0)) })
    }

    @usableFromInline
    package init(named name: String) {
        self.init(Any.self, .name(TypedIdentifier(name)))
    }

    /// Whether requests find the binding by its interface, and not by a name, a contribution, or a declaration.
    var isFoundByType: Bool {
        switch qualifier {
        case nil, .identifier: true
        case .name, .contribution, .declaration: false
        }
    }

    /// Whether the user gave an identifier.
    var hasIdentifier: Bool {
        if case .identifier = qualifier { true } else { false }
    }

    package var identifier: AnyHashable? {
        if case .identifier(let identifier) = qualifier { identifier.value } else { nil }
    }

    /// The declared service, or nil if the key does not belong to one.
    var declaration: Declaration? {
        if case .declaration(let declaration) = qualifier { declaration } else { nil }
    }
}

/// An identifier with its hashes.
///
/// They are computed once, so that no user-defined `hash(into:)` runs under a lock.
@usableFromInline
package class Identifier: @unchecked Sendable {
    // Immutable. Unchecked because of the value, which is only compared, hashed, and printed.
    package let value: AnyHashable

    /// The hash of the `AnyHashable`, which is equal for equal identifiers of different types.
    let hash: Int

    /// The hash of the value itself, for requests with an identifier of the same type.
    let typedHash: Int

    @usableFromInline let type: Any.Type

    fileprivate init(_ value: AnyHashable, hash: Int, typedHash: Int, type: Any.Type) {
        self.value = value
        self.type = type
        self.hash = hash
        self.typedHash = typedHash
    }

    static func make(_ value: AnyHashable) -> Identifier {
        let base = value.base
        // The usual types, without what a generic class needs at run time.
        if Swift.type(of: base) == String.self, let text = base as? String {
            return TypedIdentifier(text, as: value)
        }
        if Swift.type(of: base) == Int.self, let number = base as? Int {
            return TypedIdentifier(number, as: value)
        }
        func open(_ base: some Hashable) -> Identifier { TypedIdentifier(base, as: value) }
        return (base as? any Hashable).map { open($0) } ?? TypedIdentifier(value)
    }

    fileprivate func isEqual(to other: Identifier) -> Bool { value == other.value }
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
        let typedHash = hashValue(of: base)
        // A string has the same hash as its `AnyHashable`.
        let hash = ID.self == String.self ? typedHash : hashValue(of: value)
        super.init(value, hash: hash, typedHash: typedHash, type: ID.self)
    }

    override fileprivate func isEqual(to other: Identifier) -> Bool {
        other.type == ID.self
            ? unsafeDowncast(other, to: TypedIdentifier<ID>.self).base == base : value == other.value
    }
}

/// Returns the hash of a value, even if its type implements `hashValue` differently.
@inlinable
func hashValue(of value: some Hashable) -> Int {
    var hasher = Hasher()
    value.hash(into: &hasher)
    return hasher.finalize()
}

// MARK: - Words

/// The number by which a table finds a key: an address, which is unique to the key, or an odd hash, which several keys
/// may share.
@usableFromInline
package typealias KeyWord = UInt

extension KeyWord {
    /// Whether the word belongs to a single key, or to the contributions to one interface.
    var isUnique: Bool { self & 1 == 0 }

    /// Whether the word belongs to the contributions to an interface.
    var isOfContributions: Bool { self & 3 == 2 }
}

/// Returns the word of a type.
@inlinable @inline(__always)
package func word(of type: Any.Type) -> KeyWord {
    // A metatype is the address of the type's metadata, which is unique.
    UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self))
}

/// Returns the word of the contributions to an interface: no address of metadata is odd or has this bit.
func word(ofContributionsTo interface: ObjectIdentifier) -> KeyWord {
    UInt(bitPattern: interface) | 2
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
    /// The word that all equal keys share.
    var word: KeyWord {
        switch qualifier {
        case nil: Wormer.word(of: interface)
        case .declaration(let declaration): Wormer.word(of: declaration)
        case .identifier(let identifier): Wormer.word(of: interface, hash: identifier.hash)
        case .name(let name): Wormer.word(of: interface, hash: ~name.hash)
        case .contribution(let number): Wormer.word(of: interface, hash: number)
        }
    }

    /// The word for requests with an identifier of the same type, if it differs from `word`.
    var typedWord: KeyWord? {
        guard case .identifier(let identifier) = qualifier, identifier.typedHash != identifier.hash else { return nil }
        let typedWord = Wormer.word(of: interface, hash: identifier.typedHash)
        return typedWord == word ? nil : typedWord
    }
}

extension Key: Hashable {
    @usableFromInline
    @inline(never)
    package static func == (lhs: Key, rhs: Key) -> Bool {
        guard lhs.interface == rhs.interface else { return false }
        return switch (lhs.qualifier, rhs.qualifier) {
        case (nil, nil): true
        case (.identifier(let one), .identifier(let other)): one.hash == other.hash && one.isEqual(to: other)
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
    /// The readable name of the interface, with the identifier if there is one.
    @usableFromInline
    @inline(never)
    package var description: String {
        Wording(of: [interface]).name(self)
    }
}
