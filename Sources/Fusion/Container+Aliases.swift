import Wormer

// Aliases: declared services, resolved by type.

extension Container {
    /// Binds a type to a service.
    ///
    /// A lookup of the type reads the property. So it returns what is assigned to the service, or else an instance with
    /// the lifetime of the service. If the service can't be read, because its scope isn't open or nothing was assigned, the
    /// lookup fails like one of a binding.
    ///
    /// ```swift
    /// Container.setAlias(\.datadog, for: Logger.self)
    /// ```
    ///
    /// With the property of a `@Provides` function that has no parameters, such as `\.storeProvider`, a lookup calls the
    /// function. It has to be awaited if the function does. A function with parameters needs a binding that calls it.
    ///
    /// - Parameters:
    ///   - property: The service's property. A lookup fails if its value isn't convertible to `type`, which `verify()` reports.
    ///   - type: The type to resolve.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Precondition: The property isn't that of a function with parameters. Otherwise the process ends with a message.
    public func setAlias<Service, Alias>(
        _ property: any KeyPath<Container, Service> & Sendable,
        for type: Alias.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        setAlias(property, for: type, isolation: nil, fileID: fileID, line: line)
    }

    /// Binds a type to a service that an actor isolates.
    ///
    /// On the actor, every lookup reads the property. Elsewhere, use `Injector.asyncInstance(for:)`, which switches to
    /// the actor. A synchronous lookup from outside the main actor fails if it would have to create a main-actor-isolated
    /// service.
    ///
    /// - Parameters:
    ///   - property: The service's property. A lookup fails if its value isn't convertible to `type`, which `verify()` reports.
    ///   - type: The type to resolve.
    ///   - isolation: The actor that the property belongs to. The default is the caller's.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Precondition: The property isn't that of a function with parameters. Otherwise the process ends with a message.
    public func setAlias<Service, Alias>(
        _ property: KeyPath<Container, Service>,
        for type: Alias.Type,
        isolation: (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        // In Swift 5 mode, no key path is Sendable. In Swift 6 mode, only the key path of an actor's property is not
        // Sendable. A key path that is not Sendable can therefore lead to a property of no actor, and a synchronous
        // lookup attempts the read.
        let declared = DeclaredService.at(property)
        let function = declared?.function
        // The type of the function itself is resolved to the function.
        if let declared, declared.declaration.hasParameters, Service.self != Alias.self {
            endProcess(with: Report.alias(of: declared, for: type, in: injector, at: location), at: location)
        }
        let factory: Factory<Alias> =
            if let declared, let read = function?.immediate {
                Factory(preferring: declared.isolation, reading: declared, read).converted(to: type)
            } else if let declared, let call = function?.call {
                Factory(awaiting: declared.key) { injector in
                    // An asynchronous lookup goes to the actor.
                    if declared.isolation == nil { try injector.checkRead(of: declared) }
                    return try await call(injector)
                }
            } else {
                Factory(preferring: declared?.isolation ?? isolation, reading: declared) { injector in
                    Container(injector)[keyPath: property]
                }.converted(to: type)
            }
        let implementation = function == nil ? Service.self : declared?.key.interface
        injector.bind(FactoryBinding(Key(type), implementation, .transient, factory, at: location))
    }

    /// Binds a type to a service of the main container.
    ///
    /// ```swift
    /// Container.setAlias(\.datadog, for: Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property. A lookup fails if its value isn't convertible to `type`, which `verify()` reports.
    ///   - type: The type to resolve.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Precondition: The property isn't that of a function with parameters. Otherwise the process ends with a message.
    public static func setAlias<Service, Alias>(
        _ property: any KeyPath<Container, Service> & Sendable,
        for type: Alias.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.setAlias(property, for: type, fileID: fileID, line: line)
    }

    /// Binds a type to a service of the main container that an actor isolates.
    ///
    /// On the actor, every lookup reads the property. Elsewhere, use `Injector.asyncInstance(for:)`, which switches to
    /// the actor.
    ///
    /// - Parameters:
    ///   - property: The service's property. A lookup fails if its value isn't convertible to `type`, which `verify()` reports.
    ///   - type: The type to resolve.
    ///   - isolation: The actor that the property belongs to. The default is the caller's.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Precondition: The property isn't that of a function with parameters. Otherwise the process ends with a message.
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

extension Factory {
    /// Creates a factory that reads a service, or calls it.
    ///
    /// - Parameters:
    ///   - actor: The actor that the property may need.
    ///   - declared: The service, if the property is one.
    ///   - read: Reads the property, or calls the function.
    fileprivate init(
        preferring actor: (any Actor)?,
        reading declared: DeclaredService?,
        _ read: @escaping (Injector) throws -> Interface
    ) {
        self.init(preferring: actor, aliased: declared?.key) { injector in
            // A read that fails would end the process, also where the lookup can fail.
            if let declared { try injector.checkRead(of: declared) }
            return try read(injector)
        }
    }
}
