// Factories with an argument for each parameter. An asynchronous lookup awaits the parameters beforehand, in code that is
// not compiled into clients.

extension Factory {
    /// Creates each instance with an initializer and an argument for each of its parameters.
    ///
    /// Use it if the type alone doesn't say which instance to take. Default arguments of the initializer aren't used.
    ///
    /// ```swift
    /// Injector.default.bind(
    ///     Proxy.self,
    ///     to: .using(Proxy.init(host:log:timeout:), .id("proxy.host"), .byType, .value(30))
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - make: Creates an instance from its dependencies.
    ///   - first: The first argument.
    ///   - rest: The other arguments.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func using<First, each Dependency, Failure: Error>(
        _ make: @escaping @Sendable (First, repeat each Dependency) throws(Failure) -> Interface,
        _ first: Argument<First>,
        _ rest: repeat Argument<each Dependency>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Factory {
        let location = CodeLocation(fileID: fileID, line: line)
        return Factory(
            FactoryTraits(parameters: parameters(of: first, repeat each rest, at: location)),
            make: { injector, parameters in
                try make(
                    first.next(of: &parameters, in: injector, at: location),
                    repeat (each rest).next(of: &parameters, in: injector, at: location)
                )
            }
        )
    }

    /// Creates each instance with a main-actor-isolated initializer and an argument for each of its parameters.
    ///
    /// ```swift
    /// Injector.default.bind(Screen.self, to: .onMainActor(HomeScreen.init(log:), .id("home")))
    /// ```
    ///
    /// - Parameters:
    ///   - make: Creates an instance from its dependencies.
    ///   - first: The first argument.
    ///   - rest: The other arguments.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func onMainActor<First, each Dependency, Failure: Error>(
        _ make: @escaping @MainActor (First, repeat each Dependency) throws(Failure) -> Interface,
        _ first: Argument<First>,
        _ rest: repeat Argument<each Dependency>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Factory {
        let location = CodeLocation(fileID: fileID, line: line)
        return Factory(
            FactoryTraits(
                isolation: MainActor.shared,
                parameters: parameters(of: first, repeat each rest, at: location)
            ),
            make: { injector, parameters in
                let first = try first.next(of: &parameters, in: injector, at: location)
                let rest = (repeat try (each rest).next(of: &parameters, in: injector, at: location))
                let call: @MainActor () throws -> Interface = { try make(first, repeat each rest) }
                return try IsolatedFunction(call).plain()
            }
        )
    }

    /// Creates each instance with an asynchronous function and an argument for each of its parameters.
    ///
    /// ```swift
    /// Injector.default.bind(Store.self, lifetime: .singleton, to: .async(Store.open(pool:log:), .byType, .id("store")))
    /// ```
    ///
    /// - Parameters:
    ///   - make: Creates an instance from its dependencies.
    ///   - first: The first argument.
    ///   - rest: The other arguments.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The factory.
    @_alwaysEmitIntoClient
    public static func async<First, each Dependency, Failure: Error>(
        _ make: @escaping @Sendable (First, repeat each Dependency) async throws(Failure) -> Interface,
        _ first: Argument<First>,
        _ rest: repeat Argument<each Dependency>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Factory {
        Factory(
            dependencies: parameters(of: first, repeat each rest, at: CodeLocation(fileID: fileID, line: line)),
            onlyAsync: { _, parameters in
                var parameters = parameters
                let first = first.next(of: &parameters)
                let rest = (repeat (each rest).next(of: &parameters))
                return Instance(try await make(first, repeat each rest))
            }
        )
    }
}

extension Injector {
    /// Wraps the implementation of an interface in a decorator with an argument for each other parameter.
    ///
    /// ```swift
    /// Injector.default.decorate(API.self, with: LoggingAPI.init(base:logger:), .id("network"))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding.
    ///   - decorator: Returns the decorated instance for a base instance and the dependencies.
    ///   - first: The argument for the second parameter.
    ///   - rest: The arguments for the parameters after it.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    @_alwaysEmitIntoClient
    public func decorate<P, First, each Dependency, Failure: Error>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        with decorator: @escaping @Sendable (P, First, repeat each Dependency) throws(Failure) -> P,
        _ first: Argument<First>,
        _ rest: repeat Argument<each Dependency>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        registry.decorate(
            with: Decoration(of: Key(interface, id: id), wiring: decorator, first, repeat each rest, at: location)
        )
    }
}

extension Decoration {
    /// Creates a decorator with an argument for each parameter after the first.
    @_alwaysEmitIntoClient
    convenience init<P, First, each Dependency, Failure: Error>(
        of key: Key,
        wiring decorator: @escaping @Sendable (P, First, repeat each Dependency) throws(Failure) -> P,
        _ first: Argument<First>,
        _ rest: repeat Argument<each Dependency>,
        at location: CodeLocation
    ) {
        self.init(
            key: key,
            at: location,
            dependencies: parameters(of: first, repeat each rest, at: location)
        ) { base, parameters in
            let base = unsafeDowncast(base, to: Instance<P>.self).value
            return Instance(
                try decorator(base, first.next(of: &parameters), repeat (each rest).next(of: &parameters))
            )
        }
    }
}
