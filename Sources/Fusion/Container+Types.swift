import Wormer

// Services by type, with the names of Fusion 0.5.

extension Container {
    /// Replaces the service of a type with an instance.
    ///
    /// ```swift
    /// Container.main.set(PostgresDatabase(), for: Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - type: The type to resolve.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    public func set<Service>(
        _ service: Service,
        for type: Service.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        injector.assign(service, to: Key(type), at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Replaces the service of an instance's own type, or of another type, with the instance.
    ///
    /// ```swift
    /// Container.main.set(PostgresDatabase(), as: Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - type: The type to resolve. The default is the instance's own type.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    public func set<Service>(
        _ service: Service,
        as type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        set(service, for: type, fileID: fileID, line: line)
    }

    /// Returns a service, or nil if it can't be resolved; the same as `resolve`.
    ///
    /// ```swift
    /// let database = Container.main.get(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service, or nil if nothing is bound or the service cannot be created.
    @inlinable
    public func get<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? injector.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns a service, or ends the process if it can't be resolved; the same as `resolveAssert`.
    ///
    /// ```swift
    /// let database = Container.main.require(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service.
    /// - Precondition: The type is bound, and the service can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`.
    @inlinable
    public func require<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        resolveAssert(type, id: id, fileID: fileID, line: line)
    }
}

// MARK: - For the main container

extension Container {
    /// Replaces the service of a type with an instance, in the main container.
    ///
    /// See the instance method `set(_:for:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - type: The type to resolve.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    public static func set<Service>(
        _ service: Service,
        for type: Service.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.set(service, for: type, fileID: fileID, line: line)
    }

    /// Replaces the service of an instance's own type, or of another type, in the main container.
    ///
    /// See the instance method `set(_:as:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - type: The type to resolve. The default is the instance's own type.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    public static func set<Service>(
        _ service: Service,
        as type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.set(service, for: type, fileID: fileID, line: line)
    }

    /// Returns a service of the main container, or nil if it can't be resolved; the same as `resolve`.
    ///
    /// See the instance method `get(_:id:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - type: The service's type. You can omit it where the context determines the result's type.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The service, or nil if nothing is bound or the service cannot be created.
    @inlinable
    public static func get<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? Injector.default.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns a service of the main container, or ends the process if it can't be resolved; the same as
    /// `resolveAssert`.
    ///
    /// See the instance method `require(_:id:fileID:line:)`.
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
    public static func require<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        Injector.default.force(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }
}

// MARK: - Properties on the type

extension Container {
    /// Reads a property of the main container, as in `Container.env`.
    ///
    /// - Parameter property: The property.
    public static subscript<Value>(dynamicMember property: KeyPath<Container, Value>) -> Value {
        main[keyPath: property]
    }

    /// Reads or assigns a property of the main container, as in `Container.logger = MockLogger()`.
    ///
    /// Assigning doesn't run the service's initializer.
    ///
    /// - Parameter property: The property.
    public static subscript<Value>(dynamicMember property: ReferenceWritableKeyPath<Container, Value>) -> Value {
        get { main[keyPath: property] }
        set { main.mock(property, value: newValue) }
    }
}
