import CWormer

/// Makes instances for the interface `P`: the user's function with the conversion to `P`, and the actor that it belongs
/// to.
@usableFromInline
package final class Factory<P>: @unchecked Sendable {
    // Complete when it is given to a binding, and not changed afterwards.

    /// The actor that the function has to be called on, if any.
    @usableFromInline let isolation: (any Actor)?

    /// The interfaces that the function's own parameter types name.
    let dependencies: [Any.Type]

    /// Makes an instance; it is given the injector in which the binding is registered.
    @usableFromInline let make: (Injector) throws -> P

    /// Makes an instance together with what ends it, where the binding has something to do at the end.
    @usableFromInline var makeWithTeardown: ((Injector, inout Teardown?) throws -> P)?

    /// Makes an instance where one may wait: for the function, for its actor, or for what its parameters name.
    @usableFromInline var makeAsync: ((Injector, inout Teardown?) async throws -> P)?

    /// Whether `makeAsync` changes to an actor, although a request that cannot wait may try without.
    @usableFromInline var mayHop = false

    /// Whether an instance can be made in no other way than by `makeAsync`.
    @usableFromInline var isAsynchronous = false

    /// Whether what ends an instance has to be awaited.
    @usableFromInline var hasAsyncTeardown = false

    @usableFromInline
    init(
        isolation: (any Actor)?,
        dependencies: [Any.Type] = [],
        make: @escaping (Injector) throws -> P
    ) {
        self.isolation = isolation
        self.dependencies = dependencies
        self.make = make
    }

    /// Creates a factory from a function of the user's.
    ///
    /// - Parameters:
    ///   - function: Makes an implementation.
    ///   - argument: Makes what the function is called with.
    @inlinable
    package convenience init<Argument, Implementation>(
        _ function: @escaping @isolated(any) (Argument) throws -> Implementation,
        argument: @escaping (Injector) -> Argument
    ) {
        let plain = IsolatedFunction.cast(function, to: ((Argument) throws -> Implementation).self)
        self.init(isolation: function.isolation) { injector in
            try convert(plain(argument(injector)), to: P.self)
        }
        if isolation != nil {
            makeAsync = { injector, _ in
                let implementation = try await hop(to: function, with: argument(injector))
                return try await convert(implementation, to: P.self, madeOn: function.isolation)
            }
        }
    }

    @inlinable
    package convenience init<Implementation>(_ function: @escaping @isolated(any) () throws -> Implementation) {
        let plain = IsolatedFunction.cast(function, to: (() throws -> Implementation).self)
        self.init(isolation: function.isolation) { _ in try convert(plain(), to: P.self) }
        if isolation != nil {
            makeAsync = { _, _ in
                try await convert(hop(to: function), to: P.self, madeOn: function.isolation)
            }
        }
    }
}

/// Makes sure that this thread may call what belongs to an actor.
///
/// - Throws: `WrongIsolation`.
@inline(__always)
func checkIsolation(_ isolation: (any Actor)?) throws {
    if let isolation {
        try checkIsCurrent(isolation)
    }
}

/// Makes sure that this thread may construct a declared service.
///
/// Its property belongs to the actor and its getter has been reached, so the compiler saw to it, except where a key path
/// led here. For another actor than the main one nothing tells.
///
/// - Throws: `WrongIsolation`.
func checkDeclaredIsolation(_ isolation: (any Actor)?) throws {
    if let isolation, isolation === MainActor.shared {
        try checkIsCurrent(isolation)
    }
}

@inline(never)
private func checkIsCurrent(_ actor: any Actor) throws {
    guard actor === MainActor.shared, wormer_is_on_main_queue() else {
        throw WrongIsolation(expected: actor)
    }
}

/// The implementation was made but is not of the interface's type.
struct NonConformance: Error {
    let actual: Any.Type
}

/// Converts an implementation to the interface it is bound to; where both are known to the compiler, statically.
@inlinable
@inline(__always)
package func convert<Implementation, P>(_ implementation: Implementation, to interface: P.Type) throws -> P {
    guard let instance = implementation as? P else {
        throw nonConformance(of: implementation)
    }
    return instance
}

@usableFromInline
@inline(never)
func nonConformance(of implementation: Any) -> any Error {
    NonConformance(actual: type(of: implementation))
}
