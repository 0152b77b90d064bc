/// A description of how instances of an interface are created, which you pass to `bind(_:id:lifetime:to:)`.
///
/// ```swift
/// Injector.default.bind(Database.self, lifetime: .singleton, to: .make { SQLDatabase() })
/// Injector.default.bind(Log.self, to: .value(SystemLog()))
/// Injector.default.bind(Reports.self, to: .using(SQLReports.init(database:log:)))
/// ```
///
/// The compiler checks a factory: its function returns the interface's type, so the implementation conforms, and is
/// `@Sendable`, or main-actor-isolated in `onMainActor(_:)`, so it needs no other actor and captures only `Sendable`
/// values.
@frozen
public struct Factory<Interface>: @unchecked Sendable {
    // Unchecked because of the functions: those of the user are Sendable, or run only on their actor.

    @usableFromInline
    typealias Make = (Injector, inout Parameters) throws -> Interface

    /// Creates an instance with the injector in which the binding is registered, and the parameters.
    @usableFromInline let make: Make

    /// The type of the box of an instance, which takes long to find outside the client.
    @usableFromInline let box: Instance<Interface>.Type

    /// The rare parts of the factory, or nil if it has none.
    @usableFromInline let traits: FactoryTraits?

    @inlinable
    init(
        _ traits: FactoryTraits? = nil,
        make: @escaping Make,
        box: Instance<Interface>.Type = Instance<Interface>.self
    ) {
        (self.make, self.box, self.traits) = (make, box, traits)
    }
}

extension Factory {
    /// Creates each instance with a closure.
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, to: .make { SQLDatabase() })
    /// ```
    ///
    /// - Parameter make: Creates an instance.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func make(_ make: @escaping @Sendable () throws -> Interface) -> Factory {
        Factory(make: { _, _ in try make() })
    }

    /// Creates each instance with a closure that receives the injector of the binding.
    ///
    /// ```swift
    /// Injector.default.bind(Reports.self, to: .make { injector in
    ///     SQLReports(database: try injector.throwingInstance(id: "reports"), log: SystemLog())
    /// })
    /// ```
    ///
    /// - Parameter make: Creates an instance. If a lookup in it throws, the lookup of the instance fails with the same
    ///   error.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func make(_ make: @escaping @Sendable (Injector) throws -> Interface) -> Factory {
        Factory(make: { injector, _ in try make(injector) })
    }

    /// Unavailable: `.using` resolves the parameters of an initializer.
    @available(*, unavailable, message: "Write '.using(...)' for what is resolved, and bind a function for the rest.")
    public static func make<First, each Dependency>(
        _ make: @escaping @Sendable (First, repeat each Dependency) throws -> Interface
    ) -> Factory { fatalError() }

    /// Unavailable: `.async` takes a closure that awaits.
    @available(*, unavailable, message: "Write '.async { ... }' for a closure that awaits.")
    public static func make(_ make: @escaping @Sendable () async throws -> Interface) -> Factory { fatalError() }

    /// Unavailable: `.async` takes a closure that awaits.
    @available(*, unavailable, message: "Write '.async { injector in ... }' for a closure that awaits.")
    public static func make(_ make: @escaping @Sendable (Injector) async throws -> Interface) -> Factory {
        fatalError()
    }

    /// Creates each instance with an initializer whose parameters are resolved by type.
    ///
    /// ```swift
    /// Injector.default.bind(Reports.self, to: .using(SQLReports.init(database:log:)))
    /// ```
    ///
    /// Such a factory is *auto-wired*: the injector of the binding resolves the parameters when it creates an instance,
    /// and `verify()` can check them beforehand. An optional parameter is nil if its wrapped type isn't bound.
    ///
    /// - Parameters:
    ///   - make: Creates an instance from its dependencies.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func using<First, each Dependency, Failure: Error>(
        _ make: @escaping @Sendable (First, repeat each Dependency) throws(Failure) -> Interface,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Factory {
        Factory(wiring: make, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Creates each instance with an initializer without parameters.
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, to: .using(SQLDatabase.init))
    /// ```
    ///
    /// This is the same as `make(_:)`. To use another initializer of the type, write its labels.
    ///
    /// - Parameter make: Creates an instance.
    /// - Returns: The factory.
    public static func using(_ make: @escaping @Sendable () throws -> Interface) -> Factory {
        .make(make)
    }

    /// Unavailable: `.async` takes a function that awaits, and resolves its parameters.
    @available(*, unavailable, message: "Write '.async(...)' for a function that awaits.")
    public static func using<each Dependency>(
        _ make: @escaping @Sendable (repeat each Dependency) async throws -> Interface
    ) -> Factory { fatalError() }

    /// Returns the same value for every lookup.
    ///
    /// You can look it up from any actor.
    ///
    /// ```swift
    /// Injector.default.bind(Log.self, to: .value(SystemLog()))
    /// ```
    ///
    /// - Parameter value: The value. The expression is evaluated once, immediately, and outside any actor.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func value(_ value: @autoclosure @Sendable () -> Interface) -> Factory {
        let value = value()
        return Factory(FactoryTraits(valueOfType: type(of: value as Any)), make: { _, _ in value })
    }
}

