/// How long an instance is kept and who shares it.
public enum Lifetime: Hashable, Sendable {
    /// A new instance for each request.
    case transient
    /// One instance, made at the first request and shared by everyone.
    case singleton
    /// One instance until the scope is reset.
    case scope(Scope)
}

extension Lifetime {
    package init(asSingleton: Bool) {
        self = asSingleton ? .singleton : .transient
    }

    /// Whether an instance is kept and shared rather than made for each request.
    var isShared: Bool {
        self != .transient
    }
}

extension Lifetime: CustomStringConvertible {
    /// The lifetime in one word, or the word `scope` with the scope's name.
    public var description: String {
        switch self {
        case .transient: "transient"
        case .singleton: "singleton"
        case .scope(let scope): "scope \(scope.name)"
        }
    }
}
