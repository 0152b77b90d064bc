import Wormer

extension Container {
    /// Binds a type to a value.
    ///
    /// The value is an expression that is evaluated for each request, or once if the scope says so, and always on the
    /// actor that it was written on. For one that every actor can request, use `bind(_:id:lifetime:to:)` with `.value`.
    ///
    /// ```swift
    /// Container.main.bind(value: "Hello, world!")
    /// Container.main.bind(.singleton, value: UUID())
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long the value is kept. Without one it is made anew for each request.
    ///   - type: The type to ask for, by default the value's own.
    ///   - id: Tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - value: The value.
    @_disfavoredOverload
    public func bind<Service>(
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

    /// Binds a type to what a closure makes.
    ///
    /// ```swift
    /// Container.main.bind(.singleton, to: JobQueue.self) { container in
    ///     DatabaseQueue(database: container.resolve(Database.self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long the instance is kept. Without one it is made anew for each request.
    ///   - type: The type to ask for, by default what the closure returns.
    ///   - id: Tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - factory: Makes an instance; it is given the container in which the binding lives.
    public func bind<Service>(
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

    /// Binds a type to a value.
    ///
    /// ```swift
    /// Container.main.bind(Logger.self, value: RemoteLogger())
    /// ```
    ///
    /// The value is evaluated for each request, on the actor that it was written on. For one that every actor can
    /// request, use `bind(_:id:lifetime:to:)` with `.value`.
    ///
    /// - Parameters:
    ///   - type: The type to ask for.
    ///   - id: Tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - value: The value.
    @_disfavoredOverload
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        bind(.transient, Key(type, id: id), FactoryBody(isolated: value), at: location)
    }

    /// Binds a type to what a closure makes.
    ///
    /// ```swift
    /// Container.main.bind(Database.self) { container in
    ///     PostgresDatabase(logger: container.resolve(Logger.self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to ask for.
    ///   - id: Tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - factory: Makes an instance; it is given the container in which the binding lives.
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        bind(.transient, Key(type, id: id), FactoryBody(container: factory), at: location)
    }

    /// Binds a type to a factory.
    ///
    /// ```swift
    /// Container.main.bind(Database.self, lifetime: .weak, to: .make { PostgresDatabase() })
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to ask for.
    ///   - id: Tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - factory: Makes the instances.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    /// - Precondition: Instances of the type can have the lifetime; otherwise the process ends with a text.
    @inlinable
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to factory: Factory<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        injector.bind(Key(type, id: id), nil, lifetime, to: factory, at: location)
    }

    /// Registers a binding.
    func bind<Service>(_ scope: Scope, _ key: Key, _ body: FactoryBody<Service>, at location: CodeLocation) {
        injector.bind(key, nil, scope.lifetime, to: Factory(body), at: location)
    }
}

extension FactoryBody {
    convenience init(container factory: @escaping @isolated(any) (Container) throws -> P) {
        self.init(isolated: factory, argument: Container.init(_:))
    }
}
