// Functions whose parameters are resolved by their types. They have at least one parameter, so that they never compete
// with functions without parameters.

extension FactoryBody {
    /// Creates a factory that resolves the parameters of a function by their types.
    @_alwaysEmitIntoClient
    package convenience init<First, each Dependency>(
        wiring function: @escaping @Sendable (First, repeat each Dependency) throws -> P,
        at location: CodeLocation
    ) {
        self.init(
            FactoryTraits(dependencies: parameters(First.self, repeat (each Dependency).self, at: location)),
            make: { injector in
                try function(
                    injector.parameter(First.self, at: location),
                    repeat injector.parameter((each Dependency).self, at: location)
                )
            },
            makeAsync: { injector, _ in
                try await function(
                    injector.asyncDependency(First.self, at: location),
                    repeat injector.asyncDependency((each Dependency).self, at: location)
                )
            }
        )
    }

    /// Creates a factory that resolves the parameters of a main-actor function by their types.
    @_alwaysEmitIntoClient
    package convenience init<First, each Dependency>(
        wiringOnMainActor function: @escaping @MainActor (First, repeat each Dependency) throws -> P,
        at location: CodeLocation
    ) {
        self.init(
            FactoryTraits(
                isolation: MainActor.shared,
                dependencies: parameters(First.self, repeat (each Dependency).self, at: location)
            ),
            make: { injector in
                let first = try injector.parameter(First.self, at: location)
                let rest = (repeat try injector.parameter((each Dependency).self, at: location))
                let make: @MainActor () throws -> P = { try function(first, repeat each rest) }
                return try IsolatedFunction(make).plain()
            },
            makeAsync: { injector, _ in
                nonisolated(unsafe) let first = try await injector.asyncDependency(First.self, at: location)
                nonisolated(unsafe) let rest =
                    (repeat try await injector.asyncDependency((each Dependency).self, at: location))
                let make: @MainActor () throws -> P = { try function(first, repeat each rest) }
                return try await IsolatedFunction(make).hop()
            }
        )
    }

    /// Creates a factory that resolves the parameters of an asynchronous function by their types.
    @_alwaysEmitIntoClient
    package convenience init<First, each Dependency>(
        asyncWiring function: @escaping @Sendable (First, repeat each Dependency) async throws -> P,
        at location: CodeLocation
    ) {
        self.init(
            dependencies: parameters(First.self, repeat (each Dependency).self, at: location),
            onlyAsync: { injector, _ in
                try await function(
                    injector.asyncDependency(First.self, at: location),
                    repeat injector.asyncDependency((each Dependency).self, at: location)
                )
            }
        )
    }
}

/// A parameter that is resolved by its type, and by an identifier if it has one.
@usableFromInline
struct Parameter {
    let key: Key
    let location: CodeLocation

    @usableFromInline
    init(_ type: Any.Type, at location: CodeLocation) {
        self.init(Key(type), at: location)
    }

    init(_ key: Key, at location: CodeLocation) {
        self.key = key
        self.location = location
    }
}

@_alwaysEmitIntoClient
func parameters<First, each Rest>(
    _ first: First.Type,
    _ rest: repeat (each Rest).Type,
    at location: CodeLocation
) -> [Parameter] {
    var parameters = [Parameter(first, at: location)]
    repeat parameters.append(Parameter(each rest, at: location))
    return parameters
}
