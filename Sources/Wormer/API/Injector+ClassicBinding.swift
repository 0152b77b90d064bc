// The API of Wormer 2.x.

/// A type with an initializer that takes no arguments.
///
/// A binding to such a type needs no closure. If its `init()` is isolated to an actor, bind the type with a closure
/// instead.
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
    /// The closure runs only on the actor that isolates it: the main actor, if you write it in main-actor-isolated
    /// code. For other lifetimes, and for factories that no actor isolates, use `bind(_:id:lifetime:to:)`.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface; compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` creates.
    ///   - asSingleton: Whether all lookups share one instance, which the first one creates.
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
    ///   - asSingleton: Whether all lookups share one instance, which the first one creates.
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

    /// Binds an interface to an implementation whose initializer's parameters are resolved by type.
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
    ///   - asSingleton: Whether all lookups share one instance, which the first one creates.
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
    ///   - implementation: The type to create. If an instance does not conform to the interface, the lookup fails.
    ///   - asSingleton: Whether all lookups share one instance, which the first one creates.
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
    /// Names are separate from interfaces: a lookup of `EventBus.self` doesn't find a binding named `"EventBus"`.
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
    ///   - asSingleton: Whether all lookups share one instance, which the first one creates.
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
    /// If the instance doesn't conform to the interface, the lookup fails.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface; compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` creates.
    ///   - asSingleton: Whether all lookups share one instance, which the first one creates.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - initializer: Creates an instance.
    @available(*, deprecated, message: "The factory does not return the interface's type; lookups may fail.")
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