extension Factory where Interface: Sendable {
    /// Returns the same value for every lookup.
    ///
    /// ```swift
    /// Injector.default.bind(Configuration.self, to: .value(Configuration(debug: true)))
    /// ```
    ///
    /// - Parameter value: The value.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func value(_ value: Interface) -> Factory {
        Factory(FactoryTraits(valueOfType: type(of: value as Any)), make: { _, _ in value })
    }
}

extension Factory where Interface: Sendable {
    /// A factory that returns a value that you provide when you open the scope of the binding.
    ///
    /// Some values are known only when a scope opens, such as the identifier of an HTTP request:
    ///
    /// ```swift
    /// let (injector, request) = (Injector.default, Scope("request"))
    /// injector.bind(RequestID.self, lifetime: .scope(request), to: .provided)
    ///
    /// try injector.withScope(request, providing: RequestID()) {
    ///     let id: RequestID = injector.instance()
    ///     print("responding to", id)
    /// }
    /// ```
    ///
    /// Without the value, a lookup fails, even that of an optional.
    ///
    /// - Precondition: The lifetime of the binding is a scope that isn't always open, and the binding has no identifier
    ///   and no `onEnd`. Otherwise `bind` ends the process with a message.
    public static var provided: Factory {
        let traits = FactoryTraits(.init(substitute: .value))
        return Factory(traits, make: { _, _ in preconditionFailure("A scope provides the value.") })
    }
}

// MARK: - The main actor

extension Factory {
    /// Creates each instance with a closure that runs on the main actor.
    ///
    /// A synchronous lookup from elsewhere fails. `asyncInstance(for:)` runs the closure on the main actor, wherever
    /// you call it.
    ///
    /// ```swift
    /// Injector.default.bind(Screen.self, to: .onMainActor { HomeScreen() })
    /// ```
    ///
    /// - Parameter make: Creates an instance.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func onMainActor(_ make: @escaping @MainActor () throws -> Interface) -> Factory {
        Factory(isolated: make, isImplied: false)
    }

    /// Creates each instance on the main actor with a closure that receives the injector.
    ///
    /// ```swift
    /// Injector.default.bind(Screen.self, to: .onMainActor { injector in
    ///     HomeScreen(log: try injector.throwingInstance(id: "home"))
    /// })
    /// ```
    ///
    /// - Parameter make: Creates an instance.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func onMainActor(_ make: @escaping @MainActor (Injector) throws -> Interface) -> Factory {
        Factory(isolated: make, argument: { $0 }, isImplied: false)
    }

    /// Creates each instance with a main-actor-isolated initializer whose parameters are resolved by type.
    ///
    /// ```swift
    /// Injector.default.bind(Screen.self, to: .onMainActor(HomeScreen.init(log:)))
    /// ```
    ///
    /// - Parameters:
    ///   - make: Creates an instance from its dependencies.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func onMainActor<First, each Dependency, Failure: Error>(
        _ make: @escaping @MainActor (First, repeat each Dependency) throws(Failure) -> Interface,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Factory {
        .onMainActor(make, .byType, repeat Argument<each Dependency>.byType, fileID: fileID, line: line)
    }
}

