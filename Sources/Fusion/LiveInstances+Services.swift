public import Wormer

extension LiveInstances {
    /// The live instances of some services, and of some interfaces.
    ///
    /// The type of a service, such as `Int`, would allow all of its type:
    ///
    /// ```swift
    /// let exceptions = LiveInstances.only([Database.self], [\.logger])
    /// ```
    ///
    /// - Parameters:
    ///   - interfaces: The interfaces.
    ///   - services: The properties of the services.
    /// - Returns: The live instances.
    public static func only(
        _ interfaces: [Any.Type],
        _ services: [PartialKeyPath<Container>]
    ) -> LiveInstances {
        LiveInstances(of: interfaces, services.compactMap { DeclaredService.at($0)?.declaration })
    }

    /// The live instances of some services.
    ///
    /// ```swift
    /// let exceptions = LiveInstances.only([\.logger, \.datadog])
    /// ```
    ///
    /// - Parameter services: The properties of the services.
    /// - Returns: The live instances.
    @_disfavoredOverload
    public static func only(_ services: [PartialKeyPath<Container>]) -> LiveInstances {
        only([], services)
    }
}
