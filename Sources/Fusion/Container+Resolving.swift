import Wormer

extension Container {
    /// Returns an instance of a type, or nil if there is none.
    ///
    /// Use it where the program can go on without the instance:
    ///
    /// ```swift
    /// let log: Logger? = Container.main.resolve(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one, or nil if nothing is bound or no instance can be created.
    @_alwaysEmitIntoClient
    public func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? injector.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns an instance of a type, or ends the process if there is none.
    ///
    /// The compiler chooses this overload where the context doesn't accept an optional:
    ///
    /// ```swift
    /// Container.main.bind(Database.self) { container in
    ///     PostgresDatabase(logger: container.resolve(Logger.self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Precondition: The type is bound, and an instance can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`, in release builds too.
    @_disfavoredOverload
    @_alwaysEmitIntoClient
    public func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        resolveAssert(type, id: id, fileID: fileID, line: line)
    }

    /// Returns an instance of a type, or ends the process if there is none.
    ///
    /// ```swift
    /// let log = Container.main.resolveAssert(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Precondition: The type is bound, and an instance can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`, in release builds too.
    public func resolveAssert<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        injector.force(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns an instance of a type, or throws an error that explains the failure.
    ///
    /// ```swift
    /// let log = try Container.main.resolveThrowing(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `FusionError.notRegistered` if nothing is bound, and `InjectionError` if no instance can be created.
    @_alwaysEmitIntoClient
    public func resolveThrowing<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        guard let service = try injector.find(type, id: id, at: location) else {
            throw FusionError.notRegistered(type: type, id: id.map { AnyHashable($0) })
        }
        return service
    }
}

// MARK: - For the main container

extension Container {
    /// Returns an instance of a type from the main container, or nil if there is none.
    ///
    /// ```swift
    /// let log: Logger? = Container.resolve(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one, or nil if nothing is bound or no instance can be created.
    @_alwaysEmitIntoClient
    public static func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? Injector.default.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns an instance of a type from the main container, or ends the process if there is none.
    ///
    /// The compiler chooses this overload where the context doesn't accept an optional:
    ///
    /// ```swift
    /// let log: Logger = Container.resolve()
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Precondition: The type is bound, and an instance can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`, in release builds too.
    @_disfavoredOverload
    @_alwaysEmitIntoClient
    public static func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        Injector.default.force(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns an instance of a type from the main container, or ends the process if there is none.
    ///
    /// ```swift
    /// let log = Container.resolveAssert(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Precondition: The type is bound, and an instance can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`, in release builds too.
    public static func resolveAssert<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        Injector.default.force(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns an instance of a type from the main container, or throws an error that explains the failure.
    ///
    /// ```swift
    /// let log = try Container.resolveThrowing(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `FusionError.notRegistered` if nothing is bound, and `InjectionError` if no instance can be created.
    @_alwaysEmitIntoClient
    public static func resolveThrowing<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        try main.resolveThrowing(type, id: id, fileID: fileID, line: line)
    }
}