// MARK: - Asynchronous factories

extension Factory {
    /// Creates each instance with an asynchronous closure.
    ///
    /// Resolve the instance with `asyncInstance(for:)`. A synchronous lookup can't wait, so it succeeds only if a shared
    /// instance already exists.
    ///
    /// ```swift
    /// Injector.default.bind(Pool.self, lifetime: .singleton, to: .async { try await Pool.open() })
    /// ```
    ///
    /// - Parameter make: Creates an instance.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func async(_ make: @escaping @Sendable () async throws -> Interface) -> Factory {
        Factory(onlyAsync: { _, _ in Instance(try await make()) })
    }

    /// Creates each instance with an asynchronous closure that receives the injector of the binding.
    ///
    /// ```swift
    /// Injector.default.bind(Store.self, lifetime: .singleton, to: .async { injector in
    ///     try await Store.open(with: injector.asyncInstance(for: Pool.self))
    /// })
    /// ```
    ///
    /// - Parameter make: Creates an instance.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func async(_ make: @escaping @Sendable (Injector) async throws -> Interface) -> Factory {
        Factory(onlyAsync: { injector, _ in Instance(try await make(injector)) })
    }

    /// Creates each instance with an asynchronous function whose parameters are resolved by type.
    ///
    /// ```swift
    /// Injector.default.bind(Store.self, lifetime: .singleton, to: .async(Store.open(pool:log:)))
    /// ```
    ///
    /// - Parameters:
    ///   - make: Creates an instance from its dependencies.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func async<First, each Dependency, Failure: Error>(
        _ make: @escaping @Sendable (First, repeat each Dependency) async throws(Failure) -> Interface,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Factory {
        .async(make, .byType, repeat Argument<each Dependency>.byType, fileID: fileID, line: line)
    }
}

// MARK: - Ending instances

extension Factory {
    /// Returns a copy of the factory with a closure that runs when the lifetime of an instance ends.
    ///
    /// Only a `singleton` and an instance of a scope can end. With another lifetime, `bind` ends the process with a
    /// message.
    ///
    /// ```swift
    /// Injector.default.bind(
    ///     Cache.self,
    ///     lifetime: .scope(Scope("request")),
    ///     to: .make { FileCache() }.onEnd { $0.flush() }
    /// )
    /// ```
    ///
    /// - Parameter end: Ends an instance. It is called once for each instance, and `EndingError` collects its errors.
    /// - Returns: The factory. A second `onEnd` replaces the first.
    public func onEnd(_ end: @escaping @Sendable (Interface) throws -> Void) -> Factory {
        with { $0.end = OnEnd(end) }
    }

    /// Returns a copy of the factory with an asynchronous closure that runs when the lifetime of an instance ends.
    ///
    /// In a scope that was opened synchronously, a lookup of such an instance fails. For an object of the main actor,
    /// write `.onEnd { await $0.save() }`.
    ///
    /// ```swift
    /// Injector.default.bind(
    ///     Pool.self,
    ///     lifetime: .singleton,
    ///     to: .async { try await Pool.open() }.onEnd { try await $0.close() }
    /// )
    /// ```
    ///
    /// - Parameter end: Ends an instance. It is called once for each instance, and `EndingError` collects its errors.
    /// - Returns: The factory. A second `onEnd` replaces the first.
    public func onEnd(_ end: @escaping @Sendable (Interface) async throws -> Void) -> Factory {
        with { $0.end = OnEnd(awaiting: end) }
    }
}
