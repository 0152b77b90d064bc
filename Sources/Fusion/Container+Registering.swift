import Wormer

// `register`, a synonym of `bind`.

extension Container {
    /// Binds a type to a value, with a scope; the same as `bind`.
    ///
    /// See `bind(_:to:id:fileID:line:value:)`.
    ///
    /// - Parameters:
    ///   - scope: How long a value is kept. By default, each lookup creates a new one.
    ///   - type: The type to resolve. The default is the value's own type.
    ///   - id: Distinguishes bindings of the same type. Identifiers are compared as `AnyHashable`.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - value: An expression that creates the value.
    @_disfavoredOverload
    public func register<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        bind(scope, Key(type, id: id), FactoryBody(isolated: value), at: location)
    }

    /// Binds a type to a closure that creates its instances, with a scope; the same as `bind`.
    ///
    /// See `bind(_:to:id:fileID:line:factory:)`.
    ///
    /// - Parameters:
    ///   - scope: How long an instance is kept. By default, each lookup creates a new one.
    ///   - type: The type to resolve. The default is the type that the closure returns.
    ///   - id: Distinguishes bindings of the same type. Identifiers are compared as `AnyHashable`.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - factory: Creates an instance. Its argument is the container that has the binding.
    public func register<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        bind(scope, Key(type, id: id), FactoryBody(container: factory), at: location)
    }

    /// Binds a type to a value; the same as `bind`.
    ///
    /// See `bind(_:id:fileID:line:value:)`.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - id: Distinguishes bindings of the same type. Identifiers are compared as `AnyHashable`.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - value: An expression that creates the value.
    @_disfavoredOverload
    public func register<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        bind(.transient, Key(type, id: id), FactoryBody(isolated: value), at: location)
    }

    /// Binds a type to a closure that creates its instances; the same as `bind`.
    ///
    /// See `bind(_:id:fileID:line:factory:)`.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - id: Distinguishes bindings of the same type. Identifiers are compared as `AnyHashable`.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - factory: Creates an instance. Its argument is the container that has the binding.
    public func register<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        bind(.transient, Key(type, id: id), FactoryBody(container: factory), at: location)
    }
}
