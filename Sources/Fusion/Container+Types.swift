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
    ///   - type: The type to resolve. The default is the instance's own type.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    public func set<Service>(
        _ service: Service,
        for type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        injector.assign(service, to: Key(type), at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }
}

extension Container {
    /// Returns an instance of a type, or nil if there is none, under the name that Fusion 0.5 has for `resolve`.
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one, or nil if nothing is bound or no instance can be created.
    public func get<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? { resolve(type, fileID: fileID, line: line) }

    /// Returns an instance of a type, or ends the process, under the name that Fusion 0.5 has for `resolveAssert`.
    ///
    /// - Parameters:
    ///   - type: The type to resolve, inferred from the result's type if omitted.
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Precondition: The type is bound, and an instance can be created. Otherwise the process ends with the message
    ///   of the `InjectionError`, in release builds too.
    public func require<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service { resolveAssert(type, fileID: fileID, line: line) }
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
    ///   - type: The type to resolve. The default is the instance's own type.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    public static func set<Service>(
        _ service: Service,
        for type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.set(service, for: type, fileID: fileID, line: line)
    }
}

// MARK: - Properties on the type

extension Container {
    /// Reads a property of the main container, as in `Container.env`.
    ///
    /// - Parameter property: The property.
    @inlinable @inline(__always)
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
        @inlinable @inline(__always)
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
