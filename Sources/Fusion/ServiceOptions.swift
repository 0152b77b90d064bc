import Wormer

/// The arguments of a `@Service` attribute: the lifetime of its instances, and the function that ends them.
///
/// `@Service` expands to code that uses this type. Do not use it directly.
public struct _ServiceOptions<Service> {
    let lifetime: Lifetime
    private(set) var onEnd: OnEnd<Service>?

    /// Creates the options of a service with a new instance for each read.
    public init() {
        lifetime = .transient
    }

    /// Creates the options of a service with a scope.
    ///
    /// - Parameter scope: How long an instance is kept.
    public init(_ scope: Container.Scope) {
        lifetime = scope.lifetime
    }

    /// Creates the options of a service with a lifetime.
    ///
    /// - Parameter lifetime: How long an instance is kept.
    public init(lifetime: Lifetime) {
        self.lifetime = lifetime
    }
}

extension _ServiceOptions {
    /// Returns these options with a function that ends an instance.
    ///
    /// - Parameter end: Ends an instance when its lifetime ends.
    /// - Returns: The options.
    public func ending(_ end: @escaping @Sendable (Service) throws -> Void) -> Self {
        ending(.immediate(end))
    }

    /// Returns these options with an asynchronous function that ends an instance.
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
