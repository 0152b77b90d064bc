// Binding to what is made asynchronously; it is asked for with `asyncInstance`.

extension Injector {
    /// Binds an interface to an implementation that is made asynchronously.
    ///
    /// ```swift
    /// Injector.default.bind(
    ///     interface: Database.self,
    ///     toImplementation: RemoteDatabase.self,
    ///     asSingleton: true,
    ///     asyncInitializer: { try await RemoteDatabase.open() }
    /// )
    /// let database = try await Injector.default.asyncInstance(for: Database.self)
    /// ```
    ///
    /// The initializer runs on the actor that it was written on. A shared instance is made by a task of its own. Once it
    /// is made, it can be had synchronously too; a synchronous request before that is an error.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `asyncInitializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - asyncInitializer: Makes an instance.
    @inlinable
    public func bind<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncInitializer: @escaping @isolated(any) () async throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: Lifetime(asSingleton: asSingleton),
            at: location,
            factory: Factory<P>(async: asyncInitializer, onEnd: nil)
        )
    }

    /// Binds an interface to an implementation that is made asynchronously, from what its parameters name.
    ///
    /// An initializer that belongs to an actor is one too, if what it takes and makes is Sendable.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `asyncInitializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - asyncInitializer: Makes an instance from what its parameters name.
    @inlinable
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncInitializer: @escaping @Sendable (First, repeat each Dependency) async throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: Lifetime(asSingleton: asSingleton),
            at: location,
            factory: Factory<P>(asyncWiring: asyncInitializer, at: location, onEnd: nil)
        )
    }

    /// Binds an interface to an implementation that is made asynchronously, with a lifetime.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `asyncInitializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - onEnd: What is done with an implementation when its lifetime ends, if anything.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - asyncInitializer: Makes an instance.
    /// - Precondition: The lifetime fits the implementation; otherwise the process ends with a text that says so.
    @inlinable
    public func bind<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        onEnd: (@Sendable (Implementation) async throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncInitializer: @escaping @isolated(any) () async throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, hasEnd: onEnd != nil, at: location)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(async: asyncInitializer, onEnd: onEnd.map(OnEnd.awaited))
        )
    }

    /// Binds an interface to an implementation that is made asynchronously, from what its parameters name, with a lifetime.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `asyncInitializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - onEnd: What is done with an implementation when its lifetime ends, if anything.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - asyncInitializer: Makes an instance from what its parameters name.
    /// - Precondition: The lifetime fits the implementation; otherwise the process ends with a text that says so.
    @inlinable
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        onEnd: (@Sendable (Implementation) async throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncInitializer: @escaping @Sendable (First, repeat each Dependency) async throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, hasEnd: onEnd != nil, at: location)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(asyncWiring: asyncInitializer, at: location, onEnd: onEnd.map(OnEnd.awaited))
        )
    }
}
