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

    private struct Place: Hashable {
        let key: Key
        let level: Int
    }

    init(of injector: Injector) {
        var sites: [Site] = []
        var next: Injector? = injector.resolved
        var level = 0
        while let injector = next {
            sites += injector.storage.census().map { Site($0.binding, $0.instance != nil, $0.observations, level) }
            next = injector.parent
            level += 1
        }
        sites.sort { ($0.id, $0.binding.location.line) < ($1.id, $1.binding.location.line) }
        self.sites = sites
        levels = level
        indices = Dictionary(
            sites.enumerated().map { (Place(key: $1.binding.key, level: $1.level), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The binding that answers a need of `site`, nil if nobody does.
    func provider(of need: Need, for site: Site) -> Int? {
        provider(of: need.key, from: site.level)
    }

    /// The binding that answers a request made at a level, nil if nobody does.
    func provider(of key: Key, from level: Int) -> Int? {
        (level..<levels).lazy.compactMap { indices[Place(key: key, level: $0)] }.first
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
    fileprivate init(_ key: Key, _ kind: DependencyGraph.Edge.Kind) {
        let wrapped = (key.interface as? any Optionality.Type)?.wrapped
        self.init(key: wrapped.map { Key($0, key.qualifier) } ?? key, kind: kind, isOptional: wrapped != nil)
    }
}

private protocol Optionality {
    static var wrapped: Any.Type { get }
}

extension Optional: Optionality {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
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
        case .identifier(let identifier): quoted(identifier)
        case .name(let name): "named \(name)"
        case .contribution(let number): "contribution \(number)"
        case .declaration(let declaration): declaration.name
        }
    }
}
