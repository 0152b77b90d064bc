/// A binding that is similar to a failed request.
public struct NearMiss: @unchecked Sendable {
    // Unchecked because of the identifiers, which are only compared and printed.

    /// The way in which a binding is similar to a request.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: Sendable {
        /// The same interface and identifier, bound in the main injector.
        case mainInjector
        /// The same interface and identifier, bound in a child of the injector.
        case childInjector
        /// The same interface and identifier, bound in an injector with the same parent.
        case siblingInjector
        /// The same interface and identifier, bound in an injector that is not the main one.
        case otherInjector
        /// A contribution to the interface, which is requested together with all other contributions.
        case contribution
        /// A service of the requested type, declared as a property.
        case service
        /// The same interface with another identifier, or without one.
        case otherIdentifier
        /// Another type with the same name, in another module or in another scope.
        case sameName
        /// An interface whose implementation is the requested type.
        case implementation
        /// A type that conforms to the requested protocol.
        case conforming
        /// An interface whose name differs by a letter or two.
        case similarName
    }

    let key: Key

    /// The key that was requested.
    let requested: Key

    /// The interface of the binding.
    public var interface: Any.Type { key.interface }

    /// The identifier of the binding.
    public var identifier: AnyHashable? { key.identifier }

    /// The way in which the binding is similar to the request.
    public let kind: Kind

    /// The file and line of the binding.
    public let location: CodeLocation

    /// The number of letters by which the names differ.
    private let distance: Int

    init(_ binding: AnyBinding, _ kind: Kind, requested: Key, distance: Int = 0) {
        key = binding.key
        self.requested = requested
        self.kind = kind
        location = binding.location
        self.distance = distance
    }
}

extension NearMiss.Kind {
    /// The position among the kinds, the likeliest first.
    var rank: Int {
        switch self {
        case .mainInjector: 0
        case .childInjector: 1
        case .siblingInjector: 2
        case .otherInjector: 3
        case .contribution: 4
        case .service: 5
        case .otherIdentifier: 6
        case .sameName: 7
        case .implementation: 8
        case .conforming: 9
        case .similarName: 10
        }
    }
}

extension NearMiss: CustomStringConvertible {
    /// The interface and the location of its binding.
    public var description: String {
        text(spelling: Spelling(of: [requested.interface, interface]), holder: "injector")
    }

    /// Returns the text in the vocabulary of a facade.
    ///
    /// - Parameters:
    ///   - spelling: The spelling of the types, including the requested one.
    ///   - holder: The facade's word for an injector.
    /// - Returns: The text.
    func text(spelling: Spelling, holder: String) -> String {
        let name = spelling.name(key)
        let remark =
            switch kind {
            case .mainInjector: " in the main \(holder)"
            case .childInjector: " in a child of this \(holder)"
            case .siblingInjector: " in a sibling of this \(holder)"
            case .otherInjector: " in another \(holder)"
            case .otherIdentifier where key.qualifier == nil: " without an identifier"
            case .otherIdentifier where name == spelling.name(requested): ", with an identifier of another type"
            case .sameName: ", which is another type"
            case .implementation: ", which it implements"
            case .conforming: ", which conforms to it"
            case .otherIdentifier, .similarName, .contribution, .service: ""
            }
        let place = "\(key.wordForBinding(at: location)) \(location)"
        return (kind == .service ? "the service " : "") + "\(name)\(remark), \(place)"
    }
}

extension NearMiss {
    /// The code that makes a service available by its type, or an empty text if the near miss is no service.
    fileprivate func alias(in words: Wording) -> String {
        guard kind == .service, requested.identifier == nil else {
            return ""
        }
        return "; to find it by its type: \(words.alias(of: key, for: requested.interface))"
    }
}

extension [NearMiss] {
    /// Returns the near misses as text that can be appended to a line about an interface that is not bound.
    func texts(for facade: Facade) -> String {
        let spelling = Spelling(of: flatMap { [$0.requested.interface, $0.interface] })
        let words = Wording(facade: facade, isMain: true, spelling: spelling)
        let texts = map { $0.text(spelling: spelling, holder: words.holder) }
        return isEmpty ? "" : "; near misses: \(texts.joined(separator: "; "))" + (first?.alias(in: words) ?? "")
    }
}

