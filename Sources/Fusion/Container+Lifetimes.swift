import Wormer

// Scopes that end, decorators and contributions are the injector's; here are their words for a container.

extension Container {
    /// Opens a scope for the current task and its children, runs `body` in it and ends it.
    ///
    /// See `Injector.withScope(_:isolation:fileID:line:_:)`.
    public func withScope<Result>(
        _ scope: Wormer.Scope,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try await injector.withScope(scope, isolation: isolation, fileID: fileID, line: line, body)
    }

    /// Opens a scope for the current task, runs `body` in it and ends it, where nothing can be awaited.
    ///
    /// See `Injector.withScope(_:fileID:line:_:)`.
    @_disfavoredOverload
    public func withScope<Result>(
        _ scope: Wormer.Scope,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws -> Result
    ) throws -> Result {
        try injector.withScope(scope, fileID: fileID, line: line, body)
    }

    /// Ends every instance that this container keeps, as at shutdown.
    ///
    /// See `Injector.end()`.
    ///
    /// - Throws: `EndingError`, if an `onEnd` throws; all of them have run.
    public func end() async throws {
        try await injector.end()
    }

    /// Ends the instances of a scope that is always open.
    ///
    /// As `reset(_:)`, but the `onEnd` of each instance runs.
    ///
    /// - Parameter scope: The scope, as `id(_:)` or `.singleton`.
    /// - Throws: `EndingError`, if an `onEnd` throws; all of them have run.
    public func end(_ scope: Scope) async throws {
        try await injector.end(scope.lifetime)
    }

    /// Puts a decorator around every implementation of a type, whether it was bound before or is bound later.
    ///
    /// ```swift
    /// Container.main.decorate(API.self) { base in LoggingAPI(base) }
    /// ```
    ///
    /// See `Injector.decorate(interface:id:fileID:line:decorator:)`.
    ///
    /// - Parameters:
    ///   - type: The type that is asked for.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - decorator: Makes the value to give from the one that was made.
    public func decorate<Service, Implementation>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        decorator: @escaping @isolated(any) (Service) throws -> Implementation
    ) {
        injector.decorate(interface: type, id: id, fileID: fileID, line: line, decorator: decorator)
    }

    /// Puts a decorator with further parameters, which are resolved by their types, around every implementation of a
    /// type.
    ///
    /// - Parameters:
    ///   - type: The type that is asked for.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - decorator: Makes the value to give from the one that was made, and from what its other parameters name.
    public func decorate<Service, Implementation, First, each Dependency>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        decorator: @escaping @Sendable (Service, First, repeat each Dependency) throws -> Implementation
    ) {
        injector.decorate(interface: type, id: id, fileID: fileID, line: line, decorator: decorator)
    }

    /// Adds an implementation to those of a type of which there are several.
    ///
    /// ```swift
    /// Container.main.contribute(to: Plugin.self) { _ in MetricsPlugin() }
    /// let plugins = Container.main.resolveAll(Plugin.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: What the contribution can be asked for by itself with; one of the same identifier is replaced.
    ///   - lifetime: How long the instance is kept.
    ///   - fileID: The file of the contribution, which errors show.
    ///   - line: The line of the contribution, which errors show.
    ///   - factory: Makes an instance; it is given the container to which it was contributed.
    public func contribute<Service, Implementation>(
        to type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        factory: @escaping @isolated(any) (Container) throws -> Implementation
    ) {
        injector.contribute(
            to: type,
            id: id,
            implementation: Implementation.self,
            lifetime: lifetime,
            at: CodeLocation(fileID: fileID, line: line),
            factory: Factory<Service>(factory, argument: Container.init(_:))
        )
    }

    /// Adds an implementation whose initializer's parameters are resolved by their types to those of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: What the contribution can be asked for by itself with; one of the same identifier is replaced.
    ///   - lifetime: How long the instance is kept.
    ///   - fileID: The file of the contribution, which errors show.
    ///   - line: The line of the contribution, which errors show.
    ///   - initializer: Makes an instance from what its parameters name.
    @_disfavoredOverload
    public func contribute<Service, Implementation, First, each Dependency>(
        to type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        using initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        injector.contribute(
            to: type,
            id: id,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            initializer: initializer
        )
    }

    /// Gives an instance of every contribution to a type, and ends the process if one cannot be made.
    ///
    /// - Parameters:
    ///   - type: The type; may be left to the type that the result is used as.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The instances, those of the parents first, none if nothing was contributed.
    /// - Precondition: Each can be made. Otherwise the process ends with the text of the `InjectionError`.
    public func resolveAll<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [Service] {
        injector.instances(for: type, fileID: fileID, line: line)
    }
}
