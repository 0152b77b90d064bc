/// How long an instance is kept and who shares it.
///
/// ```swift
/// Injector.default.bind(interface: ImageCache.self, toImplementation: MemoryCache.self, lifetime: .weak) {
///     MemoryCache()
/// }
/// ```
public enum Lifetime: Hashable, Sendable {
    /// A new instance for each request.
    case transient
    /// One instance, made at the first request and shared by everyone.
    case singleton
    /// One instance, shared as long as somebody holds it; for classes only.
    case weak
    /// One instance for each outermost request, shared by everything that is made to answer it.
    case resolution
    /// One instance for each time that the scope is open.
    case scope(Scope)
}

extension Lifetime {
    @inlinable
    package init(asSingleton: Bool) {
        self = asSingleton ? .singleton : .transient
    }

    /// Whether the storage itself has a place for the instance.
    @inlinable var needsCell: Bool {
        switch self {
        case .singleton, .weak: true
        case .scope(let scope): scope.isLongLived
        case .transient, .resolution: false
        }
    }
}

extension Lifetime: CustomStringConvertible {
    /// The lifetime in one word, or the word `scope` with the scope's name.
    public var description: String {
        switch self {
        case .transient: "transient"
        case .singleton: "singleton"
        case .weak: "weak"
        case .resolution: "resolution"
        case .scope(let scope): "scope \(scope.name)"
        }
    }
}
