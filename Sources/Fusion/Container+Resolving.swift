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
    public func resolve<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        injector.safeInstance(for: type, id: id, fileID: fileID, line: line)
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
    public func resolve<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
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
    public func resolveAssert<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        injector.instance(for: type, id: id, fileID: fileID, line: line)
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
    public func resolveThrowing<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        let request = Request(Key(type, id: id), at: CodeLocation(fileID: fileID, line: line))
        guard let service = try injector.resolve(request, as: type) else {
            throw FusionError.notRegistered(type: type, id: id)
        }
        return service
    }
}

// MARK: - For the main container

extension Container {
    /// Gives a service of the main container, or nil.
    ///
    /// See `resolve(_:id:fileID:line:)` of a container.
    public static func resolve<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        main.resolve(type, id: id, fileID: fileID, line: line)
    }

    /// Gives a service of the main container where no optional fits, and ends the process if there is none.
    ///
    /// See `resolve(_:id:fileID:line:)` of a container.
    @_disfavoredOverload
    public static func resolve<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        main.resolveAssert(type, id: id, fileID: fileID, line: line)
    }

    /// Gives a service of the main container, and ends the process if there is none.
    ///
    /// See `resolveAssert(_:id:fileID:line:)` of a container.
    public static func resolveAssert<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        main.resolveAssert(type, id: id, fileID: fileID, line: line)
    }

    /// Gives a service of the main container, or says why it cannot.
    ///
    /// See `resolveThrowing(_:id:fileID:line:)` of a container.
    public static func resolveThrowing<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service {
        try main.resolveThrowing(type, id: id, fileID: fileID, line: line)
    }
}
