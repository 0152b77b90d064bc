import Wormer

extension Container {
    /// Binds a type to a value.
    ///
    /// The value is an expression that is evaluated for each request, or once if the scope says so.
    ///
    /// ```swift
    /// Container.main.bind(value: "Hello, world!")
    /// Container.main.bind(.singleton, value: UUID())
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long the value is kept. Without one it is made anew for each request.
    ///   - type: The type to ask for, by default the value's own.
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
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
        let location = CodeLocation(fileID: fileID, line: line)
        bind(scope.lifetime, Key(type, id: id), at: location, Factory<Service>(value))
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
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
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
        let location = CodeLocation(fileID: fileID, line: line)
        bind(scope.lifetime, Key(type, id: id), at: location, Factory(factory: factory))
    }

    /// Binds a type to a value.
    ///
    /// ```swift
    /// Container.main.bind(Logger.self, value: RemoteLogger())
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to ask for.
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - lifetime: How long the instance is kept. Without one it is made anew for each request.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - value: The value.
    @_disfavoredOverload
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        bind(lifetime, Key(type, id: id), at: location, Factory<Service>(value))
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
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - lifetime: How long the instance is kept. Without one it is made anew for each request.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - factory: Makes an instance; it is given the container in which the binding lives.
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        bind(lifetime, Key(type, id: id), at: location, Factory(factory: factory))
    }

    /// What every spelling of `bind` and `register` comes down to.
    func bind<Service>(
        _ lifetime: Lifetime,
        _ key: Key,
        hasEnd: Bool = false,
        at location: CodeLocation,
        _ initializer: Factory<Service>
    ) {
        lifetime.check(for: Service.self, hasEnd: hasEnd, at: location)
        injector.bind(
            key,
            toImplementation: Service.self,
            lifetime: lifetime,
            at: location,
            factory: initializer
        )
    }
}

extension Factory {
    /// Creates an initializer from a factory, which is given a face on the injector in which the binding lives.
    convenience init(factory: @escaping @isolated(any) (Container) throws -> P) {
        self.init(factory, argument: Container.init(_:))
    }
}
