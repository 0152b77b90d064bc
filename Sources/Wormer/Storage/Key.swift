/// What a binding is filed under: an interface, by the identity of its type, and what sets it apart from other
/// bindings of that type.
package struct Key: @unchecked Sendable {
    // Unchecked for the identifier's sake: it is only ever compared, hashed and printed.

    package enum Qualifier: Hashable {
        /// The user's own identifier.
        case identifier(AnyHashable)
        /// A name of the name space of `bindInterface(named:)`.
        case name(String)
        /// A service that is declared as a property; the declaration's identity is the key.
        case declaration(Declaration)
    }

    package let interface: Any.Type
    package let qualifier: Qualifier?

    package init(_ interface: Any.Type, _ qualifier: Qualifier? = nil) {
        self.interface = interface
        self.qualifier = qualifier
    }

    package init(_ interface: Any.Type, id: AnyHashable?) {
        self.init(interface, id.map(Qualifier.identifier))
    }

    package var identifier: AnyHashable? {
        if case .identifier(let identifier) = qualifier { identifier } else { nil }
    }
}

extension Key: Hashable {
    package static func == (lhs: Key, rhs: Key) -> Bool {
        lhs.interface == rhs.interface && lhs.qualifier == rhs.qualifier
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(interface))
        hasher.combine(qualifier)
    }
}

extension Key: CustomStringConvertible {
    /// The interface as a reader would name it, with the identifier if there is one.
    package var description: String {
        switch qualifier {
        case nil: String(describing: interface)
        case .identifier(let identifier): "\(interface) (id: \(quoted(identifier)))"
        case .name(let name): "named \"\(name)\""
        case .declaration(let declaration): "\(declaration.name): \(interface)"
        }
    }
}

/// An identifier as it was written, as far as that can be known: strings in quotation marks.
func quoted(_ identifier: AnyHashable) -> String {
    identifier.base is String ? "\"\(identifier.base)\"" : "\(identifier.base)"
}
