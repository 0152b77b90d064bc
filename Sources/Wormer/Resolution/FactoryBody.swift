/// A factory, whatever its interface.
@usableFromInline
package class AnyFactoryBody: @unchecked Sendable {
    // Complete when it is given to a binding, and not changed afterwards.

    /// The actor that the function has to be called on, if any.
    @usableFromInline final let isolation: (any Actor)?

    /// Whether the actor is that on which the function was written, without a word about it at the binding.
    @usableFromInline package final var isIsolationImplied = false

    /// The interfaces that the function's own parameter types name.
    final let dependencies: [Any.Type]

    /// The declared service that an alias stands for.
    package final var aliased: Key?

    /// The type of the instances, where it is known before one is made.
    @usableFromInline package final var implementation: Any.Type?

    /// Whether a request that can wait changes to an actor, although one that cannot may try without.
    final var mayHop = false

    /// Whether only a request that can wait can make an instance.
    final var isAsynchronous = false

    /// Whether the instance is a value that comes with a scope, or a stand-in whose requests are issues of tests.
    @usableFromInline final var isProvided = false
    @usableFromInline final var isUnimplemented = false

    /// Whether something is to be done when an instance's lifetime ends, and whether that has to be awaited.
    @usableFromInline package final var hasEnd = false
    final var hasAsyncTeardown = false

    /// Whether a request that can wait must, whatever the dependencies.
    final var mayNeedAwaiting: Bool { isAsynchronous || isolation != nil || mayHop }

    fileprivate init(isolation: (any Actor)?, dependencies: [Any.Type]) {
        self.isolation = isolation
        self.dependencies = dependencies
    }

    /// Takes over what does not depend on the type of the instances.
    final func inherit(from other: AnyFactoryBody) {
        isIsolationImplied = other.isIsolationImplied
        mayHop = other.mayHop
        isAsynchronous = other.isAsynchronous
        isProvided = other.isProvided
        isUnimplemented = other.isUnimplemented
        hasEnd = other.hasEnd
        hasAsyncTeardown = other.hasAsyncTeardown
        implementation = other.implementation
        aliased = other.aliased
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

/// Makes instances for the interface `P`: the user's function, and the actor that it belongs to.
@usableFromInline
package final class FactoryBody<P>: AnyFactoryBody, @unchecked Sendable {
    /// Makes an instance; it is given the injector in which the binding is registered.
    @usableFromInline let make: (Injector) throws -> P

    /// Makes an instance together with what ends it, where the binding has something to do at the end.
    @usableFromInline var makeWithTeardown: ((Injector, inout Teardown?) throws -> P)?

    /// Makes an instance where one may wait: for the function, for its actor, or for what its parameters name.
    @usableFromInline var makeAsync: ((Injector, inout Teardown?) async throws -> P)?

    /// Gives an instance to go on with, where the factory is unimplemented and has one.
    final var placeholder: (() -> P)?

    @usableFromInline
    init(
        isolation: (any Actor)? = nil,
        dependencies: [Any.Type] = [],
        make: @escaping (Injector) throws -> P,
        makeAsync: ((Injector, inout Teardown?) async throws -> P)? = nil
    ) {
        self.make = make
        self.makeAsync = makeAsync
        super.init(isolation: isolation, dependencies: dependencies)
    }

    /// Creates a factory that only a request that can wait can run.
    @usableFromInline
    convenience init(
        isolation: (any Actor)? = nil,
        dependencies: [Any.Type] = [],
        onlyAsync make: @escaping (Injector, inout Teardown?) async throws -> P
    ) {
        self.init(
            isolation: isolation,
            dependencies: dependencies,
            make: { _ in throw NeedsAwaiting() },
            makeAsync: make
        )
        isAsynchronous = true
    }

    /// Creates a factory from a function that may belong to an actor.
    @inlinable
    package convenience init(isolated function: @escaping @isolated(any) () throws -> P) {
        let plain = IsolatedFunction.cast(function, to: (() throws -> P).self)
        self.init(isolation: function.isolation, make: { _ in try plain() })
        if isolation != nil {
            isIsolationImplied = true
            makeAsync = { _, _ in try await hop(to: function) }
        }
    }

    /// As above, for a function that is given an argument.
    @inlinable
    package convenience init<Argument>(
        isolated function: @escaping @isolated(any) (Argument) throws -> P,
        argument: @escaping (Injector) -> Argument
    ) {
        let plain = IsolatedFunction.cast(function, to: ((Argument) throws -> P).self)
        self.init(isolation: function.isolation, make: { try plain(argument($0)) })
        if isolation != nil {
            isIsolationImplied = true
            makeAsync = { injector, _ in try await hop(to: function, with: argument(injector)) }
        }
    }

    /// Creates a factory whose function is called on an actor by a request that waits, and by another where that is.
    ///
    /// - Parameters:
    ///   - function: Makes an instance.
    ///   - argument: What the function is called with.
    ///   - actor: The actor that the function may need.
    package convenience init<Argument>(
        _ function: @escaping (Argument) throws -> P,
        argument: @escaping (Injector) -> Argument,
        preferring actor: (any Actor)?
    ) {
        self.init(make: { try function(argument($0)) })
        if let actor {
            mayHop = true
            makeAsync = { injector, _ in
                nonisolated(unsafe) let function = function
                nonisolated(unsafe) let argument = argument(injector)
                return try await call(function, with: argument, on: actor)
            }
        }
    }
}

// MARK: - Variants of a factory

extension FactoryBody {
    /// The same factory, with what ends an instance.
    func ending(_ onEnd: OnEnd<P>) -> FactoryBody {
        let make = make
        let ended = FactoryBody(isolation: isolation, dependencies: dependencies, make: make)
        ended.inherit(from: self)
        ended.hasEnd = true
        ended.hasAsyncTeardown = onEnd.isAwaited
        ended.makeWithTeardown = { injector, teardown in
            let instance = try make(injector)
            teardown = onEnd.teardown(of: instance)
            return instance
        }
        ended.makeAsync = makeAsync.map { makeAsync in
            { injector, teardown in
                let instance = try await makeAsync(injector, &teardown)
                teardown = onEnd.teardown(of: instance)
                return instance
            }
        }
        return ended
    }

    /// A factory whose instances are converted to another interface; where they are not of its type, each request
    /// fails.
    @usableFromInline
    package func converted<Interface>(to interface: Interface.Type) -> FactoryBody<Interface> {
        let (make, isolation) = (make, isolation)
        let converted = FactoryBody<Interface>(isolation: isolation, dependencies: dependencies) { injector in
            try convert(make(injector), to: interface)
        }
        converted.inherit(from: self)
        converted.makeWithTeardown = makeWithTeardown.map { makeWithTeardown in
            { injector, teardown in try convert(makeWithTeardown(injector, &teardown), to: interface) }
        }
        converted.makeAsync = makeAsync.map { makeAsync in
            { injector, teardown in
                try await convert(makeAsync(injector, &teardown), to: interface, madeOn: isolation)
            }
        }
        return converted
    }
}

/// Ends each instance of a binding when its lifetime ends.
@usableFromInline
package enum OnEnd<P> {
    case immediate(@Sendable (P) throws -> Void)
    case awaited(@Sendable (P) async throws -> Void)

    var isAwaited: Bool {
        if case .awaited = self { true } else { false }
    }

    /// The end of one instance.
    func teardown(of instance: P) -> Teardown {
        // The injector hands the instance out as the answer to requests; that it may be ended from here is the user's
        // word.
        nonisolated(unsafe) let instance = instance
        return switch self {
        case .immediate(let end): Teardown(.immediate { try end(instance) })
        case .awaited(let end): Teardown(.awaited { try await end(instance) })
        }
    }
}

// MARK: - Conversion

/// The implementation was made but is not of the interface's type.
struct NonConformance: Error {
    let actual: Any.Type
}

/// Converts an implementation to the interface that it is bound to.
@inlinable
func convert<Implementation, P>(_ implementation: Implementation, to interface: P.Type) throws -> P {
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

/// As above, if need be on the actor that the implementation was made on.
///
/// A conformance may belong to an actor, and then it counts only there. A function whose type does not tell its actor
/// is taken for one of the main actor.
private func convert<Implementation, P>(
    _ implementation: Implementation,
    to interface: P.Type,
    madeOn actor: (any Actor)?
) async throws -> P {
    if let instance = implementation as? P {
        return instance
    }
    // It leaves the actor as the answer to a request, see `hop`.
    nonisolated(unsafe) let implementation = implementation
    return try await convert(implementation, to: interface, on: actor ?? MainActor.shared)
}

private func convert<Implementation, P>(
    _ implementation: Implementation,
    to interface: P.Type,
    on actor: isolated any Actor
) async throws -> sending P {
    nonisolated(unsafe) let instance = try convert(implementation, to: interface)
    return instance
}
