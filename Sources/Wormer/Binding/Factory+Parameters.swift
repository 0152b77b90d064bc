// Functions whose parameters are resolved. They have at least one parameter, so that they never compete with functions
// without parameters. An asynchronous lookup awaits the parameters beforehand, in code that is not compiled into clients.

extension Factory {
    /// Creates a factory that resolves the parameters of a function by their types.
    ///
    /// This is the initializer below for arguments that are all `byType`, without the costs of looking at them.
    @_alwaysEmitIntoClient
    init<First, each Dependency, Failure: Error>(
        wiring function: @escaping @Sendable (First, repeat each Dependency) throws(Failure) -> Interface,
        at location: CodeLocation
    ) {
        self.init(
            FactoryTraits(parameters: parameters(ofTypes: First.self, repeat (each Dependency).self, at: location)),
            make: { injector, parameters in
                try function(
                    parameters.next(First.self, in: injector, at: location),
                    repeat parameters.next((each Dependency).self, in: injector, at: location)
                )
            }
        )
    }

    /// Creates a factory that resolves the arguments of a function.
    @_alwaysEmitIntoClient
    init<First, each Dependency, Failure: Error>(
        wiring function: @escaping @Sendable (First, repeat each Dependency) throws(Failure) -> Interface,
        _ first: Argument<First>,
        _ rest: repeat Argument<each Dependency>,
        at location: CodeLocation
    ) {
        self.init(
            FactoryTraits(parameters: parameters(of: first, repeat each rest, at: location)),
            make: { injector, parameters in
                try function(
                    first.next(of: &parameters, in: injector, at: location),
                    repeat (each rest).next(of: &parameters, in: injector, at: location)
                )
            }
        )
    }

    /// Creates a factory that resolves the arguments of a main-actor function.
    @_alwaysEmitIntoClient
    init<First, each Dependency, Failure: Error>(
        wiringOnMainActor function: @escaping @MainActor (First, repeat each Dependency) throws(Failure) -> Interface,
        _ first: Argument<First>,
        _ rest: repeat Argument<each Dependency>,
        at location: CodeLocation
    ) {
        self.init(
            FactoryTraits(
                isolation: MainActor.shared,
                parameters: parameters(of: first, repeat each rest, at: location)
            ),
            make: { injector, parameters in
                let first = try first.next(of: &parameters, in: injector, at: location)
                let rest = (repeat try (each rest).next(of: &parameters, in: injector, at: location))
                let make: @MainActor () throws -> Interface = { try function(first, repeat each rest) }
                return try IsolatedFunction(make).plain()
            }
        )
    }

    /// Creates a factory that resolves the arguments of an asynchronous function.
    @_alwaysEmitIntoClient
    init<First, each Dependency, Failure: Error>(
        asyncWiring function: @escaping @Sendable (First, repeat each Dependency) async throws(Failure) -> Interface,
        _ first: Argument<First>,
        _ rest: repeat Argument<each Dependency>,
        at location: CodeLocation
    ) {
        self.init(
            dependencies: parameters(of: first, repeat each rest, at: location),
            onlyAsync: { _, parameters in
                var parameters = parameters
                let first = first.next(of: &parameters)
                let rest = (repeat (each rest).next(of: &parameters))
                return Instance(try await function(first, repeat each rest))
            }
        )
    }
}
