// The spellings of Wormer 2.x.

/// A type that can be made without arguments, so that binding to it needs no initializer.
///
/// It can be made anywhere. A type whose `init()` belongs to an actor is bound with a closure.
public protocol DefaultInitializable: SendableMetatype {
    /// Creates an instance.
    init()
}

extension Injector {
    /// Binds an interface to an implementation.
    ///
    /// ```swift
    /// Injector.default.bind(interface: Interface.self, toImplementation: Implementation.self) {
    ///     Implementation()
    /// }
    /// ```
    ///
    /// The initializer is called on the actor that it was written on, and never elsewhere; `bind(_:id:lifetime:to:)`
    /// takes factories that belong to no actor, and every lifetime.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: Tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance.
    @inlinable
    public func bind<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> P
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let factory = Factory(FactoryBody(isolated: initializer))
        bind(Key(interface, id: id), implementation, Lifetime(asSingleton: asSingleton), to: factory, at: location)
    }

    /// Binds an interface to an implementation that is made with the injector of the binding.
    ///
    /// ```swift
    /// Injector.default.bind(interface: API.self, toImplementation: LoggingAPI.self) { injector in
    ///     LoggingAPI(base: injector.instance(id: "base"), logger: injector.instance())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: Tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance; it is given the injector.
    @inlinable
    public func bind<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) (Injector) throws -> P
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let factory = Factory(FactoryBody(isolated: initializer, argument: { $0 }))
        bind(Key(interface, id: id), implementation, Lifetime(asSingleton: asSingleton), to: factory, at: location)
    }

    /// Binds an interface to an implementation whose initializer's parameters are resolved by their types.
    ///
    /// ```swift
    /// Injector.default.bind(
    ///     interface: NotificationGateway.self,
    ///     toImplementation: NotificationGatewayImplementation.self,
    ///     asSingleton: true,
    ///     initializer: NotificationGatewayImplementation.init(eventBus:)
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: Tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance from its parameters.
    @inlinable
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @Sendable (First, repeat each Dependency) throws -> P
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let factory = Factory(FactoryBody(wiring: initializer, at: location))
        bind(Key(interface, id: id), implementation, Lifetime(asSingleton: asSingleton), to: factory, at: location)
    }

    /// Binds an interface to an implementation that can be made without arguments.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: Tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type to make; whether it conforms to the interface is found out when it is made.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    @inlinable
    public func bind<P, Implementation: DefaultInitializable>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let factory = Factory<P>(FactoryBody(make: { _ in try convert(Implementation(), to: P.self) }))
        bind(Key(interface, id: id), implementation, Lifetime(asSingleton: asSingleton), to: factory, at: location)
    }

    /// Binds a name to an implementation.
    ///
    /// Names are a key space of their own: `named: "EventBus"` does not answer for `EventBus.self`.
    ///
    /// - Parameters:
    ///   - name: The name to ask `safeInstance(named:)` for.
    ///   - implementation: The type that `initializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance.
    public func bindInterface<Implementation>(
        named name: String,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let factory = Factory(FactoryBody(isolated: initializer).converted(to: Any.self))
        bind(Key(named: name), implementation, Lifetime(asSingleton: asSingleton), to: factory, at: location)
    }
}

extension Injector {
    /// Shows how a value is bound.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier.
    ///   - value: The value.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .value(...))'.")
    public func bind<P>(interface: P.Type, id: AnyHashable? = nil, value: P) {}
}

// MARK: - Implementations that do not conform

extension Injector {
    /// Binds an interface to an implementation that does not conform to it, as Wormer 2.x allowed: each request fails.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: Tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance.
    @available(*, deprecated, message: "The initializer does not return the interface's type; requests may fail.")
    @_disfavoredOverload
    public func bind<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let factory = Factory(FactoryBody(isolated: initializer).converted(to: interface))
        bind(Key(interface, id: id), implementation, Lifetime(asSingleton: asSingleton), to: factory, at: location)
    }

    /// As above, for an initializer whose parameters are resolved by their types.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: Tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance from its parameters.
    @available(*, deprecated, message: "The initializer does not return the interface's type; requests may fail.")
    @_disfavoredOverload
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let factory = Factory(FactoryBody(wiring: initializer, at: location).converted(to: interface))
        bind(Key(interface, id: id), implementation, Lifetime(asSingleton: asSingleton), to: factory, at: location)
    }
}
