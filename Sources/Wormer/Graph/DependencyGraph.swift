/// What is bound and what needs what: a picture of an injector that is taken without making anything.
///
/// ```swift
/// let graph = Injector.default.graph
/// print(graph.mermaid)
/// ```
public struct DependencyGraph: Sendable, Codable, Equatable {
    /// A binding, or an interface that is needed and not bound.
    public struct Node: Sendable, Codable, Equatable, Identifiable {
        /// What tells the node from all others of its graph, the same for the same bindings.
        public let id: String

        /// The interface, without its module where that is clear.
        public let interface: String

        /// The identifier, name or property that the interface is bound with.
        public let identifier: String?

        /// The binding, nil if the interface is not bound.
        public let binding: Binding?
    }

    /// What is known of a binding.
    public struct Binding: Sendable, Codable, Equatable {
        /// The implementation, without its module; nil where it is not known before an instance is made.
        public let implementation: String?

        /// How long an instance is kept.
        public let lifetime: String

        /// Whether it is a value that is given to its scope, rather than made.
        public let isProvided: Bool

        /// Whether it is a service that is declared as a property.
        public let isService: Bool

        /// Whether it is a service that nothing has read or assigned and no binding needs.
        public let isUnused: Bool

        /// The actor on which an instance is made, nil if that may be anywhere.
        public let actor: String?

        /// Whether an instance can only be awaited.
        public let isAsync: Bool

        /// The module that has the binding.
        public let module: String

        /// The file of the binding, as `#fileID` spells it.
        public let fileID: String

        /// The line of the binding.
        public let line: UInt

        /// Whether a shared instance is made.
        public let isMade: Bool

        /// The file and line of each decorator around it, the innermost first.
        public let decorators: [String]
    }

    /// That one binding needs another.
    public struct Edge: Sendable, Codable, Equatable {
        /// How the need is known.
        public enum Kind: String, Sendable, Codable {
            /// The initializer's own parameter types say so.
            case declared
            /// The initializer asked when it first ran.
            case observed
            /// The source of a service's initializer, which has not run, names it.
            case source
            /// The initializer has, or asked for, a `Provider`, which resolves later, or its source names it in a
            /// closure: the need closes no cycle.
            case deferred
        }

        /// The node that needs.
        public let from: Node.ID

        /// The node that is needed.
        public let to: Node.ID

        /// How the need is known.
        public let kind: Kind
    }

    /// The bindings in order of their interfaces, then what is missing.
    public let nodes: [Node]

    /// The needs, in the order of the nodes that have them.
    public let edges: [Edge]
}

extension DependencyGraph {
    /// The nodes that are needed from each node for an instance to be made.
    private var successors: [Node.ID: [Node.ID]] {
        Dictionary(grouping: edges.filter { $0.kind != .deferred }, by: \.from).mapValues { $0.map(\.to) }
    }

    /// The nodes that lie on a cycle.
    var cyclicNodes: Set<Node.ID> {
        Set(Cycles(of: nodes.map(\.id), successors: successors).paths.joined())
    }
}

extension DependencyGraph.Node {
    /// The interface with what tells it from others of its type.
    var title: String {
        identifier.map { "\(interface) (\($0))" } ?? interface
    }
}
