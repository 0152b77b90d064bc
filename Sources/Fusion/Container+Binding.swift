import Wormer

extension Container {
    /// Binds a type to a value.
    ///
    /// The expression `value` is evaluated for each new instance, on the actor of the code that contains it. To bind a
    /// value that every actor can look up, use `bind(_:id:lifetime:to:)` with `.value`.
    ///
    /// ```swift
    /// Container.main.bind(value: "Hello, world!")
    /// Container.main.bind(.singleton, value: UUID())
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
    public func bind<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        bind(scope, type, id, Factory(isolated: value), fileID, line)
    }

    /// Binds a type to a closure that creates its instances.
    ///
    /// ```swift
    /// Container.main.bind(.singleton, to: JobQueue.self) { container in
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
    ///   - factory: Creates an instance. Its argument is the container that has the binding.
    public func bind<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        bind(scope, type, id, Factory(container: factory), fileID, line)
    }

    /// Binds a type to a value.
    ///
    /// ```swift
    /// Container.main.bind(Logger.self, value: RemoteLogger())
    /// ```
    ///
    /// The expression `value` is evaluated for each lookup, on the actor of the code that contains it. To bind a value
    /// that every actor can look up, use `bind(_:id:lifetime:to:)` with `.value`.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - id: Distinguishes bindings of the same type. Equal identifiers are the same.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - value: An expression that creates the value.
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        bind(.transient, type, id, Factory(isolated: value), fileID, line)
    }

    /// Binds a type to a closure that creates its instances.
    ///
    /// ```swift
    /// Container.main.bind(Database.self) { container in
    ///     PostgresDatabase(logger: container.resolve(Logger.self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - id: Distinguishes bindings of the same type. Equal identifiers are the same.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - factory: Creates an instance. Its argument is the container that has the binding.
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        bind(.transient, type, id, Factory(container: factory), fileID, line)
    }

    /// Binds a type to a factory, with any lifetime.
    ///
    /// The compiler checks that the factory creates instances of the type.
    ///
    /// ```swift
    /// Container.main.bind(Database.self, lifetime: .weak, to: .make { PostgresDatabase() })
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
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to factory: Factory<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        injector.bind(FactoryBinding(Key.of(type, id), nil, lifetime, factory, at: location))
    }

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
    ///   - id: Distinguishes bindings of the same type. Equal identifiers are the same.
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
        bind(scope, type, id, Factory(isolated: value), fileID, line)
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
    ///   - id: Distinguishes bindings of the same type. Equal identifiers are the same.
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
        bind(scope, type, id, Factory(container: factory), fileID, line)
    }

    func bind<Service>(
        _ scope: Scope,
        _ type: Service.Type,
        _ id: AnyHashable?,
        _ factory: Factory<Service>,
        _ fileID: StaticString,
        _ line: UInt
    ) {
        bind(type, id: id, lifetime: scope.lifetime, to: factory, fileID: fileID, line: line)
    }
}

extension Factory {
    init(container factory: @escaping @isolated(any) (Container) throws -> Interface) {
        self.init(isolated: factory, argument: Container.init(_:))
    }
}
