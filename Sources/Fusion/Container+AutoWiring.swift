import Wormer

// Disfavoured, so that a closure that follows the call is a factory, which is given the container.

extension Container {
    /// Binds a type to an initializer whose parameters are resolved by their types.
    ///
    /// ```swift
    /// Container.main.bind(.singleton, to: JobQueue.self, using: DatabaseQueue.init)
    /// ```
    ///
    /// A parameter of an optional type gets nil where nothing is bound.
    ///
    /// - Parameters:
    ///   - scope: How long the instance is kept. Without one it is made anew for each request.
    ///   - type: The type to ask for.
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance from what its parameters name.
    @_disfavoredOverload
    public func bind<Service, Implementation, First, each Dependency>(
        _ scope: Scope = .transient,
        to type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        using initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        bind(type, id: id, lifetime: scope.lifetime, fileID: fileID, line: line, using: initializer)
    }

    /// Binds a type to an initializer whose parameters are resolved by their types, with a lifetime.
    ///
    /// See `bind(_:to:id:fileID:line:using:)`.
    @_disfavoredOverload
    public func bind<Service, Implementation, First, each Dependency>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        using initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: Implementation.self, at: location)
        injector.bind(
            Key(type, id: id),
            toImplementation: Implementation.self,
            lifetime: lifetime,
            at: location,
            factory: Factory<Service>(wiring: initializer, at: location)
        )
    }

    /// Binds a type to an initializer whose parameters are resolved by their types, in the main container.
    ///
    /// See `bind(_:to:id:fileID:line:using:)`.
    @_disfavoredOverload
    public static func bind<Service, Implementation, First, each Dependency>(
        _ scope: Scope = .transient,
        to type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        using initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        main.bind(scope, to: type, id: id, fileID: fileID, line: line, using: initializer)
    }

    /// Binds a type to an initializer whose parameters are resolved by their types, in the main container.
    ///
    /// See `bind(_:to:id:fileID:line:using:)`.
    @_disfavoredOverload
    public static func bind<Service, Implementation, First, each Dependency>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        using initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        main.bind(type, id: id, lifetime: lifetime, fileID: fileID, line: line, using: initializer)
    }
}
