import Wormer

/// The arguments of a `@Service` or `@Provides` attribute: the lifetime of its instances, and the function that ends them.
///
/// The macros expand to code that uses this type. Do not use it directly.
public struct _ServiceOptions<Service> {
    private(set) var declared: DeclaredOptions

    /// Creates the options of a service with a scope.
    ///
    /// - Parameters:
    ///   - scope: How long an instance is kept.
    ///   - unavailableInTests: Whether no test may read the service.
    public init(_ scope: Container.Scope = .transient, unavailableInTests: Bool = false) {
        self.init(lifetime: scope.lifetime, unavailableInTests: unavailableInTests)
    }

    /// Creates the options of a service with a lifetime.
    ///
    /// - Parameters:
    ///   - lifetime: How long an instance is kept.
    ///   - unavailableInTests: Whether no test may read the service.
    public init(lifetime: Lifetime, unavailableInTests: Bool = false) {
        declared = DeclaredOptions(lifetime, isUnavailableInTests: unavailableInTests)
    }
}

extension _ServiceOptions {
    /// Returns these options with a function that ends an instance.
    ///
    /// - Parameter end: Ends an instance when its lifetime ends.
    /// - Returns: The options.
    public func ending(_ end: @escaping @Sendable (Service) throws -> Void) -> Self {
        ending(OnEnd(end))
    }

    /// Returns these options with an asynchronous function that ends an instance.
    ///
    /// - Parameter end: Ends an instance when its lifetime ends.
    /// - Returns: The options.
    public func ending(_ end: @escaping @Sendable (Service) async throws -> Void) -> Self {
        ending(OnEnd(awaiting: end))
    }

    /// Returns these options for a value that comes with the scope.
    ///
    /// - Returns: The options.
    public func provided() -> Self {
        var options = self
        options.declared.isProvided = true
        return options
    }

    private func ending(_ onEnd: OnEnd) -> Self {
        var options = self
        options.declared.onEnd = onEnd
        return options
    }
}
