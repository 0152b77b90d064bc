/// Says how instances of an interface are made.
///
/// A binding is given one:
///
/// ```swift
/// Injector.default.bind(Database.self, lifetime: .singleton, to: .make { SQLDatabase() })
/// Injector.default.bind(Clock.self, to: .value(SystemClock()))
/// Injector.default.bind(Reports.self, to: .using(SQLReports.init(database:clock:)))
/// ```
///
/// The function of a factory returns the interface's type, so that an implementation that does not conform is an error
/// at compile time. It is `@Sendable`, or belongs to the main actor in `onMainActor(_:)`: what needs an actor, or
/// captures what is not `Sendable`, does not compile.
public struct Factory<P>: Sendable {
    @usableFromInline package let body: FactoryBody<P>

    @usableFromInline
    package init(_ body: FactoryBody<P>) {
        self.body = body
    }
}

extension Factory {
    /// Makes each instance with a closure.
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, to: .make { SQLDatabase() })
    /// ```
    ///
    /// - Parameter make: Makes an instance.
    /// - Returns: The factory.
    @inlinable
    public static func make(_ make: @escaping @Sendable () throws -> P) -> Factory {
        Factory(FactoryBody(make: { _ in try make() }))
    }

    /// Makes each instance with a closure that is given the injector of the binding.
    ///
    /// ```swift
    /// Injector.default.bind(Reports.self, to: .make { injector in
    ///     SQLReports(database: try injector.throwingInstance(id: "reports"), clock: SystemClock())
    /// })
    /// ```
    ///
    /// - Parameter make: Makes an instance; the errors of its requests become those of the request for the instance.
    /// - Returns: The factory.
    @inlinable
    public static func make(_ make: @escaping @Sendable (Injector) throws -> P) -> Factory {
        Factory(FactoryBody(make: make))
    }

    /// Makes each instance with an initializer whose parameters are resolved by their types.
    ///
    /// ```swift
    /// Injector.default.bind(Reports.self, to: .using(SQLReports.init(database:clock:)))
    /// ```
    ///
    /// The parameters are resolved in the injector of the binding, at the time an instance is made, and are known to
    /// `verify()` before. An optional parameter is nil where nothing is bound.
    ///
    /// - Parameters:
    ///   - make: Makes an instance from its parameters.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    /// - Returns: The factory.
    @inlinable
    public static func using<First, each Dependency>(
        _ make: @escaping @Sendable (First, repeat each Dependency) throws -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Factory {
        Factory(FactoryBody(wiring: make, at: CodeLocation(fileID: fileID, line: line)))
    }

    /// Gives one value to each request.
    ///
    /// The value may be requested from any actor.
    ///
    /// ```swift
    /// Injector.default.bind(Clock.self, to: .value(SystemClock()))
    /// ```
    ///
    /// - Parameter value: The value; evaluated once, at once, on no actor.
    /// - Returns: The factory.
    @inlinable
    public static func value(_ value: @autoclosure @Sendable () -> P) -> Factory {
        let value = value()
        let body = FactoryBody(make: { _ in value })
        body.implementation = type(of: value as Any)
        return Factory(body)
    }
}

extension Factory where P: Sendable {
    /// Gives one value to each request.
    ///
    /// ```swift
    /// Injector.default.bind(Configuration.self, to: .value(Configuration(debug: true)))
    /// ```
    ///
    /// - Parameter value: The value.
    /// - Returns: The factory.
    @inlinable
    public static func value(_ value: P) -> Factory {
        let body = FactoryBody(make: { _ in value })
        body.implementation = type(of: value as Any)
        return Factory(body)
    }
}

extension Factory where P: Sendable {
    /// Gives the value that the scope of the binding was opened with.
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
    /// A request is an error where the scope was opened without the value.
    ///
    /// - Precondition: The binding has the lifetime of a scope that is opened, no identifier and no `onEnd`. Otherwise
    ///   `bind` ends the process with a text that says so.
    public static var provided: Factory {
        Factory(FactoryBody(providedWith: nil))
    }
}

// MARK: - The main actor

