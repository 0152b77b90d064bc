/// A binding that is similar to what a failed lookup asked for.
package final class NearMiss: @unchecked Sendable {
    // Unchecked because of the identifiers, which are only compared and printed.

    /// The way in which a binding is similar to what was looked up, the likeliest first.
    package enum Kind: Int, Sendable {
        /// The same interface with another identifier, or without one.
        case otherIdentifier
        /// A contribution to the interface, which is looked up together with all others.
        case contribution
        /// A service of the type that was looked up, declared as a property.
        case service
        /// Another type with the same name, in another module, type or function.
        case sameName
        /// An interface whose implementation is the type that was looked up.
        case implementation
        /// A type that conforms to the protocol that was looked up.
        case conforming
        /// An optional of the type that was looked up.
        case optional
        /// The same interface and identifier, in a child of the injector, which its parents don't ask.
        case boundInChild
        /// The same interface and identifier, in another injector: the main one, or one that the main injector doesn't ask.
        case boundElsewhere
    }

    package let key: Key

    /// The key that was looked up.
    let requested: Key

    /// The interface of the binding.
    package var interface: Any.Type { key.interface }

    /// The identifier of the binding.
    var identifier: AnyHashable? { key.identifier }

    /// The way in which the binding is similar to what was looked up.
    package let kind: Kind

    /// The file and line of the binding.
    let location: CodeLocation

    /// The number of letters in which an identifier or a name differs.
    let distance: Int

    /// The distance of identifiers that differ by more than a few letters, or aren't strings.
    static var farthest: Int { 4 }

    init(_ binding: Binding, _ kind: Kind, _ distance: Int = 0, requested: Key) {
        (key, location) = (binding.key, binding.location)
        (self.kind, self.distance, self.requested) = (kind, distance, requested)
    }

    /// Whether the lookup probably meant this one: it differs by a letter or two of the identifier, or only by types with
    /// the same names.
    var isClose: Bool {
        guard kind == .otherIdentifier, !key.isName else { return kind == .otherIdentifier || kind == .sameName }
        guard let one = key.identifier, let two = requested.identifier else { return false }
        if 1..<NearMiss.farthest ~= distance { return true }
        // Only of the few that are shown, so that a search calls no user's `description`.
        let (text, other) = (Array("\(one.base)".lowercased().utf8), Array("\(two.base)".lowercased().utf8))
        let isOfSameType = type(of: one.base) == type(of: two.base) && !(one.base is any BinaryInteger)
        return text == other || isOfSameType && lettersBetween(text, other) != nil
    }
}

extension NearMiss: CustomStringConvertible {
    /// The interface and the location of its binding.
    package var description: String { text(in: Wording(of: [requested.interface, interface])) }

    /// Returns the text, in the words of a text with the types, including the one that was looked up.
    package func text(in words: Wording) -> String {
        let name = words.name(key)
        let remark =
            switch kind {
            case .otherIdentifier where key.qualifier == nil: " without an identifier"
            case .otherIdentifier where name == words.name(requested): ", with an identifier of another type"
            case .sameName: difference
            case .boundInChild: " in a child, which its parent doesn't ask"
            case .boundElsewhere: " in another \(words.facade.holder)"
            case .implementation: ", which it implements"
            case .conforming: ", which conforms to it"
            case .optional: ", which is optional"
            case .otherIdentifier, .contribution, .service: ""
            }
        let place = "\(key.wordForBinding(at: location)) \(location)"
        return (kind == .service ? "the service " : "") + "\(name)\(remark), \(place)"
    }
}

extension NearMiss {
    /// How the type differs from the requested one, which has the same name.
    private var difference: String {
        let names = Set(words(of: interface).modifiers).symmetricDifference(words(of: requested.interface).modifiers)
        return names.isEmpty
            ? ", which is another type" : ", which differs in '\(names.sorted().joined(separator: " "))'"
    }
}

/// Returns the name of a type without attributes and effects of functions and labels of tuples, and these.
func words(of type: Any.Type) -> (name: String, modifiers: [String]) {
    var (name, modifiers) = ("", [] as [String])
    for word in "\(type)".parts(between: " ") {
        let rest = word.drop { $0 == "(" }
        if rest.hasPrefix("@") || rest.hasSuffix(":") || rest == "async" || rest.hasPrefix("throws") {
            modifiers.append(String(rest))
            name += word.dropLast(rest.count)
        } else {
            name += word + " "
        }
    }
    return (name, modifiers)
}

extension Key {
    /// Returns the words before the location of a binding.
    func wordForBinding(at location: CodeLocation) -> String {
        declaration != nil ? "declared at" : location.facade.labelOfBinding
    }
}
