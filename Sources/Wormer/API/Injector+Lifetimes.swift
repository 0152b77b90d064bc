// Binding with a lifetime. The ways to say what makes an instance are those of binding as a singleton or not.

extension Injector {
    /// Binds an interface to an implementation whose instances have a lifetime.
    ///
    /// ```swift
    /// Injector.default.bind(interface: Session.self, toImplementation: UserSession.self, lifetime: .weak) {
    ///     UserSession()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance.
    /// - Precondition: The lifetime fits the implementation; otherwise the process ends with a text that says so.
    @inlinable
    public func bind<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, at: location)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(initializer)
        )
    }

    /// Binds an interface to an implementation with a lifetime, whose initializer's parameters are resolved by their types.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance from what its parameters name.
    /// - Precondition: The lifetime fits the implementation; otherwise the process ends with a text that says so.
    @inlinable
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, at: location)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(wiring: initializer, at: location)
        )
    }

    /// Binds an interface to an implementation with a lifetime, whose initializer belongs to the main actor.
    ///
    /// The initializer's parameters are resolved by their types.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `mainActorInitializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - mainActorInitializer: Makes an instance from what its parameters name.
    /// - Precondition: The lifetime fits the implementation; otherwise the process ends with a text that says so.
    @inlinable
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        mainActorInitializer: @escaping @MainActor (First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, at: location)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(wiringOnMainActor: mainActorInitializer, at: location)
        )
    }

    /// Binds an interface to an implementation with a lifetime, which can be made without arguments.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type to make.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    /// - Precondition: The lifetime fits the implementation; otherwise the process ends with a text that says so.
    public func bind<P, Implementation: DefaultInitializable>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        bind(
            interface: interface,
            id: id,
            toImplementation: implementation,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            initializer: Implementation.init
        )
    }

    /// Binds a name to an implementation with a lifetime.
    ///
    /// - Parameters:
    ///   - name: The name to ask `safeInstance(named:)` for.
    ///   - implementation: The type that `initializer` makes.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance.
    /// - Precondition: The lifetime fits the implementation; otherwise the process ends with a text that says so.
    @inlinable
    public func bindInterface<Implementation>(
        named name: String,
        toImplementation implementation: Implementation.Type,
        lifetime: Lifetime,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        lifetime.check(for: implementation, at: location)
        bind(
            Key(named: name),
            toImplementation: implementation,
            lifetime: lifetime,
            at: location,
            factory: Factory<Any>(initializer)
        )
    }
}
