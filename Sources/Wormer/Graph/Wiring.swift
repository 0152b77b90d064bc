/// The bindings that an injector can reach and the edges between them, with their types still known.
struct Wiring {
    struct Site {
        let binding: AnyBinding
        let isMade: Bool
        /// How far up the binding lives: 0 in the injector itself, 1 in its parent, and so on.
        let level: Int
        let id: String
        let needs: [Need]
        /// Whether the initializer has to run before anything is known of what it asks for.
        let isUnseen: Bool
        /// Where the same registry had another binding of the key before.
        let replaced: CodeLocation?
    }

    struct Need {
        let key: Key
        let kind: DependencyGraph.Edge.Kind
        /// Whether nothing bound is an answer too.
        let isOptional: Bool
        /// Whether the initializer's own parameter types say so.
        let isDeclared: Bool
    }

    /// The bindings, in a stable order.
    let sites: [Site]

    private let indices: [Place: Int]
    private let levels: Int

    /// The contributions to each interface, in the order in which they are given.
    private let contributions: [ObjectIdentifier: [Place]]

    /// The bindings of each interface that have an identifier.
    private let identified: [ObjectIdentifier: [Int]]

    private struct Place: Hashable {
        let key: Key
        let level: Int
    }

    init(of injector: Injector) {
        var found: [(binding: AnyBinding, level: Int, replaced: CodeLocation?)] = []
        var contributions: [ObjectIdentifier: [Place]] = [:]
        var next: Injector? = injector.resolved
        var level = 0
        while let injector = next {
            let snapshot = injector.registry.current
            let bindings = snapshot.visibleBindings
            found += bindings.map { ($0, level, snapshot.replacedLocation(of: $0)) }
            // Those of the parents come first.
            for interface in Set(bindings.filter { $0.contribution != nil }.map { ObjectIdentifier($0.key.interface) })
            {
                let own = snapshot.contributions(to: interface).map { Place(key: $0.binding.key, level: level) }
                contributions[interface] = own + contributions[interface, default: []]
            }
            next = injector.parent
            level += 1
        }
        let places = Set(found.map { Place(key: $0.binding.key, level: $0.level) })
        var sites = found.map { binding, site, replaced in
            Site(binding, level: site, replaced: replaced) { key in
                (site..<level).contains { places.contains(Place(key: key, level: $0)) }
            }
        }
        sites.sort { ($0.id, $0.binding.location.line) < ($1.id, $1.binding.location.line) }
        self.sites = sites
        levels = level
        self.contributions = contributions
        identified = Dictionary(grouping: sites.indices.filter { sites[$0].binding.key.identifier != nil }) {
            ObjectIdentifier(sites[$0].binding.key.interface)
        }
        indices = Dictionary(
            sites.enumerated().map { (Place(key: $1.binding.key, level: $1.level), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The bindings that answer a need of `site`: one, none, or all contributions.
    func providers(of need: Need, for site: Site) -> [Int] {
        providers(of: need.key, from: site.level)
    }

    /// The bindings that answer a request made at a level.
    func providers(of key: Key, from level: Int) -> [Int] {
        if let bound = (level..<levels).lazy.compactMap({ indices[Place(key: key, level: $0)] }).first {
            return [bound]
        }
        switch key.qualifier == nil ? TypeShape(key.interface) : nil {
        case .array(let element)?:
            return contributions[ObjectIdentifier(element), default: []].filter { $0.level >= level }
                .compactMap { indices[$0] }
        case .dictionary(let element, let identifier)?:
            return identified[ObjectIdentifier(element), default: []].filter { index in
                sites[index].binding.key.hasIdentifier(of: identifier) && isVisible(sites[index], from: level)
            }
        case .optional?, .provider?, nil:
            return []
        }
    }

    /// Whether a request made at a level finds a binding: none of those levels has another of its key.
    private func isVisible(_ site: Site, from level: Int) -> Bool {
        let key = site.binding.key
        return site.level >= level
            && !(level..<site.level).contains { indices[Place(key: key, level: $0)] != nil }
    }
}

extension Wiring.Site {
    fileprivate init(_ binding: AnyBinding, level: Int, replaced: CodeLocation?, isBound: (Key) -> Bool) {
        let recorded = binding.recordedNeeds
        let declared = binding.dependencies.map { Wiring.Need(Key($0), .declared, isBound) }
        let observed = (recorded ?? []).map { Wiring.Need($0, .observed, isBound) }
            .filter { need in !declared.contains { $0.key == need.key && $0.isDeferred == need.isDeferred } }
        self.init(
            binding: binding,
            isMade: binding.slot?.kept != nil,
            level: level,
            id: String(repeating: "^", count: level) + binding.key.stableName,
            needs: declared + observed,
            isUnseen: declared.isEmpty && recorded == nil && !binding.isAssigned && !binding.isPlainValue,
            replaced: replaced
        )
    }
}

extension Wiring.Need {
    /// Whether it is resolved later, by a provider.
    var isDeferred: Bool { kind == .deferred }

    /// Creates a need; where its type is not bound, that of an optional is one of what the optional wraps, and that of
    /// a provider one of what the provider gives.
    init(_ key: Key, _ kind: DependencyGraph.Edge.Kind, _ isBound: (Key) -> Bool) {
        var (key, kind, isOptional) = (key, kind, false)
        let isDeclared = kind == .declared
        while let shape = TypeShape(key.interface), !isBound(key) {
            switch shape {
            case .optional(let wrapped):
                key = Key(wrapped, key.qualifier)
                isOptional = true
                continue
            case .provider(let type):
                key = Key(type.interface, key.qualifier)
                kind = .deferred
                isOptional = false
                continue
            case .array, .dictionary:
                isOptional = true
            }
            break
        }
        self.init(key: key, kind: kind, isOptional: isOptional, isDeclared: isDeclared)
    }
}

extension Key {
    /// The key in words that are the same in every run.
    var stableName: String {
        [fullName(interface), qualifierName].compactMap(\.self).joined(separator: " ")
    }

    /// The identifier, name or property, nil if there is none.
    var qualifierName: String? {
        switch qualifier {
        case nil: nil
        case .identifier(let identifier): quoted(identifier.value)
        case .name(let name): "named \(name.value)"
        case .contribution(let number): "contribution \(number)"
        case .declaration(let declaration): declaration.name
        }
    }
}
