// What a container is meant to do, written down as plainly as can be: dictionaries of values, copied whole for an
// override. Nothing here is taken from the library.

/// What is made: how many were made before it, what it was made from, and what it was decorated with.
struct Instance: Equatable {
    let serial: Int
    var parts: [Int?] = []
    var marks: [Int] = []
}

/// An interface, a property or a type with an identifier.
enum ModelKey: Hashable {
    case type(Interface, Identifier)
    case contribution(Interface, Int)
    case service(Property)

    enum Interface: Int, CaseIterable { case first, second, third, numbered, held }
    enum Identifier: Int, CaseIterable { case none, text, one, two }
    enum Property: Int, CaseIterable { case transient, singleton, session, combined }
}

/// `session` and `request` are open from the start, `visit` and `tour` are opened.
enum ModelScope: CaseIterable { case transient, singleton, session, request, weak, resolution, visit, tour }

/// How an instance is made.
indirect enum Recipe {
    case plain
    /// Throws.
    case failing
    /// Asks its container for other keys, by the optional lookup.
    case parts([ModelKey])
    /// Is what a property gives.
    case alias(ModelKey.Property)
}

struct ModelBinding {
    var scope: ModelScope
    var recipe: Recipe
    /// Whether something is noted when its instance ends.
    var hasEnd = false
    /// What is put around its instances.
    var marks: [Int] = []
    /// Another one for every binding, but the same for a binding and its copy in an override.
    var number = 0
    /// What is kept with the binding.
    var instance: Instance?
    /// What the instance that was assigned overrides; none or one.
    var overridden: [ModelBinding] = []
    var isAssigned = false
}

/// A scope that is open.
struct ModelOpenScope {
    let scope: ModelScope
    var instances: [Int: (node: Int, instance: Instance)] = [:]
    /// What has to be ended, in the order of making.
    var ends: [Int] = []
}

/// All containers, as one task sees them.
struct Model {
    struct Node {
        var parent: Int?
        var bindings: [ModelKey: ModelBinding] = [:]
        var decorations: [ModelKey: [Int]] = [:]
        var contributions: [ModelKey.Interface: [ModelKey]] = [:]
        var contributionCounts: [ModelKey.Interface: Int] = [:]
    }

    var nodes: [Int: Node] = [:]
    var main = 0
    /// The scopes that are open, the innermost last.
    var open: [ModelOpenScope] = []
    /// The serial numbers of the objects that somebody holds.
    var held: Set<Int> = []
    /// How many instances were made, and how many bindings; neither is ever taken back.
    var made = 0
    var bound = 0

    /// How many makings are under way, and what they share.
    private var depth = 0
    private var shared: [Int: Instance] = [:]

    static let services: [ModelKey.Property: (scope: ModelScope, recipe: Recipe)] = [
        .transient: (.transient, .plain),
        .singleton: (.singleton, .plain),
        .session: (.session, .parts([.service(.singleton)])),
        .combined: (.singleton, .parts([.service(.session), .service(.transient), .type(.first, .none)])),
    ]

    func chain(of node: Int) -> [Int] {
        [node] + (nodes[node]?.parent.map(chain) ?? [])
    }

    func isBound(_ key: ModelKey, in node: Int) -> Bool {
        chain(of: node).contains { nodes[$0]?.bindings[key] != nil }
    }

    // MARK: - Resolving

    /// What asking for a key gives; nil if nothing is bound, or if what is bound throws.
    mutating func resolve(_ key: ModelKey, in node: Int) -> Instance? {
        let chain = chain(of: node)
        if case .service(let property) = key {
            // What is assigned nearest, otherwise what the outermost container makes.
            if let owner = chain.first(where: { nodes[$0]?.bindings[key]?.isAssigned == true }) {
                return nodes[owner]?.bindings[key]?.instance
            }
            let root = chain[chain.count - 1]
            if nodes[root]?.bindings[key] == nil, let service = Model.services[property] {
                file(ModelBinding(scope: service.scope, recipe: service.recipe), for: key, in: root)
            }
            return make(key, in: root)
        }
        guard let owner = chain.first(where: { nodes[$0]?.bindings[key] != nil }) else {
            return nil
        }
        return make(key, in: owner)
    }

    /// What was contributed, that of the outermost container first; nil if one throws.
    mutating func resolveAll(_ interface: ModelKey.Interface, in node: Int) -> [Instance]? {
        var instances: [Instance] = []
        depth += 1
        defer { endMaking() }
        for owner in chain(of: node).reversed() {
            for key in nodes[owner]?.contributions[interface] ?? [] {
                guard let instance = make(key, in: owner) else {
                    return nil
                }
                instances.append(instance)
            }
        }
        return instances
    }

    private mutating func endMaking() {
        depth -= 1
        if depth == 0 {
            shared = [:]
        }
    }

    private mutating func make(_ key: ModelKey, in node: Int) -> Instance? {
        guard let binding = nodes[node]?.bindings[key] else {
            return nil
        }
        let openScope = open.lastIndex { $0.scope == binding.scope }
        if (binding.scope == .visit || binding.scope == .tour) && openScope == nil {
            return nil
        }
        if let kept = openScope.flatMap({ open[$0].instances[binding.number]?.instance }) ?? kept(binding) {
            return kept
        }
        depth += 1
        defer { endMaking() }
        guard var instance = run(binding.recipe, in: node) else {
            return nil
        }
        if binding.hasEnd, let openScope {
            open[openScope].ends.append(instance.serial)
        }
        instance.marks += binding.marks
        switch binding.scope {
        case .transient: break
        case .resolution: shared[binding.number] = instance
        case .visit, .tour: openScope.map { open[$0].instances[binding.number] = (node, instance) }
        case .singleton, .session, .request, .weak: nodes[node]?.bindings[key]?.instance = instance
        }
        return instance
    }

    /// The instance that a binding shares without a scope that was opened.
    private func kept(_ binding: ModelBinding) -> Instance? {
        switch binding.scope {
        case .resolution: shared[binding.number]
        case .weak: binding.instance.flatMap { held.contains($0.serial) ? $0 : nil }
        default: binding.instance
        }
    }

    private mutating func run(_ recipe: Recipe, in node: Int) -> Instance? {
        switch recipe {
        case .failing:
            return nil
        case .plain:
            defer { made += 1 }
            return Instance(serial: made)
        case .parts(let keys):
            let parts = keys.map { resolve($0, in: node)?.serial }
            defer { made += 1 }
            return Instance(serial: made, parts: parts)
        case .alias(let property):
            return resolve(.service(property), in: node)
        }
    }
}
