extension Injector {
    /// Binds an interface to a factory, replacing any previous binding.
    ///
    /// The previous binding and its instance are released at once, without the instance's `onEnd`.
    ///
    /// ```swift
    /// let injector = Injector.default
    /// injector.bind(Database.self, lifetime: .singleton, to: .make { SQLDatabase() })
    /// injector.bind(Database.self, id: "reports", to: .make { MemoryDatabase() })
    /// injector.bind(Reports.self, to: .using(SQLReports.init(database:log:)))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface. Equal identifiers are the same.
    ///   - lifetime: How long an instance lives, and who shares it.
    ///   - factory: Creates the instances.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    /// - Precondition: The lifetime suits the interface: `weak` requires a class, and `onEnd` requires a singleton or a
    ///   scope. If the lifetime is a scope, the scope is not open in the current task, unless it was opened outside the
    ///   current override. Otherwise the process ends with a message.
    @_alwaysEmitIntoClient
    public func bind<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to factory: Factory<P>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        bind(interface, id, nil, lifetime, factory, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Removes the binding of an interface, and drops its shared instance.
    ///
    /// No `onEnd` runs. Bindings of parents stay, and so do instances that somebody else keeps.
    ///
    /// ```swift
    /// Injector.default.unbind(Database.self, id: "reports")
    /// ```
    ///
    /// To remove all contributions to an interface, unbind its array. (If the array itself is bound, only that binding
    /// is removed.)
    ///
    /// ```swift
    /// Injector.default.unbind([Plugin].self)
    /// ```
    ///
    /// If an interface has contributions but no binding, unbinding it removes nothing. In an isolated test, that's an
    /// issue.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the call, shown in issues.
    ///   - line: The line of the call, shown in issues.
    /// - Returns: Whether this injector itself had a binding or contributions.
    @discardableResult
    public func unbind<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Bool {
        let registry = registry
        return registry.remove(Key(interface, id: id))
            || id == nil
                && registry.removeContributions(to: interface, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Returns whether an interface is bound in this injector or in one of its parents.
    ///
    /// ```swift
    /// if !Injector.default.isBound(Log.self) {
    ///     Injector.default.bind(Log.self, to: .value(SystemLog()))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    /// - Returns: `true` if the interface is bound.
    public func isBound<P>(_ interface: P.Type, id: AnyHashable? = nil) -> Bool {
        isBound(Key(interface, id: id))
    }

    /// Removes all bindings, instances, decorators, contributions, aliases, and assignments.
    ///
    /// It empties one binding after the other. No `onEnd` runs; call `end()` first if instances have to end. Parents
    /// and children keep their contents. Inside an override, only the contents of that override are removed, and
    /// lookups find again what is outside.
    ///
    /// ```swift
    /// Injector.default.unbindAll()
    /// ```
    public func unbindAll() {
        registry.removeAll()
    }

    /// Registers the binding of each public function that takes or makes a factory.
    ///
    /// It is not inlined, because the compiler takes much longer for a function with the code of many bindings.
    @_alwaysEmitIntoClient
    @inline(never)
    func bind<P>(
        _ interface: P.Type,
        _ id: AnyHashable?,
        _ implementation: Any.Type?,
        _ lifetime: Lifetime,
        _ factory: consuming Factory<P>,
        at location: CodeLocation
    ) {
        bind(FactoryBinding(Key.of(interface, id), implementation, lifetime, factory, at: location))
    }

    // MARK: - For the facades

    /// Registers a binding.
    @usableFromInline
    package func bind(_ binding: Binding) {
        registry.insert(binding)
    }

    package func isBound(_ key: Key) -> Bool {
        lineage.contains { $0.registry.contains(key) }
    }

    /// Returns the binding that a lookup finds, if the key is bound, and the injector that has it.
    func bound(_ key: Key) -> (binding: Binding, injector: Injector)? {
        lineage.lazy.compactMap { injector in
            injector.registry.look(key, isUse: false).map { ($0.binding, injector) }
        }.first { _ in true }
    }
}

// MARK: - The API of Wormer 2.x

/// A type with an initializer that takes no arguments, for a binding of Wormer 2.x without a closure.
///
/// If its `init()` is isolated to an actor, bind the type with a closure
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
    ///   - id: Distinguishes this binding from others of the same interface. Equal identifiers are the same.
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
        let factory = Factory(isolated: initializer)
        bind(interface, id, implementation, asSingleton ? .singleton : .transient, factory, at: location)
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
    ///   - id: Distinguishes this binding from others of the same interface. Equal identifiers are the same.
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
        let factory = Factory(isolated: initializer, argument: { $0 })
        bind(interface, id, implementation, asSingleton ? .singleton : .transient, factory, at: location)
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
    ///   - id: Distinguishes this binding from others of the same interface. Equal identifiers are the same.
    ///   - implementation: The type that `initializer` creates.
    ///   - asSingleton: Whether all lookups share one instance, which the first one creates.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    ///   - initializer: Creates an instance from its dependencies.
    @_alwaysEmitIntoClient
    public func bind<P, Implementation, First, each Dependency, Failure: Error>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @Sendable (First, repeat each Dependency) throws(Failure) -> P
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let factory = Factory(wiring: initializer, at: location)
        bind(interface, id, implementation, asSingleton ? .singleton : .transient, factory, at: location)
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
    ///   - id: Distinguishes this binding from others of the same interface. Equal identifiers are the same.
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
        let factory = Factory(make: { _, _ in try convert(Implementation(), to: P.self) })
        bind(interface, id, implementation, asSingleton ? .singleton : .transient, factory, at: location)
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
        let factory = Factory(isolated: initializer).converted(to: Any.self)
        let lifetime: Lifetime = asSingleton ? .singleton : .transient
        bind(FactoryBinding(Key(named: name), implementation, lifetime, factory, at: location))
    }
}

// MARK: - Implementations that do not conform

extension Injector {
    /// Binds an interface to an implementation whose initializer returns another type, as Wormer 2.x allowed.
    ///
    /// If the instance doesn't conform to the interface, the lookup fails.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface. Equal identifiers are the same.
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
        let factory = Factory(isolated: initializer).converted(to: interface)
        bind(interface, id, implementation, asSingleton ? .singleton : .transient, factory, at: location)
    }
}