extension NearMiss {
    /// Returns the bindings that are most similar to a request, the likeliest first.
    ///
    /// - Complexity: O(*n*) name comparisons, where *n* is the number of bindings. The method is called only to create
    ///   an error.
    static func nearest(to request: Request, in injector: Injector, limit: Int = 3) -> [NearMiss] {
        let key = request.key
        let elsewhere = injector.bindingsElsewhere(of: key)
        let services = injector.services.filter { service in
            service.declaration !== key.declaration
                && (!service.isPrivate || service.declaration.location.fileID == request.location.fileID)
        }
        var nearest = nearest(to: key, among: injector.visibleBindings + services.map(\.binding), limit: limit)
        nearest.removeAll { miss in elsewhere.contains { $0.location == miss.location } }
        return Array((elsewhere + nearest).prefix(limit))
    }

    /// Returns the most similar ones of the given bindings, the likeliest first.
    static func nearest(to key: Key, among bindings: [AnyBinding], limit: Int = 3) -> [NearMiss] {
        let name = key.comparableName
        var known: Set<String> = []
        var misses: [NearMiss] = []
        for binding in bindings {
            if let (kind, distance) = nearness(of: binding, to: key, named: name),
                binding.key.declaration == nil || known.insert(binding.location.description).inserted
            {
                misses.append(NearMiss(binding, kind, requested: key, distance: distance))
            }
        }
        let ordered = misses.ordered {
            // An identifier may be misspelled.
            if key.identifier != nil, ($0.kind == .otherIdentifier) != ($1.kind == .otherIdentifier) {
                return $0.kind == .otherIdentifier
            }
            return ($0.kind.rank, $0.distance, $0.key.description, $0.location.line)
                < ($1.kind.rank, $1.distance, $1.key.description, $1.location.line)
        }
        return Array(ordered.prefix(limit))
    }

    /// Returns whether all instances of a binding conform to a protocol.
    private static func conforms(_ binding: AnyBinding, to interface: Any.Type) -> Bool {
        guard isExistential(interface), interface != Any.self, interface != AnyObject.self else {
            return false
        }
        func isMember<P>(of interface: P.Type) -> Bool {
            Wormer.conforms(binding.knownImplementation ?? binding.key.interface, to: interface) == true
        }
        return _openExistential(interface, do: isMember)
    }

    private static func nearness(
        of binding: AnyBinding,
        to key: Key,
        named name: String
    ) -> (kind: Kind, distance: Int)? {
        if binding.key.interface == key.interface, key.isFoundByType {
            switch binding.key.qualifier {
            case nil, .identifier: return (.otherIdentifier, 0)
            case .contribution: return (.contribution, 0)
            case .declaration: return (.service, 0)
            case .name: break
            }
        }
        let candidate = binding.key.comparableName
        if candidate == name, binding.key.isFoundByType, key.isFoundByType {
            return (.sameName, 0)
        }
        if binding.knownImplementation == key.interface, binding.key.interface != key.interface {
            return (.implementation, 0)
        }
        if binding.key.isFoundByType, key.isFoundByType, conforms(binding, to: key.interface) {
            return (.conforming, 0)
        }
        // Names of services and names of types follow different conventions.
        guard (binding.key.declaration == nil) == (key.declaration == nil) else {
            return nil
        }
        let distance = editDistance(candidate, name, limit: min(3, name.count / 3))
        return distance.map { (.similarName, $0) }
    }
}

extension Key {
    /// Returns the words before the location of a binding.
    func wordForBinding(at location: CodeLocation) -> String {
        switch location.facade {
        case _ where declaration != nil: "declared at"
        case .resolver: "added at"
        case .inject: "injected at"
        case .injector, .container, .service: "bound at"
        }
    }

    /// The part that is easily misspelled: the name if there is one, otherwise the type's name without its enclosing
    /// types.
    fileprivate var comparableName: String {
        switch qualifier {
        case .name(let name): "\(name.value)"
        case .declaration(let declaration): declaration.name
        case .identifier, .contribution, nil:
            // Function types that differ only in `@Sendable` are easily confused.
            String(describing: interface).parts(between: " ").filter { $0 != "@Sendable" }.joined(separator: " ")
        }
    }
}

/// Returns how many letters must be added, removed, or changed to turn one text into the other, or nil if more than
/// `limit`.
func editDistance(_ first: String, _ second: String, limit: Int) -> Int? {
    let columns = Array(second.utf8)
    guard abs(first.utf8.count - columns.count) <= limit else {
        return nil
    }
    var row = Array(0...columns.count)
    for (line, letter) in first.utf8.enumerated() {
        var diagonal = row[0]
        row[0] = line + 1
        for (column, other) in columns.enumerated() {
            let change = diagonal + (letter == other ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(change, diagonal + 1, row[column] + 1)
        }
    }
    return row[columns.count] <= limit ? row[columns.count] : nil
}
