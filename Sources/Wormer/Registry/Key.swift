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
        self.init(interface, identifier.map { .identifier(Identifier($0)) })
    }

    @usableFromInline
    package init(named name: String) {
        self.init(Any.self, .name(Identifier(name)))
    }

    /// Whether lookups find the binding by its interface, and not by a name, a contribution, or a declaration.
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

/// An identifier with its hash, which is computed once, so that no user-defined `hash(into:)` runs under a lock.
@usableFromInline
package final class Identifier: @unchecked Sendable {
    // Immutable. Unchecked because of the value, which is only compared, hashed, and printed.
    package let value: AnyHashable
    let hash: Int

    /// The type of the value.
    var type: Any.Type { Swift.type(of: value.base) }

    @usableFromInline
    init(_ value: AnyHashable) {
        self.value = value
        var hasher = Hasher()
        value.hash(into: &hasher)
        hash = hasher.finalize()
    }
}

// MARK: - Words

/// The number by which a table finds a cell: the address of a type's metadata or of a declaration, which is unique.
@usableFromInline
package typealias KeyWord = UInt

/// Returns the word of a type.
@inlinable @inline(__always)
package func word(of type: Any.Type) -> KeyWord {
    // A metatype is the address of the type's metadata.
    UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self))
}

@inlinable @inline(__always)
func word(of declaration: Declaration) -> KeyWord {
    UInt(bitPattern: Unmanaged.passUnretained(declaration).toOpaque())
}

extension Key {
    /// The word of the cell in which the key's binding is, or behind whose lock its own cell is.
    var word: KeyWord {
        declaration.map { Wormer.word(of: $0) } ?? Wormer.word(of: interface)
    }

    /// The hash by which the type's cell finds the cell of the key; nil if that is the type's cell itself.
    var hash: Int? {
        switch qualifier {
        case nil, .declaration: nil
        case .identifier(let identifier): identifier.hash
        case .name(let name): ~name.hash
        case .contribution(let number): number
        }
    }
}

extension Key: Hashable {
    @usableFromInline
    @inline(never)
    package static func == (lhs: Key, rhs: Key) -> Bool {
        guard lhs.interface == rhs.interface else { return false }
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
        hasher.combine(hash)
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
