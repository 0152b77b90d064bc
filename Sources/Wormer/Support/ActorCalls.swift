/// A function without parameters that may be isolated to an actor.
///
/// The compiler does not allow a synchronous call of such a function. This type casts the function to one that can be
/// called synchronously. Each call of `plain` follows `checkIsolation`, so the function never runs outside its actor.
///
/// The cast is that of a struct that holds the function: as a generic argument, the type of an isolated function needs
/// metadata that only systems from 2024 on can create.
@frozen
@usableFromInline
struct IsolatedFunction<Result> {
    @usableFromInline let call: @isolated(any) () throws -> Result

    @inlinable
    init(_ call: @escaping @isolated(any) () throws -> Result) {
        self.call = call
    }

    /// The function without its isolation.
    @inlinable var plain: () throws -> Result {
        _ = isCastSound
        return unsafeBitCast(self, to: (() throws -> Result).self)
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

    /// The function without its isolation.
    @inlinable var plain: (Argument) throws -> Result {
        _ = isCastSound
        return unsafeBitCast(self, to: ((Argument) throws -> Result).self)
    }
}

/// A check that ends the process with a message if the representations of the cast functions differ.
///
/// It is evaluated once.
@usableFromInline let isCastSound: Void = {
    let function = IsolatedUnaryFunction<Int, Int> { @Sendable in $0 + 1 }
    let plain = unsafeBitCast(function, to: ((Int) throws -> Int).self)
    precondition(
        (try? plain(1)) == 2,
        "This compiler represents isolated functions in a way that this version of Wormer does not support."
    )
}()
