import CWormer

/// What makes an instance for the interface `P`: the user's function with the conversion to `P` built in, and the
/// actor that function belongs to.
package struct Initializer<P> {
    /// The actor that the function has to be called on, if any.
    let isolation: (any Actor)?

    /// The interfaces that the function's own parameter types name.
    var dependencies: [Any.Type] = []

    /// Makes an instance.
    ///
    /// The injector is the one in which the binding lives.
    let make: (Injector) throws -> P

    /// Creates an initializer from a function of the user's.
    ///
    /// - Parameters:
    ///   - function: Makes an implementation.
    ///   - argument: What the function is called with.
    package init<Argument, Implementation>(
        _ function: @escaping @isolated(any) (Argument) throws -> Implementation,
        argument: @escaping (Injector) -> Argument
    ) {
        isolation = function.isolation
        // Both types have the same representation; `checkIsolation` comes before each call, so that the
        // function never runs off its actor.
        let plain = unsafeBitCast(function, to: ((Argument) throws -> Implementation).self)
        make = { injector in try convert(plain(argument(injector)), to: P.self) }
    }

    package init<Implementation>(_ function: @escaping @isolated(any) () throws -> Implementation) {
        isolation = function.isolation
        // As above.
        let plain = unsafeBitCast(function, to: (() throws -> Implementation).self)
        make = { _ in try convert(plain(), to: P.self) }
    }

    /// Makes sure that this thread may call the function now.
    ///
    /// - Throws: `WrongIsolation`.
    @inline(__always)
    func checkIsolation() throws {
        if let isolation {
            try checkIsCurrent(isolation)
        }
    }
}

@inline(never)
private func checkIsCurrent(_ actor: any Actor) throws {
    guard actor === MainActor.shared, wormer_is_on_main_queue() else {
        throw WrongIsolation(expected: actor)
    }
}

/// The implementation was made but is not what it was bound as.
struct NonConformance: Error {
    let actual: Any.Type
}

/// Converts an implementation to the interface it is bound to.
func convert<Implementation, P>(_ implementation: Implementation, to interface: P.Type) throws -> P {
    guard let instance = implementation as? P else {
        throw NonConformance(actual: type(of: implementation as Any))
    }
    return instance
}
