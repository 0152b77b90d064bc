/// A binding that is similar to what a failed lookup asked for.
public final class NearMiss: @unchecked Sendable {
    // Unchecked because of the identifiers, which are only compared and printed.

    /// The way in which a binding is similar to what was looked up.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: Sendable {
        /// A contribution to the interface, which is looked up together with all others.
        case contribution
        /// A service of the type that was looked up, declared as a property.
        case service
        /// The same interface with another identifier, or without one.
        case otherIdentifier
        /// Another type with the same name, in another module, type or function.
        case sameName
        /// An interface whose implementation is the type that was looked up.
        case implementation
        /// A type that conforms to the protocol that was looked up.
        case conforming
        /// An optional of the type that was looked up.
        case optional
    }

    let key: Key

    /// The key that was looked up.
    let requested: Key

    /// The interface of the binding.
    public var interface: Any.Type { key.interface }

    /// The identifier of the binding.
    public var identifier: AnyHashable? { key.identifier }

    /// The way in which the binding is similar to what was looked up.
    public let kind: Kind

    /// The file and line of the binding.
    public let location: CodeLocation

    /// The position among the near misses: the likeliest kind, then the fewest different letters of an identifier or a
    /// name, then the order in which they were bound.
    private let order: (rank: Int, distance: Int, identity: Int)

    /// Creates the near miss for a binding, if it is similar to a key that was looked up.
    ///
    /// It calls no code of an identifier.
    private init?(_ binding: Binding, requested: Key) {
        guard let (kind, rank, distance) = NearMiss.similarity(of: binding, to: requested) else { return nil }
        (key, self.requested, self.kind, location) = (binding.key, requested, kind, binding.location)
        order = (rank, distance, binding.identity)
    }

    /// Whether the identifier that was looked up differs from this one by a letter or two.
    var isMisspelled: Bool { kind == .otherIdentifier && 1..<4 ~= order.distance }
}

extension NearMiss: CustomStringConvertible {
    /// The interface and the location of its binding.
    public var description: String { text(in: Wording(of: [requested.interface, interface])) }

    /// Returns the text, in the words of a text with the types, including the one that was looked up.
    func text(in words: Wording) -> String {
        let name = words.name(key)
        let remark =
            switch kind {
            case .otherIdentifier where key.qualifier == nil: " without an identifier"
            case .otherIdentifier where name == words.name(requested): ", with an identifier of another type"
            case .sameName: ", which is another type"
            case .implementation: ", which it implements"
            case .conforming: ", which conforms to it"
            case .optional: ", which is optional"
            case .otherIdentifier, .contribution, .service: ""
            }
        let place = "\(key.wordForBinding(at: location)) \(location)"
        return (kind == .service ? "the service " : "") + "\(name)\(remark), \(place)"
    }
}

extension [NearMiss] {
    /// Returns the near misses as text that can be appended to a line about an interface that is not bound.
    func texts(for facade: Facade) -> String {
        guard let likeliest = first else { return "" }
        let requested = likeliest.requested
        let words = Wording(of: [requested.interface] + map(\.interface), for: facade)
        let texts = map { $0.text(in: words) }.joined(separator: "; ")
        guard likeliest.kind == .service, requested.identifier == nil else { return "; near misses: " + texts }
        let alias = words.alias(of: likeliest.key, for: requested.interface)
        return "; near misses: " + texts + "; to find it by its type: " + alias
    }
}

// MARK: - Finding them

extension NearMiss {
    /// Returns the bindings that are most similar to a lookup, the likeliest first.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bindings, and sorting those that are similar. The method is
    ///   called only to create an error.
    static func nearest(to lookup: Lookup, in injector: Injector) -> [NearMiss] {
        let services = injector.services.filter { service in
            !service.isPrivate || service.declaration.location.fileID == lookup.location.fileID
        }
        let misses = (injector.visibleBindings + services.map(\.binding)).compactMap { binding in
            NearMiss(binding, requested: lookup.key)
        }
        var known: Set<String> = []
        let different = misses.ordered { $0.order < $1.order }.filter { miss in
            miss.key.declaration == nil || known.insert(miss.location.description).inserted
        }
        return Array(different.prefix(3))
    }

    /// Returns in which way a binding is similar to what was looked up, with the first two parts of its `order`.
    private static func similarity(of binding: Binding, to key: Key) -> (Kind, rank: Int, distance: Int)? {
        let (other, implementation) = (binding.key, binding.knownImplementation)
        if case .name(let name)? = key.qualifier {
            guard case .name(let otherName)? = other.qualifier else { return nil }
            return distance("\(otherName.value)", "\(name.value)").map { (.otherIdentifier, 0, $0) }
        }
        guard key.isFoundByType else { return nil }
        if other.interface == key.interface {
            switch other.qualifier {
            case .contribution: return (.contribution, 0, 0)
            case .declaration: return (.service, 1, 0)
            case .identifier, nil:
                // An identifier may be misspelled.
                let distance = other.qualifier == nil ? 0 : distance(other.stringIdentifier, key.stringIdentifier) ?? 4
                return (.otherIdentifier, key.hasIdentifier ? -1 : 2, distance)
            case .name: return nil
            }
        }
        if other.isFoundByType, "\(other.interface)" == "\(key.interface)" {
            return (.sameName, 3, 0)
        }
        if implementation == key.interface {
            return (.implementation, 4, 0)
        }
        guard other.isFoundByType else { return nil }
        if isExistential(key.interface), key.interface != Any.self, key.interface != AnyObject.self,
            conforms(implementation ?? other.interface, to: key.interface) == true
        {
            return (.conforming, 5, 0)
        }
        return wrapped(other.interface) == key.interface ? (.optional, 6, 0) : nil
    }

    /// Returns how many letters two texts have between their common beginning and their common end, or nil if these are
    /// many or one of the texts is missing.
    private static func distance(_ other: String?, _ requested: String?) -> Int? {
        // Nobody misspells a text that is longer, but one from outside may be.
        guard let other = other?.utf8, let requested = requested?.utf8, requested.count <= 200 else { return nil }
        let (one, two) = (Array(other), Array(requested))
        let shorter = min(one.count, two.count)
        let beginning = (0..<shorter).first { one[$0] != two[$0] } ?? shorter
        let end = (0..<shorter).first { one[one.count - 1 - $0] != two[two.count - 1 - $0] } ?? shorter
        let distance = max(one.count, two.count) - min(beginning + end, shorter)
        return distance <= min(3, two.count / 3) ? distance : nil
    }
}

extension Key {
    /// Returns the words before the location of a binding.
    func wordForBinding(at location: CodeLocation) -> String {
        declaration != nil ? "declared at" : location.facade.labelOfBinding
    }

    /// The identifier, if it is a string.
    fileprivate var stringIdentifier: String? {
        guard case .identifier(let identifier) = qualifier, identifier.type == String.self else { return nil }
        // The identifier has this type.
        return identifier.value.base as? String
    }
}
