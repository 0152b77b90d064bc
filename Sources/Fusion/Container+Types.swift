import Wormer

// Services by type, in the words of Fusion 0.5.

extension Container {
    /// Gives the instance to resolve a type to from now on.
    ///
    /// ```swift
    /// Container.main.set(PostgresDatabase(), for: Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - type: The type to ask for.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    public func set<Service>(
        _ service: Service,
        for type: Service.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        injector.assign(service, to: Key(type), at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Gives the instance to resolve a type to from now on, by default its own type.
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - type: The type to ask for.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    public func set<Service>(
        _ service: Service,
        as type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        set(service, for: type, fileID: fileID, line: line)
    }

    /// Gives what a type is resolved to, or nil; the same as `resolve`.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - id: The identifier that it was bound with.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The service, nil if nothing is bound or it cannot be made.
    @inlinable
    public func get<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? injector.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Gives what a type is resolved to, and ends the process if there is none; the same as `resolveAssert`.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - id: The identifier that it was bound with.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The service.
    /// - Precondition: Something is bound to the type and can be made.
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
    /// Gives the instance to resolve a type to from now on, in the main container.
    ///
    /// See `set(_:for:fileID:line:)` of a container.
    public static func set<Service>(
        _ service: Service,
        for type: Service.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.set(service, for: type, fileID: fileID, line: line)
    }

    /// Gives the instance to resolve a type to from now on, in the main container.
    ///
    /// See `set(_:as:fileID:line:)` of a container.
    public static func set<Service>(
        _ service: Service,
        as type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.set(service, for: type, fileID: fileID, line: line)
    }

    /// Gives what a type is resolved to in the main container, or nil.
    ///
    /// See `get(_:id:fileID:line:)` of a container.
    @inlinable
    public static func get<Service, ID: Hashable>(
        _ type: Service.Type = Service.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        try? Injector.default.find(type, id: id, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Gives what a type is resolved to in the main container, and ends the process if there is none.
    ///
    /// See `require(_:id:fileID:line:)` of a container.
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
    /// Assigning does not run the service's initializer.
    ///
    /// - Parameter property: The property.
    public static subscript<Value>(dynamicMember property: ReferenceWritableKeyPath<Container, Value>) -> Value {
        get { main[keyPath: property] }
        set { main.mock(property, value: newValue) }
    }
}
