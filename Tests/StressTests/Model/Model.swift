// The expected behavior of a container, written as simply as possible: dictionaries of values, copied as a whole for an
// override. The model uses no code of the library.

/// A type with an identifier, a contribution without one, or a declared service.
enum Key: Hashable, Sendable {
    case type(Interface, Identifier)
    case contribution(Interface, Int)
    case service(Property)

    var isCall: Bool { if case .service(let property) = self { property.argument != nil } else { false } }
}

/// A declared service, or the call of a declared function with one of two arguments.
enum Property: Int, CaseIterable, Sendable {
    case transient, singleton, session, combined, firstCall, secondCall

    /// The argument of a call.
    var argument: Int? {
        switch self {
        case .firstCall: 1
        case .secondCall: 2
        case .transient, .singleton, .session, .combined: nil
        }
    }

    /// The properties that an assignment to this replaces: an assigned function answers all calls.
    var assignedTogether: [Property] { argument == nil ? [self] : [.firstCall, .secondCall] }
}

/// The construction of an instance.
indirect enum Recipe: Sendable {
    case plain
    /// The factory throws an error.
    case failing
    /// The factory requests other keys of its container, each of which can be missing.
    case parts([Key])
    /// The factory opens the scope `visit`, and requests other keys in it and then outside it.
    case visit([Key])
    /// The factory requests a declared service.
    case alias(Property)
}

struct ModelBinding {
    var lifetime: LifetimeName
    var recipe: Recipe
    /// Whether the end of an instance is recorded.
    var hasEnd = false
    /// The decorators.
    var marks: [Int] = []
    /// The number of the binding, which a copy of the binding in an override shares.
    var number = 0
    /// The shared instance.
    var instance: Instance?
    /// The binding that an assigned instance overrides, if any.
    var overridden: [ModelBinding] = []
    var isAssigned = false
}

/// An open scope.
struct ModelOpenScope {
    let name: LifetimeName
    /// The number of the scope, and those of the open scopes that it sees.
    let number: Int
    let outer: [Int]
    var instances: [Int: (node: Int, instance: Instance)] = [:]
    /// The instances to end, in the order of their construction.
    var ends: [Int] = []
}

/// All containers from the view of one task.
struct Model {
    struct Node {
        var parent: Int?
        var bindings: [Key: ModelBinding] = [:]
        var decorations: [Key: [Int]] = [:]
        var contributions: [Interface: [Key]] = [:]
        var contributionDecorations: [Interface: [Int]] = [:]
        var contributionCounts: [Interface: Int] = [:]
    }

    var nodes: [Int: Node] = [:]
    /// In an override, the containers as they are outside it, and the lifetimes whose instances are not taken from there
    /// any more.
    var outside: [Int: Node] = [:]
    var dropped: [Int: Set<LifetimeName>] = [:]
    /// The number of the first instance that is constructed in the override.
    var first = 0
    var main = 0
    /// The open scopes, the innermost last.
    var open: [ModelOpenScope] = []
    /// The serial numbers of the held objects.
    var held: Set<Int> = []
    /// The numbers of constructed instances and of bindings so far, which never decrease.
    var constructed = 0
    var bound = 0

    /// The number of constructions in progress, and the instances that they share.
    private var depth = 0
    private var shared: [Sharing: Instance] = [:]

    /// The numbers of the open scopes that the constructions in progress see, the innermost last.
    private var visible: [Int] = []
    private var openings = 0

    /// The instances that ended with the scopes of factories.
    var ended: [Int] = []

    /// The innermost of these constructions, or 0, and the number of such constructions so far.
    private var root = 0
    private var roots = 0

    /// The constructions that share an instance: those of a binding, inside one that is kept or inside none, that see the
    /// same scopes.
    private struct Sharing: Hashable {
        let binding: Int
        let root: Int
        let scopes: [Int]
    }

    static let services: [Property: (lifetime: LifetimeName, recipe: Recipe)] = [
        .transient: (.transient, .plain),
        .singleton: (.singleton, .plain),
        .session: (.session, .parts([.service(.singleton)])),
        .combined: (.singleton, .parts([.service(.session), .service(.transient), .type(.alpha, .none)])),
        .firstCall: (.singleton, .parts([.service(.combined), .type(.alpha, .none)])),
        .secondCall: (.singleton, .parts([.service(.singleton)])),
    ]

    func chain(of node: Int) -> [Int] { [node] + (nodes[node]?.parent.map(chain) ?? []) }

