// Binding with a lifetime that ends. What ends an instance is awaited, or, where nothing has to be, is not: then the
// scope may be opened synchronously too.

extension Injector {
    /// Binds an interface to an implementation that is told when its lifetime ends.
    ///
    /// ```swift
    /// Injector.default.bind(
    ///     interface: Connection.self,
    ///     toImplementation: PooledConnection.self,
    ///     lifetime: .singleton,
    ///     onEnd: { connection in await connection.close() }
    /// ) {
    ///     PooledConnection()
    /// }
    /// ```
    ///
    /// `onEnd` runs once for each instance, when its scope ends or `end()` is called; not when the instance is replaced
    /// or reset.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - onEnd: What is done with an implementation when its lifetime ends.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance.
    /// - Precondition: The lifetime fits the implementation and has an end; otherwise the process ends with a text that says so.
    @_disfavoredOverload
    @inlinable
    public func bind<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        onEnd: @escaping @Sendable (Implementation) async throws -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, hasEnd: true, at: location)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(initializer, onEnd: .awaited(onEnd))
        )
    }

    /// Binds an interface to an implementation that is told when its lifetime ends, without anything to await.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - onEnd: What is done with an implementation when its lifetime ends.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance.
    /// - Precondition: The lifetime fits the implementation and has an end; otherwise the process ends with a text that says so.
    @inlinable
    public func bind<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        onEnd: @escaping @Sendable (Implementation) throws -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, hasEnd: true, at: location)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(initializer, onEnd: .immediate(onEnd))
        )
    }

    /// Binds an interface to an auto-wired implementation that is told when its lifetime ends.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - onEnd: What is done with an implementation when its lifetime ends.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance from what its parameters name.
    /// - Precondition: The lifetime fits the implementation and has an end; otherwise the process ends with a text that says so.
    @_disfavoredOverload
    @inlinable
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        onEnd: @escaping @Sendable (Implementation) async throws -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, hasEnd: true, at: location)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(wiring: initializer, at: location, onEnd: .awaited(onEnd))
        )
    }

    /// Binds an interface to an auto-wired implementation that is told when its lifetime ends, without anything to await.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - onEnd: What is done with an implementation when its lifetime ends.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance from what its parameters name.
    /// - Precondition: The lifetime fits the implementation and has an end; otherwise the process ends with a text that says so.
    @inlinable
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        onEnd: @escaping @Sendable (Implementation) throws -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, hasEnd: true, at: location)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(wiring: initializer, at: location, onEnd: .immediate(onEnd))
        )
    }
}
