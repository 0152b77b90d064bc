import Wormer

/// How long the instances of a declared service are kept, and what ends them; the arguments of `@Service` in what it
/// expands to.
public struct ServiceOptions<Service> {
    let lifetime: Lifetime
    private(set) var onEnd: OnEnd<Service>?

    /// A service that is made anew at each read.
    public init() {
        lifetime = .transient
    }

    /// A service with a scope.
    ///
    /// - Parameter scope: How long an instance is kept.
    public init(_ scope: Container.Scope) {
        lifetime = scope.lifetime
    }

    /// A service with a lifetime.
    ///
    /// - Parameter lifetime: How long an instance is kept.
    public init(lifetime: Lifetime) {
        self.lifetime = lifetime
    }
}

extension ServiceOptions {
    /// The same options, with a function that ends an instance.
    ///
    /// - Parameter end: Ends an instance when its lifetime ends.
    /// - Returns: The options.
    public func ending(_ end: @escaping @Sendable (Service) throws -> Void) -> Self {
        ending(.immediate(end))
    }

    /// The same options, with a function whose end of an instance is awaited.
    ///
    /// - Parameter end: Ends an instance when its lifetime ends.
    /// - Returns: The options.
    @_disfavoredOverload
    public func ending(_ end: @escaping @Sendable (Service) async throws -> Void) -> Self {
        ending(.awaited(end))
    }

    private func ending(_ onEnd: OnEnd<Service>) -> Self {
        var options = self
        options.onEnd = onEnd
        return options
    }
}
