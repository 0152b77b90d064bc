import Wormer

// `bind` and `register` for the main container.

extension Container {
    /// Binds a type to a value in the main container, with a scope.
    ///
    /// See the instance method `bind(_:to:id:fileID:line:value:)`.
    @_disfavoredOverload
    public static func bind<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        main.bind(scope, Key(type, id: id), FactoryBody(isolated: value), at: location)
    }

    /// Binds a type to a closure that makes its instances, in the main container and with a scope.
    ///
    /// See the instance method `bind(_:to:id:fileID:line:factory:)`.
    public static func bind<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        main.bind(scope, Key(type, id: id), FactoryBody(container: factory), at: location)
    }

    /// Binds a type to a value in the main container.
    ///
    /// See the instance method `bind(_:id:fileID:line:value:)`.
    @_disfavoredOverload
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        main.bind(.transient, Key(type, id: id), FactoryBody(isolated: value), at: location)
    }

    /// Binds a type to a closure that makes its instances, in the main container.
    ///
    /// See the instance method `bind(_:id:fileID:line:factory:)`.
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        main.bind(.transient, Key(type, id: id), FactoryBody(container: factory), at: location)
    }

    /// Binds a type to a factory in the main container, with any lifetime.
    ///
    /// See the instance method `bind(_:id:lifetime:to:fileID:line:)`.
    @inlinable
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to factory: Factory<Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        Injector.default.bind(Key(type, id: id), nil, lifetime, to: factory, at: location)
    }

    /// Binds a type to a value in the main container, with a scope; the same as `bind`.
    ///
    /// See the instance method `bind(_:to:id:fileID:line:value:)`.
    @_disfavoredOverload
    public static func register<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        main.bind(scope, Key(type, id: id), FactoryBody(isolated: value), at: location)
    }

    /// Binds a type to a closure that makes its instances, in the main container and with a scope; the same as `bind`.
    ///
    /// See the instance method `bind(_:to:id:fileID:line:factory:)`.
    public static func register<Service>(
        _ scope: Scope = .transient,
        to type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        main.bind(scope, Key(type, id: id), FactoryBody(container: factory), at: location)
    }

    /// Binds a type to a value in the main container; the same as `bind`.
    ///
    /// See the instance method `bind(_:id:fileID:line:value:)`.
    @_disfavoredOverload
    public static func register<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        value: @autoclosure @escaping @isolated(any) () throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        main.bind(.transient, Key(type, id: id), FactoryBody(isolated: value), at: location)
    }

    /// Binds a type to a closure that makes its instances, in the main container; the same as `bind`.
    ///
    /// See the instance method `bind(_:id:fileID:line:factory:)`.
    public static func register<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        main.bind(.transient, Key(type, id: id), FactoryBody(container: factory), at: location)
    }
}
