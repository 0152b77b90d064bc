import Wormer

extension Container {
    /// The bindings and services of this container and its parents, and the dependencies between them.
    ///
    /// ```swift
    /// print(Container.main.graph.mermaid)
    /// ```
    ///
    /// Reading the graph creates no instances. The graph contains every declared service, even before its first read.
    /// (On Linux, a service that is not linked into the same program or dynamic library as Wormer appears after its
    /// first read.)
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of bindings and dependencies.
    public var graph: DependencyGraph { injector.graphWithServices }

    /// The graph of the main container.
    public static var graph: DependencyGraph { main.graph }

    /// Returns the dependency tree of a service as text.
    ///
    /// ```swift
    /// print(Container.main.explain(APIService.self))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - id: The identifier of the binding.
    /// - Returns: One line for each service, indented below the service that needs it.
    public func explain<Service>(_ type: Service.Type, id: AnyHashable? = nil) -> String {
        injector.explain(Key(type, id: id))
    }

    /// Returns the dependency tree of a declared service as text.
    ///
    /// ```swift
    /// print(Container.main.explain(\.logger))
    /// ```
    ///
    /// - Parameter property: The service's property.
    /// - Returns: One line for each service, indented below the service that needs it.
    public func explain<Service>(_ property: KeyPath<Container, Service>) -> String {
        guard let declaration = DeclaredService.at(property)?.declaration else {
            return "\(Service.self) - \(DeclaredService.areRecorded ? "not a declared service" : "not recorded")"
        }
        return injector.explain(Key(Service.self, .declaration(declaration)))
    }

    /// Returns the dependency tree of a service of the main container as text.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - id: The identifier of the binding.
    /// - Returns: One line for each service, indented below the service that needs it.
    public static func explain<Service>(_ type: Service.Type, id: AnyHashable? = nil) -> String {
        main.explain(type, id: id)
    }

    /// Returns the dependency tree of a declared service of the main container as text.
    ///
    /// - Parameter property: The service's property.
    /// - Returns: One line for each service, indented below the service that needs it.
    public static func explain<Service>(_ property: KeyPath<Container, Service>) -> String {
        main.explain(property)
    }

    /// Checks all bindings of this container.
    ///
    /// Call it at start-up or in a test to find missing and circular dependencies before any instance is created.
    ///
    /// ```swift
    /// try Container.main.verify()
    /// ```
    ///
    /// The check includes every declared service, even before its first read. A service without an initializer is a
    /// fault if nothing is assigned to it.
    ///
    /// - Parameters:
    ///   - creatingInstances: Whether to also create every instance, as in
    ///     `Injector.verify(creatingInstances:fileID:line:)`.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The number of bindings that were checked, and remarks such as bindings that could not be checked.
    /// - Throws: `VerificationError` with every fault.
    @discardableResult
    public func verify(
        creatingInstances: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(VerificationError) -> Verification {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        return try injector.verifyWithServices(creatingInstances: creatingInstances, at: location)
    }

    /// Checks all bindings of the main container.
    ///
    /// See the instance method `verify(creatingInstances:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - creatingInstances: Whether to also create every instance.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The number of bindings that were checked, and remarks such as bindings that could not be checked.
    /// - Throws: `VerificationError` with every fault.
    @discardableResult
    public static func verify(
        creatingInstances: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(VerificationError) -> Verification {
        try main.verify(creatingInstances: creatingInstances, fileID: fileID, line: line)
    }
}
