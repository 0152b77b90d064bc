/// A search for bindings that are similar to lookups, for one or for many of them.
final class NearMissSearch {
    /// A binding that's similar to lookups of a type, or of a name, and its identifier, if that's a string, or its name.
    private typealias Candidate = (binding: Binding, kind: NearMiss.Kind, letters: [UInt8]?)

    /// The bindings in the order in which they were bound.
    private let bindings: [Binding]

    /// The registries of the injectors, and whether the first one is that of the main injector.
    private let registries: [Registry]
    private let isOfMain: Bool

    /// The declared services, some of which are only visible in their files.
    private let services: [DeclaredService]

    /// The similar bindings of each type that was looked up, the likeliest kind first, and those of names by another type.
    private var known: [ObjectIdentifier: [Candidate]] = [:]

    /// Begins a search.
    ///
    /// - Parameters:
    ///   - registries: The registries of the injector and of its parents.
    ///   - isOfMain: Whether the injector is the main one, which can read the declared services.
    init(in registries: [Registry], isOfMain: Bool) {
        (self.registries, self.isOfMain) = (registries, isOfMain)
        services = isOfMain ? DeclaredService.all : []
        var known: Set<ObjectIdentifier> = []
        // A service that was read is among the bindings, too.
        let all = (registries.flatMap(\.visibleBindings) + services.map(\.binding)).filter { binding in
            binding.key.declaration.map { known.insert(ObjectIdentifier($0)).inserted } ?? true
        }
        bindings = all.ordered { $0.identity < $1.identity }
    }

    /// Returns the bindings that are most similar to a lookup, the likeliest first.
    ///
    /// These are the same key in another injector, then the ones of the likeliest kind, then those with the fewest
    /// different letters in the identifier or the name, and then those that were bound first.
    ///
    /// - Complexity: O(*n* log *n*) for the first lookup of a type, where *n* is the number of bindings, and O(*m*) for
    ///   further ones, where *m* is the number of bindings of the type.
    func nearest(to lookup: Lookup) -> [NearMiss] {
        let key = lookup.key
        guard key.declaration == nil else { return [] }
        let candidates = similar(to: key)
        let others = candidates.drop { $0.kind == .otherIdentifier }
        let nearest = closest(to: key, candidates.prefix { $0.kind == .otherIdentifier })
        let rest = Array(others.lazy.filter { self.isVisible($0.binding.key, in: lookup.location) }.prefix(3)).map {
            NearMiss($0.binding, $0.kind, requested: key)
        }
        // Without an identifier, all contributions are likelier than a binding that has one.
        let isLikelier = { (miss: NearMiss) in miss.kind == .contribution && key.qualifier == nil }
        let all =
            elsewhere(key) + rest.prefix(while: isLikelier) + nearest.ordered { $0.isClose && !$1.isClose }
            + rest.drop(while: isLikelier)
        return Array(all.prefix(3))
    }

    /// Returns a binding of the key in an injector that the lookup didn't ask: a child, or if the injector or the other one
    /// is the main one, any.
    ///
    /// Injectors that were created in another override, such as that of another test, don't count.
    private func elsewhere(_ key: Key) -> [NearMiss] {
        let (own, main) = (registries.map { $0.outermost ?? $0 }, Main.injector.ownRegistry)
        for other in Injector.allRegistries where !own.contains(where: { $0 === other }) {
            let isChild = sequence(first: other, next: \.parent).contains { $0 === own.first }
            if isChild || isOfMain || other === main, other.isVisible, let hit = other.seen.look(key, isUse: false) {
                return [NearMiss(hit.binding, isChild ? .boundInChild : .boundElsewhere, requested: key)]
            }
        }
        return []
    }

    private func isVisible(_ key: Key, in location: CodeLocation) -> Bool {
        guard let declaration = key.declaration else { return true }
        return declaration.location.fileID == location.fileID
            || !services.contains { $0.isPrivate && $0.declaration === declaration }
    }

    /// Returns the three bindings whose identifiers or names differ least.
    private func closest(to key: Key, _ candidates: ArraySlice<Candidate>) -> [NearMiss] {
        let (letters, type) = (key.letters, key.typeOfIdentifier)
        var near: [(candidate: Candidate, distance: Int)] = []
        for candidate in candidates {
            let other = candidate.binding.key
            let farthest = NearMiss.farthest + (other.typeOfIdentifier != type ? 1 : 0)
            let distance = other.qualifier == nil ? 0 : lettersBetween(candidate.letters, letters) ?? farthest
            // A binding that was made since the lookup is no near miss.
            if other != key, !key.isName || distance < farthest {
                near.append((candidate, distance))
            }
        }
        return near.ordered { $0.distance < $1.distance }.prefix(3).map { candidate, distance in
            NearMiss(candidate.binding, candidate.kind, distance, requested: key)
        }
    }

