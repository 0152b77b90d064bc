import Wormer

// Services that are made asynchronously.

extension Container {
    /// Binds a type to what a closure makes asynchronously.
    ///
    /// ```swift
    /// Container.main.bind(Database.self, lifetime: .singleton, asyncFactory: { _ in
    ///     try await RemoteDatabase.open()
    /// })
    /// let database = try await Container.main.resolveAsync(Database.self)
    /// ```
    ///
    /// See `Injector.bind(interface:id:toImplementation:lifetime:onEnd:fileID:line:asyncInitializer:)`.
    ///
    /// - Parameters:
    ///   - type: The type to ask for.
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - lifetime: How long the instance is kept. Without one it is made anew for each request.
    ///   - onEnd: What is done with an instance when its lifetime ends, if anything.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - asyncFactory: Makes an instance; it is given the container in which the binding lives.
    public func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        onEnd: (@Sendable (Service) async throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncFactory: @escaping @isolated(any) (Container) async throws -> Service
    ) {
        let initializer = Factory<Service>(
            async: asyncFactory,
            argument: Container.init(_:),
            onEnd: onEnd.map(OnEnd.awaited)
        )
        let location = CodeLocation(fileID: fileID, line: line)
        bind(lifetime, Key(type, id: id), hasEnd: onEnd != nil, at: location, initializer)
    }

    /// Binds a type to what a closure makes asynchronously, in the main container.
    ///
    /// See `bind(_:id:lifetime:onEnd:fileID:line:asyncFactory:)` of a container.
    public static func bind<Service>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        onEnd: (@Sendable (Service) async throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncFactory: @escaping @isolated(any) (Container) async throws -> Service
    ) {
        main.bind(
            type,
            id: id,
            lifetime: lifetime,
            onEnd: onEnd,
            fileID: fileID,
            line: line,
            asyncFactory: asyncFactory
        )
    }

    /// Gives a service, waiting for what is made asynchronously.
    ///
    /// See `Injector.asyncInstance(for:id:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - type: The service's type; may be left to the type that the result is used as.
    ///   - id: The identifier that it was bound with.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The service.
    /// - Throws: `InjectionError`, if nothing is bound or the service cannot be made; `CancellationError`, if the task
    ///   is cancelled while it waits.
    public func resolveAsync<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await injector.asyncInstance(for: type, id: id, fileID: fileID, line: line)
    }

    /// Gives a service of the main container, waiting for what is made asynchronously.
    ///
    /// See `resolveAsync(_:id:fileID:line:)` of a container.
    public static func resolveAsync<Service>(
        _ type: Service.Type = Service.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await main.resolveAsync(type, id: id, fileID: fileID, line: line)
    }
}
