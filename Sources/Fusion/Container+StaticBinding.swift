import Wormer

// `bind` and `register` for the main container.

extension Container {
    /// Binds a type to a value in the main container, with a scope.
    ///
    /// The expression `value` is evaluated for each new instance, on the actor of the code that contains it:
    ///
    /// ```swift
    /// Container.bind(.singleton, value: UUID())
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long a value is kept. By default, each lookup creates a new one.
    ///   - type: The type to resolve. The default is the value's own type.
    ///   - id: Distinguishes bindings of the same type. Equal identifiers are the same.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - value: An expression that creates the value.
    @_disfavoredOverload
    public static func bind<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        main.bind(scope, type, id, Factory(isolated: value), fileID, line)
    }

    /// Binds a type to a closure that creates its instances, in the main container, with a scope.
    ///
    /// ```swift
    /// Container.bind(.singleton, to: JobQueue.self) { container in
    ///     DatabaseQueue(database: container.resolve(Database.self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long an instance is kept. By default, each lookup creates a new one.
    ///   - type: The type to resolve. The default is the type that the closure returns.
    ///   - id: Distinguishes bindings of the same type. Equal identifiers are the same.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - factory: Creates an instance. Its argument is the main container.
    public static func bind<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        main.bind(scope, type, id, Factory(container: factory), fileID, line)
    }

    /// Binds a type to a value in the main container.
    ///
    /// The expression `value` is evaluated for each lookup, on the actor of the code that contains it:
    ///
    /// ```swift
    /// Container.bind(Logger.self, value: RemoteLogger())
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - id: Distinguishes bindings of the same type. Equal identifiers are the same.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - value: An expression that creates the value.
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        main.bind(.transient, type, id, Factory(isolated: value), fileID, line)
    }

    /// Binds a type to a closure that creates its instances, in the main container.
    ///
    /// ```swift
    /// Container.bind(Database.self) { container in
    ///     PostgresDatabase(logger: container.resolve(Logger.self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - id: Distinguishes bindings of the same type. Equal identifiers are the same.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - factory: Creates an instance. Its argument is the main container.
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        main.bind(.transient, type, id, Factory(container: factory), fileID, line)
    }

    /// Binds a type to a factory in the main container, with any lifetime.
    ///
    /// The compiler checks that the factory creates instances of the type:
    ///
    /// ```swift
    /// Container.bind(Cache.self, lifetime: .weak, to: .make { Cache() })
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - id: Distinguishes bindings of the same type. Equal identifiers are the same.
    ///   - lifetime: How long an instance is kept, and who shares it.
    ///   - factory: Creates the instances.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    /// - Precondition: Instances of the type can have the lifetime. Otherwise the process ends with a message.
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to factory: Factory<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.bind(type, id: id, lifetime: lifetime, to: factory, fileID: fileID, line: line)
    }
}