    // MARK: - Similar types

    /// Returns the bindings that are similar to lookups of the type of a key, or those of names.
    private func similar(to key: Key) -> [Candidate] {
        // A program has few types, but perhaps many identifiers.
        let type = ObjectIdentifier(key.isName ? NearMiss.self : key.interface)
        if let similar = known[type] { return similar }
        let name = words(of: key.interface).name
        let namesakes = memoized { words(of: $0).name == name && !areNestedApart($0, key.interface) }
        let conforming = memoized { conforms($0, to: key.interface) == true }
        let similar = bindings.compactMap { binding -> Candidate? in
            kind(of: binding, for: key, namesakes, conforming).map { (binding, $0, binding.key.letters) }
        }.ordered { $0.kind.rawValue < $1.kind.rawValue }
        known[type] = similar
        return similar
    }

    private func kind(
        of binding: Binding,
        for requested: Key,
        _ isNamesake: (Any.Type) -> Bool,
        _ conforms: (Any.Type) -> Bool
    ) -> NearMiss.Kind? {
        let (key, interface, implementation) = (binding.key, requested.interface, binding.knownImplementation)
        if requested.isName {
            return key.isName ? .otherIdentifier : nil
        }
        if key.interface == interface {
            switch key.qualifier {
            case .contribution: return .contribution
            case .declaration: return .service
            case .identifier, nil: return .otherIdentifier
            case .name, .call: return nil
            }
        }
        if key.isFoundByType, isNamesake(key.interface) {
            return .sameName
        }
        if implementation == interface {
            return .implementation
        }
        guard key.isFoundByType else { return nil }
        if isExistential(interface), interface != Any.self, interface != AnyObject.self,
            conforms(implementation ?? key.interface)
        {
            return .conforming
        }
        return wrapped(key.interface) == interface ? .optional : nil
    }
}

/// Returns whether two types are nested in different types of one module, neither of which is in the other, like
/// `Login.State` and `Cart.State`: their names are a convention, and nobody confuses them.
private func areNestedApart(_ one: Any.Type, _ other: Any.Type) -> Bool {
    let names = [one, other].map(nameWithModule)
    let outer = names.map { $0.parts(between: ".").dropLast() }
    return names.allSatisfy { $0.utf8.allSatisfy(isPartOfName) } && outer.allSatisfy { $0.count > 1 }
        && outer[0].first == outer[1].first && !outer[0].starts(with: outer[1]) && !outer[1].starts(with: outer[0])
}

/// Returns a condition that is checked once for each type, although there may be many bindings of it.
private func memoized(_ condition: @escaping (Any.Type) -> Bool) -> (Any.Type) -> Bool {
    var known: [ObjectIdentifier: Bool] = [:]
    return { type in
        let isMet = known[ObjectIdentifier(type)] ?? condition(type)
        known[ObjectIdentifier(type)] = isMet
        return isMet
    }
}

/// Returns how many letters two texts have between their common beginning and their common end, 1 if two letters are
/// swapped or only their cases differ, or nil if these are many or one of the texts is missing.
func lettersBetween(_ other: [UInt8]?, _ requested: [UInt8]?) -> Int? {
    guard let one = other, let two = requested else { return nil }
    let (shorter, longer) = (min(one.count, two.count), max(one.count, two.count))
    let most = min(3, two.count / 3)
    guard longer - shorter <= most else { return nil }
    var beginning = 0
    while beginning < shorter, one[beginning] == two[beginning] {
        beginning += 1
    }
    var end = 0
    while beginning + end < shorter, one[one.count - 1 - end] == two[two.count - 1 - end] {
        end += 1
    }
    let distance = longer - beginning - end
    let isSwapped =
        distance == 2 && shorter == longer && one[beginning] == two[beginning + 1]
        && one[beginning + 1] == two[beginning]
    return isSwapped ? 1 : distance <= most ? max(1, distance) : nil
}

extension Key {
    var isName: Bool {
        if case .name? = qualifier { true } else { false }
    }

    private var identifierOrName: Identifier? {
        switch qualifier {
        case .identifier(let identifier), .name(let identifier): identifier
        case nil, .contribution, .declaration, .call: nil
        }
    }

    fileprivate var typeOfIdentifier: Any.Type? { identifierOrName?.type }

    /// The identifier, if it's a string, or the name; in lower case.
    ///
    /// Nobody misspells a text that is longer, but one from outside may be.
    fileprivate var letters: [UInt8]? {
        guard let identifier = identifierOrName, identifier.type == String.self,
            let text = identifier.value.base as? String, text.utf8.count <= 200
        else { return nil }
        return Array(text.lowercased().utf8)
    }
}
