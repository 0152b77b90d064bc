import Wormer

/// The bindings of an injector and the dependencies between them, to draw them or to check them yourself.
///
/// Reading the graph creates no instances.
///
/// ```swift
/// let graph = Injector.default.graph
/// print(graph.mermaid)
/// ```
///
/// The encoded form may get more keys in later versions, and more kinds of edges.
public struct DependencyGraph: Sendable, Encodable, Equatable {
    /// A binding, an unbound interface or a type with injected properties, for code that checks or draws the graph.
    public struct Node: Sendable, Encodable, Equatable, Identifiable {
        /// A kind of node, for code that picks some of the nodes.
        ///
        /// A minor version may add cases. Write a `default` in a `switch`.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: String, Sendable {
            /// A binding.
            case binding
            /// An interface that is needed but not bound.
            case missing
            /// A type of the program that has injected properties.
            case type
        }

        /// The kind of this node.
        public let kind: Kind

        /// An identifier that is unique in the graph, and equal in every graph of the same bindings.
        ///
        /// Another version of the library may form it differently.
        public let id: String

        /// The name of the interface, with its module only if the name alone is ambiguous; the name of a type with
        /// injected properties.
        public let interface: String

        /// The identifier, name, property or contribution that distinguishes the node from others of its interface, as
        /// text.
        public internal(set) var identifier: String?

        /// The module that contains the binding or the type, or nil if the interface isn't bound.
        public internal(set) var module: String?

        /// The file and line of the binding, or nil for another kind of node.
        ///
        /// The properties below are about bindings: they are empty, false or nil for other nodes.
        public internal(set) var location: CodeLocation?

        /// The name of the implementation, or nil if it is unknown before an instance is created.
        public internal(set) var implementation: String?

        /// The lifetime, such as `singleton` or `scope request`; or `assigned`, `unassigned` or `unimplemented` if the
        /// binding has no lifetime of its own.
        public internal(set) var lifetime: String?

        /// The names of the scope of the lifetime and of the scopes around it, the outermost first; empty for other
        /// lifetimes.
        public internal(set) var scopes: [String] = []

        /// The actor on which an instance is created, or nil if there is none.
        public internal(set) var actor: String?

        /// Whether only an awaited lookup can create an instance.
        public internal(set) var isAsync = false

        /// Whether the value is provided when the scope of the binding is opened.
        public internal(set) var isProvided = false

        /// Whether the binding belongs to a service that is declared as a property.
        public internal(set) var isService = false

        /// Whether the factory looked up a type under so many identifiers that the graph shows only the first ones.
        public internal(set) var hasMoreDependencies = false

        /// Whether a shared instance exists.
        public var hasInstance: Bool { instanceCount > 0 }

        /// The number of shared instances: a function with parameters has one for each combination of arguments.
        public internal(set) var instanceCount = 0

        /// The file and line of each decorator, the innermost first.
        public internal(set) var decorators: [CodeLocation] = []

        init(_ kind: Kind, id: String, interface: String) {
            (self.kind, self.id, self.interface) = (kind, id, interface)
        }
    }

    /// A dependency of one binding on another, for code that checks or draws the graph.
    public struct Edge: Sendable, Encodable, Equatable {
        /// The way in which a dependency is known, for code that picks some of the edges.
        ///
        /// A minor version may add cases. Write a `default` in a `switch`.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: String, Sendable {
            /// The factory takes it as a parameter.
            case declared
            /// The factory looked it up when it first created an instance or, until then, when it last failed.
            case observed
            /// The source of a service's initializer refers to it.
            ///
            /// The initializer has not created an instance yet.
            case inferred
            /// A `Provider` resolves it later, or the source refers to it in a closure.
            ///
            /// Such a dependency can't complete a cycle.
            case deferred
            /// An injected property of a type may resolve it.
            ///
            /// The wrapper's arguments, such as an identifier, are unknown. If nothing is bound to the interface alone,
            /// the property has an edge to each binding of the interface.
            case injected
        }

        /// The `id` of the node that has the dependency.
        public let from: Node.ID

        /// The `id` of the node that it depends on.
        public let to: Node.ID

        /// The way in which the dependency is known.
        public let kind: Kind
    }

    /// The bindings in the order of their interfaces, followed by the missing interfaces and the types with injected
    /// properties.
    public let nodes: [Node]

    /// The dependencies, in the order of the nodes that have them.
    public let edges: [Edge]
}

// MARK: - Encoding

// Written by hand, because what the compiler derives for so many properties is large in a program.

extension DependencyGraph {
    /// Encodes the nodes and the edges.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Node.Name.self)
        try container.encode(nodes, forKey: .init(stringValue: "nodes"))
        try container.encode(edges, forKey: .init(stringValue: "edges"))
    }
}

extension DependencyGraph.Node {
    fileprivate struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Encodes the properties that have a value; locations as text.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        let texts = [
            ("kind", kind.rawValue), ("id", id), ("interface", interface), ("identifier", identifier),
            ("module", module), ("location", location?.description), ("implementation", implementation),
            ("lifetime", lifetime), ("actor", actor),
        ]
        for (name, text) in texts {
            try container.encodeIfPresent(text, forKey: .init(stringValue: name))
        }
        guard kind == .binding else { return }
        let flags = [
            ("isAsync", isAsync), ("isProvided", isProvided), ("isService", isService),
            ("hasMoreDependencies", hasMoreDependencies), ("hasInstance", hasInstance),
        ]
        for (name, flag) in flags {
            try container.encode(flag, forKey: .init(stringValue: name))
        }
        try container.encode(instanceCount, forKey: .init(stringValue: "instanceCount"))
        try container.encode(scopes, forKey: .init(stringValue: "scopes"))
        try container.encode(decorators.map(\.description), forKey: .init(stringValue: "decorators"))
    }
}

extension DependencyGraph.Edge {
    /// Encodes the identifiers of the nodes and the kind.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try ["from": from, "to": to, "kind": kind.rawValue].encode(to: encoder)
    }
}

extension DependencyGraph {
    /// The bindings that no other binding, service or injected property depends on, in the order of the nodes.
    ///
    /// These are the ones that the program itself looks up, and those that nobody uses:
    ///
    /// ```swift
    /// Injector.default.graph.roots.forEach { print($0) }
    /// ```
    ///
    /// The lookups of a closure are known after it has run once. Until then, a binding may be a root only because its
    /// user isn't known.
    public var roots: [Node] {
        let needed = Set(edges.lazy.filter { $0.from != $0.to }.map(\.to))
        return nodes.filter { $0.kind == .binding && !needed.contains($0.id) }
    }

    /// The places in `nodes` of what each node depends on.
    var dependencies: [[(place: Int, kind: Edge.Kind)]] {
        var places: [Node.ID: Int] = [:]
        for (place, node) in nodes.enumerated() {
            places[node.id] = place
        }
        var dependencies = nodes.map { _ in [] as [(place: Int, kind: Edge.Kind)] }
        for edge in edges {
            dependencies[places[edge.from, default: 0]].append((places[edge.to, default: 0], edge.kind))
        }
        return dependencies
    }
}

extension DependencyGraph.Node {
    /// The interface, with the qualifier that distinguishes it from others of its type.
    var title: String { identifier.map { "\(interface) (\($0))" } ?? interface }
}
