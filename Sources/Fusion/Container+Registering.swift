import Wormer

// `register`, a synonym of `bind`.

extension Container {
    /// Binds a type to a value, with a scope; the same as `bind`.
    ///
    /// See `bind(_:to:id:fileID:line:value:)`.
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

    /// Binds a type to a closure that makes its instances, with a scope; the same as `bind`.
    ///
    /// See `bind(_:to:id:fileID:line:factory:)`.
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

    /// Binds a type to a closure that makes its instances; the same as `bind`.
    ///
    /// See `bind(_:id:fileID:line:factory:)`.
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
