import Wormer

extension Container {
    /// Bindings and services of this container and its parents, and which of them need which; nothing is made for it.
    ///
    /// A service that is declared as a property is part of it whether or not it was read. (On Linux, one that is not
    /// linked into a program or dynamic library together with Wormer is once it was.)
    ///
    /// - Complexity: O(*n* log *n*) in the number of bindings and needs.
    public var graph: DependencyGraph { injector.graphWithServices }

    /// The graph of the main container.
    public static var graph: DependencyGraph { main.graph }

    /// Draws the tree of what a service needs, as text.
    ///
    /// ```swift
    /// print(Container.main.explain(APIService.self))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - id: The identifier that it is bound with.
    /// - Returns: One line for each service, indented below the one that needs it.
    public func explain<Service>(_ type: Service.Type, id: AnyHashable? = nil) -> String {
        injector.explain(Key(type, id: id))
    }

    /// Draws the tree of what a declared service needs, as text.
    ///
    /// ```swift
    /// print(Container.main.explain(\.logger))
    /// ```
    ///
    /// - Parameter property: The service's property.
    /// - Returns: One line for each service, indented below the one that needs it.
    public func explain<Service>(_ property: KeyPath<Container, Service>) -> String {
        guard let declaration = DeclaredService.at(property)?.declaration else {
            return "\(Service.self) - \(DeclaredService.areRecorded ? "not a declared service" : "not recorded")"
        }
        return injector.explain(Key(Service.self, .declaration(declaration)))
    }

    /// Draws the tree of what a service of the main container needs.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - id: The identifier that it is bound with.
    /// - Returns: One line for each service, indented below the one that needs it.
    public static func explain<Service>(_ type: Service.Type, id: AnyHashable? = nil) -> String {
        main.explain(type, id: id)
    }

    /// Draws the tree of what a declared service of the main container needs.
    ///
    /// - Parameter property: The service's property.
    /// - Returns: One line for each service, indented below the one that needs it.
    public static func explain<Service>(_ property: KeyPath<Container, Service>) -> String {
        main.explain(property)
    }

    /// Checks all bindings at once, before anything is made.
    ///
    /// ```swift
    /// try Container.main.verify()
    /// ```
    ///
    /// A service that is declared as a property is checked whether or not it was read. One without an initializer that
    /// was not assigned is a fault.
    ///
    /// - Parameters:
    ///   - making: Whether also to make every instance, see `Injector.verify(making:fileID:line:)`.
    ///   - fileID: The file that asks, which errors show.
    ///   - line: The line that asks, which errors show.
    /// - Returns: What could not be seen, and which bindings were replaced.
    /// - Throws: `VerificationError`, with every fault.
    @discardableResult
    public func verify(
        making: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(VerificationError) -> Verification {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        return try injector.verifyWithServices(making: making, at: location)
    }

    /// Checks all bindings of the main container at once.
    ///
    /// - Parameters:
    ///   - making: Whether also to make every instance.
    ///   - fileID: The file that asks, which errors show.
    ///   - line: The line that asks, which errors show.
    /// - Returns: What could not be seen, and which bindings were replaced.
    /// - Throws: `VerificationError`, with every fault.
    @discardableResult
    public static func verify(
        making: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(VerificationError) -> Verification {
        try main.verify(making: making, fileID: fileID, line: line)
    }
}
