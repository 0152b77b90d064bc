import CWormer

/// A factory, whatever its interface.
@usableFromInline
package class AnyFactory: @unchecked Sendable {
    // Complete when it is given to a binding, and not changed afterwards.

    /// The actor that the function has to be called on, if any.
    @usableFromInline final let isolation: (any Actor)?

    /// The interfaces that the function's own parameter types name.
    final let dependencies: [Any.Type]

    /// Whether a request that can wait changes to an actor, although one that cannot may try without.
    @usableFromInline final var mayHop = false

    /// Whether only a request that can wait can make an instance.
    @usableFromInline final var isAsynchronous = false

    /// Whether what ends an instance has to be awaited.
    @usableFromInline final var hasAsyncTeardown = false

    /// Whether a request that can wait must, whatever the dependencies.
    final var mayNeedAwaiting: Bool { isAsynchronous || isolation != nil || mayHop }

    fileprivate init(isolation: (any Actor)?, dependencies: [Any.Type]) {
        self.isolation = isolation
        self.dependencies = dependencies
    }

    /// Makes sure that this thread may call the function.
    ///
    /// - Throws: `NeedsAwaiting`, `WrongIsolation`.
    final func checkThatItCanRun() throws {
        if isAsynchronous {
            throw NeedsAwaiting()
        }
        try checkIsolation(isolation)
    }
}

/// Makes instances for the interface `P`: the user's function with the conversion to `P`, and the actor that it belongs
/// to.
@usableFromInline
package final class Factory<P>: AnyFactory, @unchecked Sendable {
    /// Makes an instance; it is given the injector in which the binding is registered.
    @usableFromInline let make: (Injector) throws -> P

    /// Makes an instance together with what ends it, where the binding has something to do at the end.
    @usableFromInline var makeWithTeardown: ((Injector, inout Teardown?) throws -> P)?

    /// Makes an instance where one may wait: for the function, for its actor, or for what its parameters name.
    @usableFromInline var makeAsync: ((Injector, inout Teardown?) async throws -> P)?

    @usableFromInline
    init(
        isolation: (any Actor)?,
        dependencies: [Any.Type] = [],
        make: @escaping (Injector) throws -> P
    ) {
        self.make = make
        super.init(isolation: isolation, dependencies: dependencies)
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
