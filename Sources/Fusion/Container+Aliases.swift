import Wormer

// Declared services as the answer to a type.

extension Container {
    /// Makes a declared service the one that a type is resolved to.
    ///
    /// ```swift
    /// Container.setAlias(\.datadog, for: Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property; what it gives has to be of the type.
    ///   - type: The type to ask for.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    public func setAlias<Service, Alias>(
        _ property: any KeyPath<Container, Service> & Sendable,
        for type: Alias.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        setAlias(property, for: type, isolation: nil, fileID: fileID, line: line)
    }

    /// Makes a declared service that belongs to an actor the one that a type is resolved to.
    ///
    /// A request on the actor is answered there. From elsewhere `asyncInstance` changes to the actor; a request that
    /// cannot wait ends the process with a text that says so if it would have to make a service of the main actor.
    ///
    /// - Parameters:
    ///   - property: The service's property; what it gives has to be of the type.
    ///   - type: The type to ask for.
    ///   - isolation: The actor that the property belongs to, by default the caller's.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    public func setAlias<Service, Alias>(
        _ property: KeyPath<Container, Service>,
        for type: Alias.Type,
        isolation: (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        checkConformance(of: Service.self, to: type, at: location)
        // Only an actor's property makes a key path that is not Sendable, but in the Swift 5 mode none is. So a request
        // that cannot wait tries.
        let service = FactoryBody({ $0[keyPath: property] }, argument: Container.init(_:), preferring: isolation)
        service.aliased = DeclaredService.at(property).map { Key(Service.self, .declaration($0.declaration)) }
        let factory = Factory(service.converted(to: type))
        injector.bind(Key(type), Service.self, .transient, to: factory, at: location)
    }

    /// Makes a declared service the one that a type is resolved to, in the main container.
    ///
    /// See `setAlias(_:for:fileID:line:)` of a container.
    public static func setAlias<Service, Alias>(
        _ property: any KeyPath<Container, Service> & Sendable,
        for type: Alias.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.setAlias(property, for: type, fileID: fileID, line: line)
    }

    /// Makes a declared service that belongs to an actor the one that a type is resolved to, in the main container.
    ///
    /// See `setAlias(_:for:isolation:fileID:line:)` of a container.
    public static func setAlias<Service, Alias>(
        _ property: KeyPath<Container, Service>,
        for type: Alias.Type,
        isolation: (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.setAlias(property, for: type, isolation: isolation, fileID: fileID, line: line)
    }
}
