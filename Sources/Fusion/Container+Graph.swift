import Wormer

extension Container {
    /// The bindings and services of this container and its parents, and the dependencies between them.
    ///
    /// ```swift
    /// print(Container.main.graph.mermaid)
    /// ```
    ///
    /// Reading the graph creates no instances. The graph contains every service, even before its first read.
    /// (On Linux, a service that isn't linked into the same program or dynamic library as Wormer appears after its
    /// first read.)
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of bindings and dependencies.
    public var graph: DependencyGraph { injector.graph(with: DeclaredService.all) }

    /// Returns the dependency tree of a type as text.
    ///
    /// ```swift
    /// print(Container.main.explain(APIService.self))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that is bound.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    /// - Returns: One line for each binding or service, indented below what needs it, and further lines as from
    ///   `Injector.explain(_:id:)`.
    public func explain<Service>(_ type: Service.Type, id: AnyHashable? = nil) -> String {
        injector.explain(Key(type, id: id), with: DeclaredService.all)
    }

    /// Returns the dependency tree of a service as text.
    ///
    /// ```swift
    /// print(Container.main.explain(\.logger))
    /// ```
    ///
    /// - Parameter property: The service's property.
    /// - Returns: One line for each binding or service, indented below what needs it, and further lines as from
    ///   `Injector.explain(_:id:)`.
    public func explain<Service>(_ property: KeyPath<Container, Service>) -> String {
        guard let declaration = DeclaredService.at(property)?.declaration else {
            return "\(Service.self) - not a declared service"
        }
        return injector.explain(Key(Service.self, .declaration(declaration)), with: DeclaredService.all)
    }

    /// Checks all bindings of this container.
    ///
    /// Call it at startup or in a test, to find missing and circular dependencies before anything is created.
    ///
    /// ```swift
    /// try Container.main.verify()
    /// ```
    ///
    /// The check includes every service, even before its first read. A service without an initializer is a fault if
    /// nothing is assigned to it.
    ///
    /// - Parameter injectedProperties: The properties with `@Inject` or `@LazyInject` to check.
    /// - Returns: The number of bindings that were checked, and remarks about bindings and properties.
    /// - Throws: `VerificationError` with every fault.
    @discardableResult
    public func verify(injectedProperties: InjectedProperties = .automatic) throws(VerificationError) -> Verification {
        try injector.verify(injectedProperties, DeclaredService.all)
    }

    /// Checks what `verify()` checks, creates every instance, and ends what it created.
    ///
    /// ```swift
    /// func checkEverything() async throws {
    ///     try await Container.main.verifyInstances()
    /// }
    /// ```
    ///
    /// See `Injector.verifyInstances(injectedProperties:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - injectedProperties: The properties with `@Inject` or `@LazyInject` to check.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The number of bindings that were checked, and remarks about bindings and properties.
    /// - Throws: `VerificationError` with every fault.
    @discardableResult
    public nonisolated(nonsending) func verifyInstances(
        injectedProperties: InjectedProperties = .automatic,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(VerificationError) -> Verification {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        return try await injector.verifyInstances(injectedProperties, DeclaredService.all, at: location)
    }
}
