import Wormer

// `bind` and `register` for the main container.

extension Container {
    /// Binds a type to a value in the main container, with a scope.
    ///
    /// See `bind(_:to:id:fileID:line:value:)`.
    @_disfavoredOverload
    public static func bind<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        main.bind(scope.lifetime, Key(type, id: id), at: location, Factory<Service>(value))
    }

    /// Binds a type to what a closure makes in the main container, with a scope.
    ///
    /// See `bind(_:to:id:fileID:line:factory:)`.
    public static func bind<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        main.bind(scope.lifetime, Key(type, id: id), at: location, Factory(factory: factory))
    }

    /// Binds a type to a value in the main container, with a lifetime.
    ///
    /// See `bind(_:to:id:fileID:line:value:)`.
    @_disfavoredOverload
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        main.bind(lifetime, Key(type, id: id), at: location, Factory<Service>(value))
    }

    /// Binds a type to what a closure makes in the main container, with a lifetime.
    ///
    /// See `bind(_:to:id:fileID:line:factory:)`.
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        main.bind(lifetime, Key(type, id: id), at: location, Factory(factory: factory))
    }

    /// Binds a type to a value in the main container, with a scope.
    ///
    /// See `bind(_:to:id:fileID:line:value:)`.
    @_disfavoredOverload
    public static func register<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        main.bind(scope.lifetime, Key(type, id: id), at: location, Factory<Service>(value))
    }

    /// Binds a type to what a closure makes in the main container, with a scope.
    ///
    /// See `bind(_:to:id:fileID:line:factory:)`.
    public static func register<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        main.bind(scope.lifetime, Key(type, id: id), at: location, Factory(factory: factory))
    }

    /// Binds a type to a value in the main container, with a lifetime.
    ///
    /// See `bind(_:to:id:fileID:line:value:)`.
    @_disfavoredOverload
    public static func register<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        main.bind(lifetime, Key(type, id: id), at: location, Factory<Service>(value))
    }

    /// Binds a type to what a closure makes in the main container, with a lifetime.
    ///
    /// See `bind(_:to:id:fileID:line:factory:)`.
    public static func register<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        main.bind(lifetime, Key(type, id: id), at: location, Factory(factory: factory))
    }
}
