// What a container is meant to do, written down as plainly as can be: dictionaries of values, copied whole for an
// override. Nothing here is taken from the library.

/// What is made: how many were made before it, and what it was made from.
struct Instance: Equatable {
    let serial: Int
    var parts: [Int?] = []
}

/// An interface, a property or a type with an identifier.
enum ModelKey: Hashable {
    case type(Interface, Identifier)
    case service(Property)

    enum Interface: Int, CaseIterable { case first, second, third, numbered }
    enum Identifier: Int, CaseIterable { case none, text, one, two }
    enum Property: Int, CaseIterable { case transient, singleton, session, combined }
}

enum ModelScope: CaseIterable { case transient, singleton, session, request }

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
    var instance: Instance?
    /// What the instance that was assigned overrides.
    var overridden: (scope: ModelScope, recipe: Recipe)?
    var isAssigned = false
}

/// All containers, as one task sees them.
struct Model {
    struct Node {
        var parent: Int?
        var bindings: [ModelKey: ModelBinding] = [:]
    }

    var nodes: [Int: Node] = [:]
    var main = 0
    /// How many instances were made; this is never taken back.
    var made = 0

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
                nodes[root]?.bindings[key] = ModelBinding(scope: service.scope, recipe: service.recipe)
            }
            return make(key, in: root)
        }
        guard let owner = chain.first(where: { nodes[$0]?.bindings[key] != nil }) else {
            return nil
        }
        return make(key, in: owner)
    }

    private mutating func make(_ key: ModelKey, in node: Int) -> Instance? {
        guard let binding = nodes[node]?.bindings[key] else {
            return nil
        }
        if let instance = binding.instance {
            return instance
        }
        let instance: Instance?
        switch binding.recipe {
        case .failing:
            instance = nil
        case .plain:
            instance = Instance(serial: made)
            made += 1
        case .parts(let keys):
            let parts = keys.map { resolve($0, in: node)?.serial }
            instance = Instance(serial: made, parts: parts)
            made += 1
        case .alias(let property):
            instance = resolve(.service(property), in: node)
        }
        if binding.scope != .transient {
            nodes[node]?.bindings[key]?.instance = instance
        }
        return instance
    }

    mutating func bind(_ key: ModelKey, _ scope: ModelScope, _ recipe: Recipe, in node: Int) {
        nodes[node]?.bindings[key] = ModelBinding(scope: scope, recipe: recipe)
    }

    mutating func assign(_ instance: Instance, to key: ModelKey, in node: Int) {
        let standing = nodes[node]?.bindings[key]
        nodes[node]?.bindings[key] = ModelBinding(
            scope: .singleton,
            recipe: .plain,
            instance: instance,
            overridden: standing?.isAssigned == true ? standing?.overridden : standing.map { ($0.scope, $0.recipe) },
            isAssigned: true
        )
    }

    mutating func unassign(_ key: ModelKey, in node: Int) {
        guard let binding = nodes[node]?.bindings[key], binding.isAssigned else {
            return
        }
        nodes[node]?.bindings[key] = binding.overridden.map { ModelBinding(scope: $0.scope, recipe: $0.recipe) }
    }

    mutating func unassignAll(in node: Int) {
        for key in nodes[node]?.bindings.keys.map({ $0 }) ?? [] {
            unassign(key, in: node)
        }
    }

    mutating func unbind(_ key: ModelKey, in node: Int) {
        nodes[node]?.bindings[key] = nil
    }

    mutating func resetAll(in node: Int) {
        nodes[node]?.bindings = [:]
    }

    mutating func reset(_ scope: ModelScope, in node: Int) {
        for (key, binding) in nodes[node]?.bindings ?? [:] where binding.scope == scope && !binding.isAssigned {
            nodes[node]?.bindings[key]?.instance = nil
        }
    }
}