extension Factory {
    /// Makes each instance with a closure that belongs to the main actor.
    ///
    /// A synchronous request off the main actor is an error; `asyncInstance(for:)` goes there.
    ///
    /// ```swift
    /// Injector.default.bind(Screen.self, to: .onMainActor { HomeScreen() })
    /// ```
    ///
    /// - Parameter make: Makes an instance.
    /// - Returns: The factory.
    @inlinable
    public static func onMainActor(_ make: @escaping @MainActor () throws -> P) -> Factory {
        let body = FactoryBody(isolated: make)
        body.isIsolationImplied = false
        return Factory(body)
    }

    /// Makes each instance with an initializer of the main actor whose parameters are resolved by their types.
    ///
    /// ```swift
    /// Injector.default.bind(Screen.self, to: .onMainActor(HomeScreen.init(clock:)))
    /// ```
    ///
    /// - Parameters:
    ///   - make: Makes an instance from its parameters.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    /// - Returns: The factory.
    @inlinable
    public static func onMainActor<First, each Dependency>(
        _ make: @escaping @MainActor (First, repeat each Dependency) throws -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Factory {
        Factory(FactoryBody(wiringOnMainActor: make, at: CodeLocation(fileID: fileID, line: line)))
    }
}

// MARK: - Asynchronous factories

extension Factory {
    /// Makes each instance with a closure that is awaited; it is requested with `asyncInstance(for:)`.
    ///
    /// ```swift
    /// Injector.default.bind(Pool.self, lifetime: .singleton, to: .async { try await Pool.open() })
    /// ```
    ///
    /// - Parameter make: Makes an instance.
    /// - Returns: The factory.
    @inlinable
    public static func async(_ make: @escaping @Sendable () async throws -> P) -> Factory {
        Factory(FactoryBody(onlyAsync: { _, _ in try await make() }))
    }

    /// Makes each instance with a closure that is awaited and is given the injector of the binding.
    ///
    /// ```swift
    /// Injector.default.bind(Store.self, lifetime: .singleton, to: .async { injector in
    ///     try await Store.open(with: injector.asyncInstance(for: Pool.self))
    /// })
    /// ```
    ///
    /// - Parameter make: Makes an instance.
    /// - Returns: The factory.
    @inlinable
    public static func async(_ make: @escaping @Sendable (Injector) async throws -> P) -> Factory {
        Factory(FactoryBody(onlyAsync: { injector, _ in try await make(injector) }))
    }

    /// Makes each instance with a function that is awaited and whose parameters are resolved by their types.
    ///
    /// ```swift
    /// Injector.default.bind(Store.self, lifetime: .singleton, to: .asyncUsing(Store.open(pool:clock:)))
    /// ```
    ///
    /// - Parameters:
    ///   - make: Makes an instance from its parameters.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    /// - Returns: The factory.
    @inlinable
    public static func asyncUsing<First, each Dependency>(
        _ make: @escaping @Sendable (First, repeat each Dependency) async throws -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Factory {
        Factory(FactoryBody(asyncWiring: make, at: CodeLocation(fileID: fileID, line: line)))
    }
}

// MARK: - The end of an instance

extension Factory {
    /// The same factory, with what is done when the lifetime of an instance ends.
    ///
    /// ```swift
    /// Injector.default.bind(
    ///     Cache.self,
    ///     lifetime: .scope(Scope("request")),
    ///     to: .make { FileCache() }.onEnd { $0.flush() }
    /// )
    /// ```
    ///
    /// - Parameter end: Ends an instance; called once for each, with errors collected in `EndingError`.
    /// - Returns: The factory; a second `onEnd` replaces the first.
    public func onEnd(_ end: @escaping @Sendable (P) throws -> Void) -> Factory {
        Factory(body.ending(.immediate(end)))
    }

    /// The same factory, with what is awaited when the lifetime of an instance ends.
    ///
    /// A scope that is opened synchronously cannot keep such an instance.
    ///
    /// ```swift
    /// Injector.default.bind(
    ///     Pool.self,
    ///     lifetime: .singleton,
    ///     to: .async { try await Pool.open() }.onEnd { try await $0.close() }
    /// )
    /// ```
    ///
    /// - Parameter end: Ends an instance; called once for each, with errors collected in `EndingError`.
    /// - Returns: The factory; a second `onEnd` replaces the first.
    @_disfavoredOverload
    public func onEnd(_ end: @escaping @Sendable (P) async throws -> Void) -> Factory {
        Factory(body.ending(.awaited(end)))
    }
}
