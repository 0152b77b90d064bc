import Wormer

extension Container {
    /// Returns a service, or nil if it can't be resolved.
    ///
    /// ```swift
    /// let log: Logger? = Container.main.resolve(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type. You can omit it where the context determines the result's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service, or nil if nothing is bound or the service cannot be created.
    @inlinable
    public func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? injector.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns a service, or ends the process if it can't be resolved.
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
    ///   - type: The service's type. You can omit it where the context determines the result's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service.
    /// - Precondition: The type is bound, and the service can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`, in release builds too.
    @_disfavoredOverload
    @inlinable
    public func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        resolveAssert(type, id: id, fileID: fileID, line: line)
    }

    /// Returns a service, or ends the process if it can't be resolved.
    ///
    /// ```swift
    /// let log = Container.main.resolveAssert(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type. You can omit it where the context determines the result's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service.
    /// - Precondition: The type is bound, and the service can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`, in release builds too.
    @inlinable
    public func resolveAssert<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        injector.force(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns a service, or throws an error that says why it can't be resolved.
    ///
    /// ```swift
    /// let log = try Container.main.resolveThrowing(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type. You can omit it where the context determines the result's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service.
    /// - Throws: `FusionError.notRegistered` if nothing is bound, and `InjectionError` if the service cannot be
    ///   created.
    @inlinable
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
    /// Returns a service of the main container, or nil if it can't be resolved.
    ///
    /// See the instance method `resolve(_:id:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - type: The service's type. You can omit it where the context determines the result's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service, or nil if nothing is bound or the service cannot be created.
    @inlinable
    public static func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? Injector.default.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns a service of the main container, or ends the process if it can't be resolved.
    ///
    /// The compiler chooses this overload where the context doesn't accept an optional. See the instance method
    /// `resolve(_:id:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - type: The service's type. You can omit it where the context determines the result's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service.
    /// - Precondition: The type is bound, and the service can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`, in release builds too.
    @_disfavoredOverload
    @inlinable
    public static func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        Injector.default.force(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns a service of the main container, or ends the process if it can't be resolved.
    ///
    /// See the instance method `resolveAssert(_:id:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - type: The service's type. You can omit it where the context determines the result's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service.
    /// - Precondition: The type is bound, and the service can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`, in release builds too.
    @inlinable
    public static func resolveAssert<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        Injector.default.force(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns a service of the main container, or throws an error that says why it can't be resolved.
    ///
    /// See the instance method `resolveThrowing(_:id:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - type: The service's type. You can omit it where the context determines the result's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service.
    /// - Throws: `FusionError.notRegistered` if nothing is bound, and `InjectionError` if the service cannot be
    ///   created.
    @inlinable
    public static func resolveThrowing<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        try main.resolveThrowing(type, id: id, fileID: fileID, line: line)
    }
}
