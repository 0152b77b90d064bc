// Functions whose parameters are resolved. They have at least one parameter, so that they never compete with functions
// without parameters. An asynchronous lookup awaits the parameters in order, and hands the frame of the construction
// down to them.

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
            FactoryTraits(
                parameters: parameters(
                    of: Argument<First>.byType,
                    repeat Argument<each Dependency>.byType,
                    at: location
                ),
                prepare: { injector, frame in
                    let first = try await injector.asyncDependency(First.self, at: location, below: frame)
                    let rest =
                        (repeat try await injector.asyncDependency((each Dependency).self, at: location, below: frame))
                    return { Instance(try function(first, repeat each rest)) }
                }
            ),
            make: { injector in
                try function(
                    injector.dependency(First.self, at: location),
                    repeat injector.dependency((each Dependency).self, at: location)
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
            FactoryTraits(
                parameters: parameters(of: first, repeat each rest, at: location),
                prepare: { injector, frame in
                    let first = try await first.asyncResolve(in: injector, at: location, below: frame)
                    let rest = (repeat try await (each rest).asyncResolve(in: injector, at: location, below: frame))
                    return { Instance(try function(first, repeat each rest)) }
                }
            ),
            make: { injector in
                try function(
                    first.resolve(in: injector, at: location),
                    repeat (each rest).resolve(in: injector, at: location)
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
                parameters: parameters(of: first, repeat each rest, at: location),
                prepare: { injector, frame in
                    nonisolated(unsafe) let first = try await first.asyncResolve(
                        in: injector,
                        at: location,
                        below: frame
                    )
                    nonisolated(unsafe) let rest =
                        (repeat try await (each rest).asyncResolve(in: injector, at: location, below: frame))
                    let make: @MainActor () throws -> Interface = { try function(first, repeat each rest) }
                    let plain = IsolatedFunction(make).plain
                    return { Instance(try plain()) }
                }
            ),
            make: { injector in
                let first = try first.resolve(in: injector, at: location)
                let rest = (repeat try (each rest).resolve(in: injector, at: location))
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
            onlyAsync: { injector, frame in
                Instance(
                    try await function(
                        first.asyncResolve(in: injector, at: location, below: frame),
                        repeat (each rest).asyncResolve(in: injector, at: location, below: frame)
                    )
                )
            }
        )
    }
}
