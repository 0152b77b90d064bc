/// A function without parameters that may be isolated to an actor.
///
/// The compiler does not allow a synchronous call of such a function. This type casts the function to one that can be
/// called synchronously, or that has a `sending` result. Each call of `plain` follows `checkIsolation`, so the function
/// never runs outside its actor.
///
/// The casts are between structs that hold the functions, and not between the functions: as a generic argument, the
/// type of an isolated function needs metadata that only systems from 2024 on can create.
@frozen
@usableFromInline
struct IsolatedFunction<Result> {
    @usableFromInline let call: @isolated(any) () throws -> Result

    @inlinable
    init(_ call: @escaping @isolated(any) () throws -> Result) {
        self.call = call
    }

    @frozen
    @usableFromInline
    struct Plain {
        @usableFromInline let call: () throws -> Result
    }

    private struct Sending {
        let call: @isolated(any) () throws -> sending Result
    }

    /// The function without its isolation.
    @inlinable var plain: () throws -> Result {
        _ = isCastSound
        return unsafeBitCast(self, to: Plain.self).call
    }

    /// Calls the function on its actor.
    ///
    /// The result leaves the actor as the answer to a request. If the type is not Sendable, the user is responsible for
    /// using the instance safely outside the actor, as with every binding of such a type.
    @usableFromInline
    func hop() async throws -> Result {
        _ = isCastSound
        return try await unsafeBitCast(self, to: Sending.self).call()
    }
}

/// A function with a parameter that may be isolated to an actor; see `IsolatedFunction`.
@frozen
@usableFromInline
struct IsolatedUnaryFunction<Argument, Result> {
    @usableFromInline let call: @isolated(any) (Argument) throws -> Result

    @inlinable
    init(_ call: @escaping @isolated(any) (Argument) throws -> Result) {
        self.call = call
    }

    @frozen
    @usableFromInline
    struct Plain {
        @usableFromInline let call: (Argument) throws -> Result
    }

    private struct Sending {
        let call: @isolated(any) (Argument) throws -> sending Result
    }

    /// The function without its isolation.
    @inlinable var plain: (Argument) throws -> Result {
        _ = isCastSound
        return unsafeBitCast(self, to: Plain.self).call
    }

    /// Calls the function on its actor.
    @usableFromInline
    func hop(with argument: Argument) async throws -> Result {
        _ = isCastSound
        // The argument enters the actor as the result leaves it.
        nonisolated(unsafe) let argument = argument
        return try await unsafeBitCast(self, to: Sending.self).call(argument)
    }
}

/// A check that ends the process with a message if the representations of the cast functions differ.
///
/// It is evaluated once.
@usableFromInline let isCastSound: Void = {
    struct Sending {
        let call: @isolated(any) (Int) throws -> sending Int
    }
    let function = IsolatedUnaryFunction<Int, Int> { @Sendable in $0 + 1 }
    let plain = unsafeBitCast(function, to: IsolatedUnaryFunction<Int, Int>.Plain.self).call
    let sending = unsafeBitCast(function, to: Sending.self).call
    precondition(
        (try? plain(1)) == 2 && sending.isolation == nil,
        "This compiler represents isolated functions in a way that this version of Wormer does not support."
    )
}()

/// Calls a function in the isolation of an actor.
func call<Argument, Implementation>(
    _ function: (Argument) throws -> Implementation,
    with argument: sending Argument,
    on actor: isolated any Actor
) throws -> sending Implementation {
    // The result leaves the actor as in `IsolatedFunction.hop`.
    nonisolated(unsafe) let implementation = try function(argument)
    return implementation
}
