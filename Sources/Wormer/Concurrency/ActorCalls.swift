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

/// Calls a function where an actor is.
func call<Argument, Implementation>(
    _ function: (Argument) throws -> Implementation,
    with argument: sending Argument,
    on actor: isolated any Actor
) throws -> sending Implementation {
    // As above.
    nonisolated(unsafe) let implementation = try function(argument)
    return implementation
}
