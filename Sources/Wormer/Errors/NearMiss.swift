/// A binding that comes close to what was requested.
public struct NearMiss: @unchecked Sendable {
    // Unchecked for the identifiers, which are only ever compared and printed.

    /// In which way a binding comes close.
    public enum Kind: Int, Sendable {
        /// The same interface and identifier, bound in the main injector.
        case mainInjector
        /// The same interface and identifier, bound in a child of the injector.
        case childInjector
        /// The same interface and identifier, bound in an injector with the same parent.
        case siblingInjector
        /// The same interface and identifier, bound in an injector that is not the main one.
        case otherInjector
        /// A contribution to the interface, which is requested with all others of the interface.
        case contribution
        /// A service of this type, which is declared as a property.
        case service
        /// The same interface under another identifier, or without one.
        case otherIdentifier
        /// Another type that is spelled alike, in another module or another scope.
        case sameName
        /// An interface that is bound to the requested type as its implementation.
        case implementation
        /// A type that conforms to the protocol that was requested.
        case conforming
        /// An interface whose name differs by a letter or two.
        case similarName
    }

    let key: Key

    /// The key that was requested.
    let requested: Key

    /// The interface that is bound.
    public var interface: Any.Type { key.interface }

    /// The identifier it is bound with.
    public var identifier: AnyHashable? { key.identifier }

    /// In which way it comes close.
    public let kind: Kind

    /// Where it is bound.
    public let location: CodeLocation
}

extension NearMiss: CustomStringConvertible {
    /// The interface and where it is bound.
    public var description: String {
        text(spelling: Spelling(of: [requested.interface, interface]), holder: "injector")
    }

    /// The text in the words of a facade.
    ///
    /// - Parameters:
    ///   - spelling: How types are spelled, the requested one among them.
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
            case .implementation: ", of which it is an implementation"
            case .conforming: ", which conforms to it"
            case .otherIdentifier, .similarName, .contribution, .service: ""
            }
        let place = "\(key.wordForBinding(at: location)) \(location)"
        return (kind == .service ? "the service " : "") + "\(name)\(remark), \(place)"
    }
}

extension [NearMiss] {
    /// The end of a line about something that is not bound.
    func texts(for facade: Facade) -> String {
        let spelling = Spelling(of: flatMap { [$0.requested.interface, $0.interface] })
        let words = Wording(facade: facade, isMain: true, spelling: spelling)
        let texts = map { $0.text(spelling: spelling, holder: words.holder) }
        return isEmpty ? "" : "; near misses: \(texts.joined(separator: "; "))"
    }
}

extension NearMiss {
    /// The bindings that come closest to a request, the likeliest first.
    ///
    /// - Complexity: One comparison of names for each binding; called only to make an error.
    static func nearest(to request: Request, in injector: Injector, limit: Int = 3) -> [NearMiss] {
        let key = request.key
        let elsewhere = injector.bindingsElsewhere(of: key).map { kind, binding in
            NearMiss(key: binding.key, requested: key, kind: kind, location: binding.location)
        }
        let services = injector.services.filter { service in
            service.declaration !== key.declaration
                && (!service.isPrivate || service.declaration.location.fileID == request.location.fileID)
        }
        var nearest = nearest(to: key, among: injector.visibleBindings + services.map(\.binding), limit: limit)
        nearest.removeAll { miss in elsewhere.contains { $0.location == miss.location } }
        return Array((elsewhere + nearest).prefix(limit))
    }

    /// The bindings among some that come closest, the likeliest first.
    static func nearest(to key: Key, among bindings: [AnyBinding], limit: Int = 3) -> [NearMiss] {
        let name = key.comparableName
        var known: Set<CodeLocation> = []
        let misses = bindings.compactMap { binding -> (miss: NearMiss, distance: Int)? in
            guard let (kind, distance) = nearness(of: binding, to: key, named: name),
                binding.key.declaration == nil || known.insert(binding.location).inserted
            else {
                return nil
            }
            let miss = NearMiss(key: binding.key, requested: key, kind: kind, location: binding.location)
            return (miss, distance)
        }
        return
            misses
            .sorted {
                ($0.miss.kind.rawValue, $0.distance, $0.miss.key.description, $0.miss.location.line)
                    < ($1.miss.kind.rawValue, $1.distance, $1.miss.key.description, $1.miss.location.line)
            }
            .prefix(limit)
            .map(\.miss)
    }

    /// Whether all instances of a binding are of a protocol's type.
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
        // The names of services and those of types are written differently.
        guard (binding.key.declaration == nil) == (key.declaration == nil) else {
            return nil
        }
        let distance = editDistance(candidate, name, limit: min(3, name.count / 3))
        return distance.map { (.similarName, $0) }
    }
}

extension Key {
    /// The words before the place of a binding.
    func wordForBinding(at location: CodeLocation) -> String {
        switch location.facade {
        case _ where declaration != nil: "declared at"
        case .resolver: "added at"
        case .inject: "injected at"
        case .injector, .container, .service: "bound at"
        }
    }

    /// The part that is easily misspelt: the name where there is one, otherwise the type's name without its parents.
    fileprivate var comparableName: String {
        switch qualifier {
        case .name(let name): "\(name.value)"
        case .declaration(let declaration): declaration.name
        case .identifier, .contribution, nil:
            // Functions of two types are easily taken for one.
            String(describing: interface).split(separator: " ").filter { $0 != "@Sendable" }.joined(separator: " ")
        }
    }
}

/// How many letters have to be added, removed or changed to turn one text into the other, nil if more than `limit`.
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
