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
        /// A service that is declared as a property or a function.
        case declaration(Declaration)
        /// An instance of a declared function for some arguments.
        case call(FunctionCall)
    }

    package let interface: Any.Type
    @usableFromInline package let qualifier: Qualifier?

    @usableFromInline
    package init(_ interface: Any.Type, _ qualifier: Qualifier? = nil) {
        self.interface = interface
        self.qualifier = qualifier
    }

    @usableFromInline
    package init(_ interface: Any.Type, id: AnyHashable?) {
        self = Key.of(interface, id)
    }

    /// Returns the key of a binding.
    ///
    /// Most bindings have no identifier. An initializer, and other ways to look at the optional, would copy it; inlined, it
    /// would be compiled into each binding of a program.
    @usableFromInline
    @inline(never)
    package static func of(_ interface: Any.Type, _ id: AnyHashable?) -> Key {
        Key(interface, id.map { .identifier(Identifier(box: $0)) })
    }

    /// Creates the key of what applies to all contributions to an interface, to which nothing is bound.
    @usableFromInline
    init(ofContributionsTo interface: Any.Type) {
        self.init(interface, .contribution(0))
    }

    package init(named name: String) {
        self.init(Any.self, .name(Identifier(string: name)))
    }

    /// Whether lookups find the binding by its interface, and not by a name, a contribution, or a declaration.
    var isFoundByType: Bool {
        switch qualifier {
        case nil, .identifier: true
        case .name, .contribution, .declaration, .call: false
        }
    }

    /// Whether the user gave an identifier.
    var hasIdentifier: Bool {
        if case .identifier = qualifier { true } else { false }
    }

    @inline(never)
    package var identifier: AnyHashable? {
        if case .identifier(let identifier) = qualifier { identifier.value } else { nil }
    }

    /// The number of a contribution without an identifier, or 0 for what applies to all contributions.
    package var contribution: Int? {
        if case .contribution(let number) = qualifier { number } else { nil }
    }

    /// The declared service, or nil if the key does not belong to one.
    @inline(never)
    package var declaration: Declaration? {
        switch qualifier {
        case .declaration(let declaration): declaration
        case .call(let call): call.function.key.declaration
        default: nil
        }
    }

    /// Whether the key belongs to a declared function or a call of one.
    var isOfFunction: Bool {
        switch qualifier {
        case .declaration(let declaration): declaration.isFunction
        case .call: true
        default: false
        }
    }
}

/// An identifier with its hash, which is computed once, so that no user-defined `hash(into:)` runs under a lock.
@usableFromInline
package final class Identifier: @unchecked Sendable {
    // Immutable. Unchecked because of the value, which is only compared, hashed, and printed.

    /// Strings and integers take no box, because most identifiers are one and comparing boxes costs ten times as much.
    private enum Storage {
        case string(String)
        case integer(Int)
        case box(AnyHashable)
    }

    private let storage: Storage
    let hash: Int

    package var value: AnyHashable {
        switch storage {
        case .string(let string): AnyHashable(string)
        case .integer(let integer): AnyHashable(integer)
        case .box(let box): box
        }
    }

    /// Whether the value is a certain string.
    func isString(_ other: String) -> Bool {
        if case .string(let string) = storage { string == other } else { false }
    }

    /// Whether the value is a certain integer.
    func isInteger(_ other: Int) -> Bool {
        if case .integer(let integer) = storage { integer == other } else { false }
    }

    /// The type of the value.
    var type: Any.Type {
        switch storage {
        case .string: String.self
        case .integer: Int.self
        case .box(let box): Swift.type(of: box.base)
        }
    }

    // The hashes are those of the boxes.

    init(string: String) {
        storage = .string(string)
        hash = Identifier.hash(of: string)
    }

    init(box: AnyHashable) {
        // Not by `as?`, which takes long, and converts other types of strings and numbers on Apple's systems.
        func content<Value>(_ value: Value) -> (Storage, Int) {
            if Value.self == String.self {
                let string = unsafeBitCast(value, to: String.self)
                return (.string(string), Identifier.hash(of: string))
            }
            guard Value.self == Int.self else { return (.box(box), Identifier.hash(of: box)) }
            let integer = unsafeBitCast(value, to: Int.self)
            return (.integer(integer), Identifier.hash(of: integer))
        }
        (storage, hash) = _openExistential(box.base, do: content)
    }

    /// Returns the hash of an integer, which is that of an equal number of another type.
    static func hash(of integer: Int) -> Int { hash(of: Int64(integer)) }

    static func hash(of value: some Hashable) -> Int {
        var hasher = Hasher()
        value.hash(into: &hasher)
        return hasher.finalize()
    }
}

extension Identifier: Equatable {
    @usableFromInline
    package static func == (lhs: Identifier, rhs: Identifier) -> Bool {
        // Also if the value isn't equal to itself: so a key always finds its own cell.
        guard lhs !== rhs else { return true }
        guard lhs.hash == rhs.hash else { return false }
        return switch (lhs.storage, rhs.storage) {
        case (.string(let one), .string(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        default: lhs.value == rhs.value
        }
    }
}

// MARK: - Words

/// The number by which a table finds a cell: the address of a type's metadata or of a declaration, which is unique.
@usableFromInline
package typealias KeyWord = UInt

/// Returns the word of a type.
@inlinable @inline(__always)
package func word(of type: Any.Type) -> KeyWord {
    UInt(bitPattern: ObjectIdentifier(type))
}

extension Key {
    /// The word of the cell in which the key's binding is, or behind whose lock its own cell is.
    var word: KeyWord {
        // Not by `declaration`, which would retain it.
        switch qualifier {
        case .declaration(let declaration): declaration.word
        case .call(let call): call.function.key.word
        default: Wormer.word(of: interface)
        }
    }

    /// The hash by which the type's cell finds the cell of the key; nil if that is the type's cell itself.
    var hash: Int? {
        switch qualifier {
        case nil, .declaration: nil
        case .identifier(let identifier): identifier.hash
        case .name(let name): ~name.hash
        case .contribution(let number): number
        case .call(let call): call.hash
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
        case (.identifier(let one), .identifier(let other)): one == other
        case (.name(let one), .name(let other)): one == other
        case (.contribution(let one), .contribution(let other)): one == other
        case (.declaration(let one), .declaration(let other)): one === other
        case (.call(let one), .call(let other)): one == other
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
