import Wormer

// Services that are told when their lifetime ends.

extension Container {
    /// Binds a type to what a closure makes, and says what is done with it when its lifetime ends.
    ///
    /// ```swift
    /// Container.main.bind(Connection.self, lifetime: .singleton, onEnd: { await $0.close() }) { _ in
    ///     PooledConnection()
    /// }
    /// ```
    ///
    /// `onEnd` runs once for each instance, when its scope ends or `end()` is called; not when the instance is replaced
    /// or reset.
    ///
    /// - Parameters:
    ///   - type: The type to ask for.
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - lifetime: How long the instance is kept.
    ///   - onEnd: What is done with an instance when its lifetime ends.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - factory: Makes an instance; it is given the container in which the binding lives.
    /// - Precondition: The lifetime has an end; otherwise the process ends with a text that says so.
    @_disfavoredOverload
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime,
        onEnd: @escaping @Sendable (Service) async throws -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let initializer = Factory<Service>(factory, argument: Container.init(_:), onEnd: .awaited(onEnd))
        bind(lifetime, Key(type, id: id), hasEnd: true, at: location, initializer)
    }

    /// Binds a type to what a closure makes, and says what is done with it when its lifetime ends, without anything to await.
    ///
    /// - Parameters:
    ///   - type: The type to ask for.
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - lifetime: How long the instance is kept.
    ///   - onEnd: What is done with an instance when its lifetime ends.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - factory: Makes an instance; it is given the container in which the binding lives.
    /// - Precondition: The lifetime has an end; otherwise the process ends with a text that says so.
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime,
        onEnd: @escaping @Sendable (Service) throws -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let initializer = Factory<Service>(factory, argument: Container.init(_:), onEnd: .immediate(onEnd))
        bind(lifetime, Key(type, id: id), hasEnd: true, at: location, initializer)
    }

    /// Binds a type to what a closure makes, and says what is done with it when its lifetime ends, in the main container.
    ///
    /// See `bind(_:id:lifetime:onEnd:fileID:line:factory:)` of a container.
    @_disfavoredOverload
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime,
        onEnd: @escaping @Sendable (Service) async throws -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        main.bind(type, id: id, lifetime: lifetime, onEnd: onEnd, fileID: fileID, line: line, factory: factory)
    }

    /// Binds a type to what a closure makes, and says what is done with it when its lifetime ends, without anything to await, in the main container.
    ///
    /// See `bind(_:id:lifetime:onEnd:fileID:line:factory:)` of a container.
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime,
        onEnd: @escaping @Sendable (Service) throws -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Service
    ) {
        main.bind(type, id: id, lifetime: lifetime, onEnd: onEnd, fileID: fileID, line: line, factory: factory)
    }
}
