// The API of Wormer 2.x.

/// A type with an initializer that takes no arguments.
///
/// A binding to such a type needs no closure. Its `init()` must not be isolated to an actor. If it is, bind the type
/// with a closure instead.
///
/// ```swift
/// struct Preferences: DefaultInitializable {
///     let language: String
///
///     init() {
///         language = "en"
///     }
/// }
/// ```
public protocol DefaultInitializable: SendableMetatype {
    /// Creates an instance.
    init()
}

extension Injector {
    /// Binds an interface to an implementation that a closure creates.
    ///
    /// ```swift
    /// Injector.default.bind(interface: Interface.self, toImplementation: Implementation.self) {
    ///     Implementation()
    /// }
    /// ```
    ///
    /// The closure runs only on the actor that it is isolated to, such as the main actor if you write it in main-actor
    /// code. Use `bind(_:id:lifetime:to:)` for factories that belong to no actor and for other lifetimes.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface; compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` creates.
    ///   - asSingleton: Whether all requests share one instance, which the first request creates.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - initializer: Creates an instance.
    @_alwaysEmitIntoClient
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

    /// Binds an interface to an implementation that a closure creates with the injector of the binding.
    ///
    /// ```swift
    /// Injector.default.bind(interface: API.self, toImplementation: LoggingAPI.self) { injector in
    ///     LoggingAPI(base: injector.instance(id: "base"), logger: injector.instance())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface; compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` creates.
    ///   - asSingleton: Whether all requests share one instance, which the first request creates.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - initializer: Creates an instance with the injector that it receives.
    @_alwaysEmitIntoClient
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
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface; compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` creates.
    ///   - asSingleton: Whether all requests share one instance, which the first request creates.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - initializer: Creates an instance from its dependencies.
    @_alwaysEmitIntoClient
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

    /// Binds an interface to a type with an initializer that takes no arguments.
    ///
    /// ```swift
    /// final class Preferences: DefaultInitializable {}
    ///
    /// Injector.default.bind(interface: Preferences.self, toImplementation: Preferences.self, asSingleton: true)
    /// ```
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface; compared as `AnyHashable`.
    ///   - implementation: The type to create. If an instance does not conform to the interface, the request fails.
    ///   - asSingleton: Whether all requests share one instance, which the first request creates.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    @_alwaysEmitIntoClient
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
    /// Names are separate from interfaces: a binding named `"EventBus"` does not answer requests for `EventBus.self`.
    ///
    /// ```swift
    /// Injector.default.bindInterface(named: "push", toImplementation: NotificationGatewayImplementation.self) {
    ///     NotificationGatewayImplementation(eventBus: Injector.default.instance())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name to pass to `safeInstance(named:)`.
    ///   - implementation: The type that `initializer` creates.
    ///   - asSingleton: Whether all requests share one instance, which the first request creates.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - initializer: Creates an instance.
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
    /// Binds an interface to a value.
    ///
    /// Use `bind(_:id:lifetime:to:)` with `.value` instead.
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
    /// Binds an interface to an implementation whose initializer returns another type, as Wormer 2.x allowed.
    ///
    /// A request fails if the instance does not conform to the interface.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface; compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` creates.
    ///   - asSingleton: Whether all requests share one instance, which the first request creates.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - initializer: Creates an instance.
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
}
