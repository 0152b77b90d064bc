/// The one place in which a function is taken for one of another type of the same representation.
///
/// A function whose type says that it belongs to some actor cannot be called synchronously. `checkIsolation` comes
/// before each such call, so that it never runs off its actor.
@usableFromInline
enum IsolatedFunction {
    @inlinable
    static func cast<Function, Target>(_ function: Function, to type: Target.Type) -> Target {
        _ = isSound
        return unsafeBitCast(function, to: type)
    }

    /// Ends the process with a text if the representations differ; run once.
    @usableFromInline static let isSound: Void = {
        let function: @isolated(any) (Int) throws -> Int = { @Sendable in $0 + 1 }
        let plain = unsafeBitCast(function, to: ((Int) throws -> Int).self)
        let sending = unsafeBitCast(function, to: (@isolated(any) (Int) throws -> sending Int).self)
        precondition(
            (try? plain(1)) == 2 && sending.isolation == nil,
            "This compiler represents functions of actors in another way; Wormer has to be adapted to it."
        )
    }()
}

/// Calls a function on its actor.
///
/// The implementation leaves the actor as the answer to a request: whoever bound it on an actor and asks for it
/// elsewhere vouches for that, as with every binding of a type that is not Sendable.
@usableFromInline
func hop<Implementation>(
    to function: @escaping @isolated(any) () throws -> Implementation
) async throws -> Implementation {
    // A result that is sent has the same representation as one that stays.
    let sending = IsolatedFunction.cast(function, to: (@isolated(any) () throws -> sending Implementation).self)
    return try await sending()
}

/// Calls a function with an argument on its actor.
@usableFromInline
func hop<Argument, Implementation>(
    to function: @escaping @isolated(any) (Argument) throws -> Implementation,
    with argument: Argument
) async throws -> Implementation {
    // As above, for the argument too.
    nonisolated(unsafe) let argument = argument
    let sending = IsolatedFunction.cast(function, to: (@isolated(any) (Argument) throws -> sending Implementation).self)
    return try await sending(argument)
}

/// Converts an implementation to the interface it is bound to, if need be on the actor that it was made on.
///
/// A conformance may belong to an actor, and then it counts only there. A function whose type does not tell its actor
/// is taken for one of the main actor.
@inlinable
func convert<Implementation, P>(
    _ implementation: Implementation,
    to interface: P.Type,
    madeOn actor: (any Actor)?
) async throws -> P {
    if let instance = implementation as? P {
        return instance
    }
    // As above.
    nonisolated(unsafe) let implementation = implementation
    return try await convert(implementation, to: interface, on: actor ?? MainActor.shared)
}

@usableFromInline
func convert<Implementation, P>(
    _ implementation: Implementation,
    to interface: P.Type,
    on actor: isolated any Actor
) async throws -> sending P {
    nonisolated(unsafe) let instance = try convert(implementation, to: interface)
    return instance
}

/// Calls a function where an actor is.
private func call<Argument, Implementation>(
    _ function: (Argument) throws -> Implementation,
    with argument: sending Argument,
    on actor: isolated any Actor
) throws -> sending Implementation {
    // As above.
    nonisolated(unsafe) let implementation = try function(argument)
    return implementation
}

extension Factory {
    /// Creates an factory whose function is called on an actor by a request that waits, and by another where that is.
    ///
    /// - Parameters:
    ///   - function: Makes an implementation.
    ///   - argument: What the function is called with.
    ///   - actor: The actor that the function may need.
    package convenience init<Argument, Implementation>(
        _ function: @escaping (Argument) throws -> Implementation,
        argument: @escaping (Injector) -> Argument,
        preferring actor: (any Actor)?
    ) {
        self.init(isolation: nil) { injector in try convert(function(argument(injector)), to: P.self) }
        if let actor {
            mayHop = true
            makeAsync = { injector, _ in
                nonisolated(unsafe) let function = function
                nonisolated(unsafe) let argument = argument(injector)
                let implementation = try await call(function, with: argument, on: actor)
                return try await convert(implementation, to: P.self, madeOn: actor)
            }
        }
    }

    /// Creates an factory that can only be run by a request that waits.
    @inlinable
    package convenience init<Implementation>(
        async function: @escaping @isolated(any) () async throws -> Implementation,
        onEnd: OnEnd<Implementation>?
    ) {
        self.init(isolation: function.isolation, asyncDependencies: [], onEnd: onEnd) { _ in
            let sending = IsolatedFunction.cast(
                function,
                to: (@isolated(any) () async throws -> sending Implementation).self
            )
            return try await sending()
        }
    }

    /// Creates an factory that can only be run by a request that waits, and whose function is given an argument.
    @inlinable
    package convenience init<Argument, Implementation>(
        async function: @escaping @isolated(any) (Argument) async throws -> Implementation,
        argument: @escaping (Injector) -> Argument,
        onEnd: OnEnd<Implementation>?
    ) {
        self.init(isolation: function.isolation, asyncDependencies: [], onEnd: onEnd) { injector in
            nonisolated(unsafe) let argument = argument(injector)
            let sending = IsolatedFunction.cast(
                function,
                to: (@isolated(any) (Argument) async throws -> sending Implementation).self
            )
            return try await sending(argument)
        }
    }

    /// Creates an factory that can only be run by a request that waits, and that resolves the parameters of its
    /// function by their types.
    @inlinable
    package convenience init<Implementation, First, each Dependency>(
        asyncWiring function: @escaping @Sendable (First, repeat each Dependency) async throws -> Implementation,
        at location: CodeLocation,
        onEnd: OnEnd<Implementation>?
    ) {
        let dependencies = types(First.self, repeat (each Dependency).self)
        self.init(isolation: nil, asyncDependencies: dependencies, onEnd: onEnd) { injector in
            try await function(
                injector.asyncDependency(First.self, at: location),
                repeat injector.asyncDependency((each Dependency).self, at: location)
            )
        }
    }

    @inlinable
    convenience init<Implementation>(
        isolation: (any Actor)?,
        asyncDependencies dependencies: [Any.Type],
        onEnd: OnEnd<Implementation>?,
        function: @escaping (Injector) async throws -> Implementation
    ) {
        self.init(isolation: isolation, dependencies: dependencies) { _ in throw needsAwaiting() }
        isAsynchronous = true
        hasAsyncTeardown = onEnd?.isAwaited ?? false
        makeAsync = { injector, teardown in
            let implementation = try await function(injector)
            teardown = onEnd?.teardown(of: implementation)
            return try await convert(implementation, to: P.self, madeOn: isolation)
        }
    }
}

@usableFromInline
@inline(never)
func needsAwaiting() -> any Error {
    NeedsAwaiting()
}
