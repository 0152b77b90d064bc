/// A namespace for casts between function types that have the same representation.
///
/// The compiler does not allow a synchronous call of a function that may be isolated to an actor. A cast function can
/// be called synchronously. Each call follows `checkIsolation`, so the function never runs outside its actor.
@usableFromInline
enum IsolatedFunction {
    @inlinable
    static func cast<Function, Target>(_ function: Function, to type: Target.Type) -> Target {
        _ = isSound
        return unsafeBitCast(function, to: type)
    }

    /// A check that ends the process with a message if the representations differ.
    ///
    /// It is evaluated once.
    @usableFromInline static let isSound: Void = {
        let function: @isolated(any) (Int) throws -> Int = { @Sendable in $0 + 1 }
        let plain = unsafeBitCast(function, to: ((Int) throws -> Int).self)
        let sending = unsafeBitCast(function, to: (@isolated(any) (Int) throws -> sending Int).self)
        precondition(
            (try? plain(1)) == 2 && sending.isolation == nil,
            "This compiler represents isolated functions in a way that this version of Wormer does not support."
        )
    }()
}

/// Calls a function on its actor.
///
/// The result leaves the actor as the answer to a request. If the type is not Sendable, the user is responsible for
/// using the instance safely outside the actor, as with every binding of such a type.
@usableFromInline
func hop<Implementation>(
    to function: @escaping @isolated(any) () throws -> Implementation
) async throws -> Implementation {
    // A `sending` result has the same representation as any other result.
    let sending = IsolatedFunction.cast(function, to: (@isolated(any) () throws -> sending Implementation).self)
    return try await sending()
}

/// Calls a function with an argument on its actor.
@usableFromInline
func hop<Argument, Implementation>(
    to function: @escaping @isolated(any) (Argument) throws -> Implementation,
    with argument: Argument
) async throws -> Implementation {
    // The same applies to the argument.
    nonisolated(unsafe) let argument = argument
    let sending = IsolatedFunction.cast(function, to: (@isolated(any) (Argument) throws -> sending Implementation).self)
    return try await sending(argument)
}

/// Calls a function in the isolation of an actor.
func call<Argument, Implementation>(
    _ function: (Argument) throws -> Implementation,
    with argument: sending Argument,
    on actor: isolated any Actor
) throws -> sending Implementation {
    // The result leaves the actor as in `hop`.
    nonisolated(unsafe) let implementation = try function(argument)
    return implementation
}
