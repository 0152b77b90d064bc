import Wormer

// Instances by type, with the names of Fusion 0.5.

extension Container {
    /// Assigns an instance to a type, so that lookups of the type return it.
    ///
    /// The instance takes the place of what is bound, until you assign or bind again, or call `unassignAll()`:
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

    /// Assigns an instance to its own type, or to another one, so that lookups of the type return it.
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

    /// Returns an instance of a type, or nil if there is none; the same as `resolve`.
    ///
    /// ```swift
    /// let database = Container.main.get(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one, or nil if nothing is bound or no instance can be created.
    @_alwaysEmitIntoClient
    public func get<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? injector.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns an instance of a type, or ends the process if there is none; the same as `resolveAssert`.
    ///
    /// ```swift
    /// let database = Container.main.require(Database.self)
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
    @_alwaysEmitIntoClient
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
    /// Assigns an instance to a type in the main container, so that lookups of the type return it.
    ///
    /// ```swift
    /// Container.set(PostgresDatabase(), for: Database.self)
    /// ```
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

    /// Assigns an instance to its own type, or to another one, in the main container.
    ///
    /// ```swift
    /// Container.set(PostgresDatabase(), as: Database.self)
    /// ```
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

    /// Returns an instance of a type from the main container, or nil if there is none; the same as `resolve`.
    ///
    /// ```swift
    /// let database = Container.get(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one, or nil if nothing is bound or no instance can be created.
    @_alwaysEmitIntoClient
    public static func get<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? Injector.default.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Returns an instance of a type from the main container, or ends the process if there is none; the same as
    /// `resolveAssert`.
    ///
    /// ```swift
    /// let database = Container.require(Database.self)
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
    @_alwaysEmitIntoClient
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
    /// Assigning doesn't run the service's initializer. Changing a part of the service, as in
    /// `Container.client.load = { [] }`, reads it, changes it and assigns the result; in a test, that's no use of it.
    ///
    /// - Parameter property: The property.
    public static subscript<Value>(dynamicMember property: ReferenceWritableKeyPath<Container, Value>) -> Value {
        get { main[keyPath: property] }
        set { main.mock(property, value: newValue) }
        _modify {
            let container = main
            var value = _ServiceKey.changing { container[keyPath: property] }
            defer { container.mock(property, value: value) }
            yield &value
        }
    }
}
