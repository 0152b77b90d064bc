import Wormer

// `register`, a synonym of `bind`.

extension Container {
    /// Binds a type to a value, with a scope; the same as `bind`.
    ///
    /// The expression `value` is evaluated for each new instance, on the actor of the code that contains it:
    ///
    /// ```swift
    /// Container.main.register(.singleton, value: UUID())
    /// ```
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
        bind(scope, type, id, FactoryBody(isolated: value), fileID, line)
    }

    /// Binds a type to a closure that creates its instances, with a scope; the same as `bind`.
    ///
    /// ```swift
    /// Container.main.register(.singleton, to: JobQueue.self) { container in
    ///     DatabaseQueue(database: container.resolve(Database.self))
    /// }
    /// ```
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
        bind(scope, type, id, FactoryBody(container: factory), fileID, line)
    }

    /// Binds a type to a value; the same as `bind`.
    ///
    /// The expression `value` is evaluated for each lookup, on the actor of the code that contains it:
    ///
    /// ```swift
    /// Container.main.register(Logger.self, value: RemoteLogger())
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - id: Distinguishes bindings of the same type. Identifiers are compared as `AnyHashable`.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - value: An expression that creates the value.
    public func register<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        bind(.transient, type, id, FactoryBody(isolated: value), fileID, line)
    }

    /// Binds a type to a closure that creates its instances; the same as `bind`.
    ///
    /// ```swift
    /// Container.main.register(Database.self) { container in
    ///     PostgresDatabase(logger: container.resolve(Logger.self))
    /// }
    /// ```
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
        bind(.transient, type, id, FactoryBody(container: factory), fileID, line)
    }
}
