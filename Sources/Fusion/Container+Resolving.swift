import Wormer

extension Container {
    /// Gives a service, or nil.
    ///
    /// ```swift
    /// let log: Logger? = Container.main.resolve(Logger.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; may be left to the type that the result is used as.
    ///   - id: The identifier that it was bound with.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The service, nil if nothing is bound or it cannot be made.
    @inlinable
    public func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? injector.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Gives a service where no optional fits, and ends the process if there is none.
    ///
    /// It is chosen where the result is used as a service that must be there:
    ///
    /// ```swift
    /// Container.main.bind(Database.self) { container in
    ///     PostgresDatabase(logger: container.resolve(Logger.self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type; may be left to the type that the result is used as.
    ///   - id: The identifier that it was bound with.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The service.
    /// - Precondition: As for `resolveAssert`.
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

    /// Gives a service, and ends the process if there is none.
    ///
    /// - Parameters:
    ///   - type: The service's type; may be left to the type that the result is used as.
    ///   - id: The identifier that it was bound with.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The service.
    /// - Precondition: Something is bound to the type and can be made. Otherwise the process ends with the text of the
    ///   `InjectionError`, in release builds too.
    @inlinable
    public func resolveAssert<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        injector.force(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Gives a service, or says why it cannot.
    ///
    /// - Parameters:
    ///   - type: The service's type; may be left to the type that the result is used as.
    ///   - id: The identifier that it was bound with.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The service.
    /// - Throws: `FusionError.notRegistered`, if nothing is bound; `InjectionError`, if what is bound cannot be made.
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
    /// Gives a service of the main container, or nil.
    ///
    /// See `resolve(_:id:fileID:line:)` of a container.
    @inlinable
    public static func resolve<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? Injector.default.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Gives a service of the main container where no optional fits, and ends the process if there is none.
    ///
    /// See `resolve(_:id:fileID:line:)` of a container.
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

    /// Gives a service of the main container, and ends the process if there is none.
    ///
    /// See `resolveAssert(_:id:fileID:line:)` of a container.
    @inlinable
    public static func resolveAssert<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        Injector.default.force(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Gives a service of the main container, or says why it cannot.
    ///
    /// See `resolveThrowing(_:id:fileID:line:)` of a container.
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
