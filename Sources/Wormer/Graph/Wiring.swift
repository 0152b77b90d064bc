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
    }

    struct Need {
        let key: Key
        let kind: DependencyGraph.Edge.Kind
        /// Whether nothing bound is an answer too.
        let isOptional: Bool
    }

    /// The bindings, in a stable order.
    let sites: [Site]

    private let indices: [Place: Int]
    private let levels: Int

    /// The contributions to each interface, in the order in which they are given.
    private let contributions: [ObjectIdentifier: [Place]]

    private struct Place: Hashable {
        let key: Key
        let level: Int
    }

    init(of injector: Injector) {
        var sites: [Site] = []
        var contributions: [ObjectIdentifier: [Place]] = [:]
        var next: Injector? = injector.resolved
        var level = 0
        while let injector = next {
            let snapshot = injector.registry.current
            let bindings = snapshot.visibleBindings
            sites += bindings.map { Site($0, $0.slot?.kept != nil, $0.recordedNeeds, level) }
            // Those of the parents come first.
            for interface in Set(bindings.filter { $0.contribution != nil }.map { ObjectIdentifier($0.key.interface) })
            {
                let own = snapshot.contributions(to: interface).map { Place(key: $0.binding.key, level: level) }
                contributions[interface] = own + contributions[interface, default: []]
            }
            next = injector.parent
            level += 1
        }
        sites.sort { ($0.id, $0.binding.location.line) < ($1.id, $1.binding.location.line) }
        self.sites = sites
        levels = level
        self.contributions = contributions
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
        guard let element = key.elementType else {
            return []
        }
        return contributions[ObjectIdentifier(element), default: []].filter { $0.level >= level }
            .compactMap { indices[$0] }
    }
}

extension Wiring.Site {
    fileprivate init(_ binding: AnyBinding, _ isMade: Bool, _ observations: [Key]?, _ level: Int) {
        let declared = binding.dependencies.map { Wiring.Need(Key($0), .declared) }
        let observed = (observations ?? []).map { Wiring.Need($0, .observed) }
            .filter { need in !declared.contains { $0.key == need.key } }
        self.init(
            binding: binding,
            isMade: isMade,
            level: level,
            id: String(repeating: "^", count: level) + binding.key.stableName,
            needs: declared + observed,
            isUnseen: declared.isEmpty && observations == nil && !binding.isAssigned
        )
    }
}

extension Wiring.Need {
    /// Creates a need; that of an optional is one of what the optional wraps.
    init(_ key: Key, _ kind: DependencyGraph.Edge.Kind) {
        switch TypeShape(key.interface) {
        case .optional(let wrapped)?: self.init(key: Key(wrapped, key.qualifier), kind: kind, isOptional: true)
        case .array?: self.init(key: key, kind: kind, isOptional: true)
        case nil: self.init(key: key, kind: kind, isOptional: false)
        }
    }
}

extension Wiring.Need {
    /// What contributions to are needed, if the need is one of an array.
    var elementType: Any.Type? {
        key.elementType
    }
}

extension Key {
    fileprivate var elementType: Any.Type? {
        if qualifier == nil, case .array(let element)? = TypeShape(interface) { element } else { nil }
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
