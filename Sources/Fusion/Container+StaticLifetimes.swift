import Wormer

// Scopes that end, decorators and contributions of the main container.

extension Container {
    /// Opens a scope for the current task and its children, runs `body` in it and ends it.
    ///
    /// See `withScope(_:isolation:fileID:line:_:)` of a container.
    public static func withScope<Result>(
        _ scope: Wormer.Scope,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try await main.withScope(scope, isolation: isolation, fileID: fileID, line: line, body)
    }

    /// Opens a scope for the current task, runs `body` in it and ends it, where nothing can be awaited.
    ///
    /// See `withScope(_:fileID:line:_:)` of a container.
    @_disfavoredOverload
    public static func withScope<Result>(
        _ scope: Wormer.Scope,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws -> Result
    ) throws -> Result {
        try main.withScope(scope, fileID: fileID, line: line, body)
    }

    /// Ends every instance that the main container keeps, as at shutdown.
    ///
    /// - Throws: `EndingError`, if an `onEnd` throws; all of them have run.
    public static func end() async throws {
        try await main.end()
    }

    /// Ends the instances that the main container keeps for a scope that is always open.
    ///
    /// - Parameter scope: The scope, as `id(_:)` or `.singleton`.
    /// - Throws: `EndingError`, if an `onEnd` throws; all of them have run.
    public static func end(_ scope: Scope) async throws {
        try await main.end(scope)
    }

    /// Puts a decorator around every implementation of a type in the main container.
    ///
    /// See `decorate(_:id:fileID:line:decorator:)` of a container.
    public static func decorate<Service, Implementation>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        decorator: @escaping @isolated(any) (Service) throws -> Implementation
    ) {
        main.decorate(type, id: id, fileID: fileID, line: line, decorator: decorator)
    }

    /// Puts a decorator with further parameters around every implementation of a type in the main container.
    ///
    /// See `decorate(_:id:fileID:line:decorator:)` of a container.
    public static func decorate<Service, Implementation, First, each Dependency>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        decorator: @escaping @Sendable (Service, First, repeat each Dependency) throws -> Implementation
    ) {
        main.decorate(type, id: id, fileID: fileID, line: line, decorator: decorator)
    }

    /// Adds an implementation to those of a type of which the main container has several.
    ///
    /// See `contribute(to:id:lifetime:fileID:line:factory:)` of a container.
    public static func contribute<Service, Implementation>(
        to type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Implementation
    ) {
        main.contribute(to: type, id: id, lifetime: lifetime, fileID: fileID, line: line, factory: factory)
    }

    /// Adds an implementation whose initializer's parameters are resolved by their types to those of a type.
    ///
    /// See `contribute(to:id:lifetime:fileID:line:using:)` of a container.
    @_disfavoredOverload
    public static func contribute<Service, Implementation, First, each Dependency>(
        to type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        using initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        main.contribute(to: type, id: id, lifetime: lifetime, fileID: fileID, line: line, using: initializer)
    }

    /// Gives an instance of every contribution to a type in the main container.
    ///
    /// See `resolveAll(_:fileID:line:)` of a container.
    public static func resolveAll<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [Service] {
        main.resolveAll(type, fileID: fileID, line: line)
    }
}