    func isBound(_ key: Key, in node: Int) -> Bool {
        chain(of: node).contains { nodes[$0]?.bindings[key] != nil }
    }

    // MARK: - Resolving

    /// The result of a request, or nil if nothing is bound or the factory throws.
    mutating func resolve(_ key: Key, in node: Int) -> Instance? {
        let chain = chain(of: node)
        if case .service(let property) = key {
            // The nearest assignment, or else the instance of the outermost container.
            if let owner = chain.first(where: { nodes[$0]?.bindings[key]?.isAssigned == true }) {
                return nodes[owner]?.bindings[key]?.instance
            }
            let root = chain[chain.count - 1]
            if nodes[root]?.bindings[key] == nil, let service = Model.services[property] {
                register(ModelBinding(lifetime: service.lifetime, recipe: service.recipe), for: key, in: root)
            }
            return construct(key, in: root)
        }
        guard let owner = chain.first(where: { nodes[$0]?.bindings[key] != nil }) else { return nil }
        return construct(key, in: owner)
    }

    /// Every contribution, those of the outermost container first, or nil if a factory throws.
    mutating func resolveAll(_ interface: Interface, in node: Int) -> [Instance]? {
        var instances: [Instance] = []
        depth += 1
        defer { endConstruction() }
        for owner in chain(of: node).reversed() {
            for key in nodes[owner]?.contributions[interface] ?? [] {
                guard let instance = construct(key, in: owner) else { return nil }
                instances.append(instance)
            }
        }
        return instances
    }

    private mutating func endConstruction() {
        depth -= 1
        if depth == 0 { shared = [:] }
    }

    private mutating func construct(_ key: Key, in node: Int) -> Instance? {
        guard let binding = nodes[node]?.bindings[key] else { return nil }
        let openScope = open.lastIndex { $0.name == binding.lifetime && visible.contains($0.number) }
        if binding.lifetime.isOpened && openScope == nil { return nil }
        if let kept = openScope.flatMap({ open[$0].instances[binding.number]?.instance }) ?? kept(binding) {
            return kept
        }
        depth += 1
        let outer = (visible, root)
        defer {
            (visible, root) = outer
            endConstruction()
        }
        if ![.transient, .resolution].contains(binding.lifetime) {
            visible = openScope.map { open[$0].outer + [open[$0].number] } ?? []
            roots += 1
            root = roots
        }
        guard var instance = run(binding.recipe, in: node) else { return nil }
        if binding.hasEnd, let openScope { open[openScope].ends.append(instance.serial) }
        instance.marks += binding.marks
        switch binding.lifetime {
        case .transient: break
        case .resolution: shared[sharing(of: binding)] = instance
        case .visit, .tour: openScope.map { open[$0].instances[binding.number] = (node, instance) }
        case .singleton, .session, .request, .weak: nodes[node]?.bindings[key]?.instance = instance
        }
        return instance
    }

    private func sharing(of binding: ModelBinding) -> Sharing {
        Sharing(binding: binding.number, root: root, scopes: visible)
    }

    mutating func openScope(_ name: LifetimeName) {
        openings += 1
        open.append(ModelOpenScope(name: name, number: openings, outer: visible))
        visible.append(openings)
    }

    /// Ends the scope that was opened last.
    mutating func endScope() {
        visible.removeLast()
        ended += open.removeLast().ends.reversed()
    }

    /// The instance that a binding shares outside opened scopes.
    private func kept(_ binding: ModelBinding) -> Instance? {
        switch binding.lifetime {
        case .resolution: shared[sharing(of: binding)]
        case .weak: binding.instance.flatMap { held.contains($0.serial) ? $0 : nil }
        default: binding.instance
        }
    }

    private mutating func run(_ recipe: Recipe, in node: Int) -> Instance? {
        switch recipe {
        case .failing:
            return nil
        case .plain:
            defer { constructed += 1 }
            return Instance(serial: constructed)
        case .parts(let keys):
            let parts = keys.map { resolve($0, in: node)?.serial }
            defer { constructed += 1 }
            return Instance(serial: constructed, parts: parts)
        case .visit(let keys):
            openScope(.visit)
            var parts = keys.map { resolve($0, in: node)?.serial }
            endScope()
            parts += keys.map { resolve($0, in: node)?.serial }
            defer { constructed += 1 }
            return Instance(serial: constructed, parts: parts)
        case .alias(let property):
            return resolve(.service(property), in: node)
        }
    }
}
