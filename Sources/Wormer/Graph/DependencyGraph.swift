/// The bindings of an injector and the dependencies between them.
///
/// Reading the graph creates no instances. Use it to print, draw, or check the bindings:
///
/// ```swift
/// let graph = Injector.default.graph
/// print(graph.mermaid)
/// ```
///
/// The encoded form may get more keys in later versions, and more kinds of edges.
public struct DependencyGraph: Sendable, Encodable, Equatable {
    /// A binding, an interface that is needed but not bound, or a type with injected properties.
    public struct Node: Sendable, Encodable, Equatable, Identifiable {
        /// A kind of node.
        ///
        /// A minor version may add cases. Write a `default` in a `switch`.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: String, Sendable, Encodable {
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
        public let identifier: String?

        /// The module that contains the binding or the type, or nil if the interface isn't bound.
        public let module: String?

        /// The binding, or nil for other kinds of nodes.
        public let binding: Binding?
    }

    /// The properties of a binding.
    public struct Binding: Sendable, Encodable, Equatable {
        /// The name of the implementation, or nil if it is unknown before an instance is created.
        public let implementation: String?

        /// The lifetime, such as `singleton` or `scope request`; or `assigned`, `unassigned` or `unimplemented` if the
        /// binding has no lifetime of its own.
        public let lifetime: String

        /// The names of the scope of the lifetime and of the scopes around it, the outermost first; empty for other
        /// lifetimes.
        public let scopes: [String]

        /// Whether the value is provided when the scope of the binding is opened.
        public let isProvided: Bool

        /// Whether the binding belongs to a service that is declared as a property.
        public let isService: Bool

        /// Whether the binding belongs to a service that was never read or assigned and that no other binding needs.
        public let isUnusedService: Bool

        /// The actor on which an instance is created, or nil if there is none.
        public let actor: String?

        /// Whether only an awaited lookup can create an instance.
        public let isAsync: Bool

        /// Whether the factory looked up a type under so many identifiers that the graph shows only the first ones.
        public let hasMoreDependencies: Bool

        /// The module that contains the binding.
        public let module: String

        /// The file of the binding, in the form of `#fileID`.
        public let fileID: String

        /// The line of the binding.
        public let line: UInt

        /// Whether a shared instance exists.
        public let hasInstance: Bool

        /// The file and line of each decorator, the innermost first.
        public let decorators: [String]
    }

    /// A dependency of one binding on another.
    public struct Edge: Sendable, Encodable, Equatable {
        /// The way in which a dependency is known.
        ///
        /// A minor version may add cases. Write a `default` in a `switch`.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: String, Sendable, Encodable {
            /// The factory takes it as a parameter.
            case declared
            /// The factory looked it up when it first ran.
            case observed
            /// The source of a service's initializer refers to it.
            ///
            /// The initializer hasn't run yet.
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

extension DependencyGraph {
    /// The index of each node in `nodes`.
    var indices: [Node.ID: Int] {
        var indices: [Node.ID: Int] = [:]
        for (index, node) in nodes.enumerated() {
            indices[node.id] = index
        }
        return indices
    }
}

extension DependencyGraph.Node {
    /// The interface, with the qualifier that distinguishes it from others of its type.
    var title: String { identifier.map { "\(interface) (\($0))" } ?? interface }
}
