/// A binding that comes close to what was asked for.
public struct NearMiss: @unchecked Sendable {
    // Unchecked for the identifier, which is only ever compared and printed.

    /// In which way a binding comes close.
    public enum Kind: Int, Sendable {
        /// The same interface under another identifier, or without one.
        case otherIdentifier
        /// Another type that is spelled alike, in another module or another scope.
        case sameName
        /// What was asked for is the implementation of this binding.
        case implementation
        /// An interface whose name differs by a letter or two.
        case similarName
    }

    let key: Key

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
    /// What is bound, and where.
    public var description: String {
        switch kind {
        case .otherIdentifier where key.qualifier == nil: "\(key) without an identifier, bound at \(location)"
        case .otherIdentifier, .similarName: "\(key), bound at \(location)"
        case .sameName: "\(fullName(interface)), which is another type, bound at \(location)"
        case .implementation: "\(key), to which it is bound as the implementation at \(location)"
        }
    }
}

extension NearMiss {
    /// The bindings that come closest to `key`, the likeliest first.
    ///
    /// - Complexity: One comparison of names for each binding; called only to make an error.
    static func nearest(to key: Key, among bindings: [AnyBinding], limit: Int = 3) -> [NearMiss] {
        let name = key.comparableName
        let misses = bindings.compactMap { binding -> (miss: NearMiss, distance: Int)? in
            guard let (kind, distance) = nearness(of: binding, to: key, named: name) else {
                return nil
            }
            return (NearMiss(key: binding.key, kind: kind, location: binding.location), distance)
        }
        return
            misses
            .sorted {
                ($0.miss.kind.rawValue, $0.distance, $0.miss.key.description)
                    < ($1.miss.kind.rawValue, $1.distance, $1.miss.key.description)
            }
            .prefix(limit)
            .map(\.miss)
    }

    private static func nearness(
        of binding: AnyBinding,
        to key: Key,
        named name: String
    ) -> (kind: Kind, distance: Int)? {
        if binding.key.interface == key.interface, binding.key.isInSameSpace(as: key) {
            return (.otherIdentifier, 0)
        }
        let candidate = binding.key.comparableName
        if candidate == name, binding.key.isInSameSpace(as: key) {
            return (.sameName, 0)
        }
        if binding.knownImplementation == key.interface, binding.key.interface != key.interface {
            return (.implementation, 0)
        }
        let distance = editDistance(candidate, name, limit: max(1, min(3, name.count / 3)))
        return distance.map { (.similarName, $0) }
    }
}

extension Key {
    /// What a reader would have to spell right: the name where there is one, otherwise the type without its module.
    fileprivate var comparableName: String {
        switch qualifier {
        case .name(let name): "\(name.value)"
        case .declaration(let declaration): declaration.name
        case .identifier, .contribution, nil:
            // Functions of two types are easily taken for one.
            String(describing: interface).split(separator: " ").filter { $0 != "@Sendable" }.joined(separator: " ")
        }
    }

    /// Whether both keys are found by their type, rather than by a name of their own.
    fileprivate func isInSameSpace(as other: Key) -> Bool {
        switch (qualifier, other.qualifier) {
        case (nil, nil), (nil, .identifier), (.identifier, nil), (.identifier, .identifier): true
        default: false
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
