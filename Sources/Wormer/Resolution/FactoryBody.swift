/// The properties of a factory that don't depend on the type of its instances.
@usableFromInline
package struct FactoryTraits {
    /// The actor on which the function must run, if any.
    @usableFromInline var isolation: (any Actor)?

    /// Whether the isolation comes from the code around the function, and is not stated at the binding.
    @usableFromInline package var isIsolationImplied = false

    /// The function's parameters.
    var dependencies: [Parameter]

    /// The declared service that an alias refers to.
    package var aliased: Key?

    /// The type of the instances, if it is known before one is created.
    @usableFromInline package var implementation: Any.Type?

    /// Whether an asynchronous request runs the function on an actor, although other requests may call it directly.
    var mayHop = false

    /// Whether only an asynchronous request can create an instance.
    var isAsynchronous = false

    /// Whether a scope provides the value, or the factory is a stand-in whose requests record issues in tests.
    @usableFromInline var isProvided = false
    @usableFromInline var isUnimplemented = false

    /// Whether no test may request an instance.
    var isUnavailableInTests = false

    /// Whether an instance has an `onEnd`, and whether that must be awaited.
    @usableFromInline package var hasEnd = false
    var hasAsyncTeardown = false

    @usableFromInline
    init(isolation: (any Actor)? = nil, dependencies: [Parameter] = []) {
        self.isolation = isolation
        self.dependencies = dependencies
    }

    /// Whether any thread may call the function.
    var runsAnywhere: Bool { !isAsynchronous && isolation == nil }

    /// Whether an asynchronous request may have to await the factory or its actor, regardless of the dependencies.
    var mayNeedAwaiting: Bool { isAsynchronous || isolation != nil || mayHop }

    /// Whether an instance comes from a function that does more than combine its parameters: not from a value, an
    /// alias, or a synchronous function with parameters.
    var runsOwnFunction: Bool {
        isAsynchronous || isolation != nil
            || dependencies.isEmpty && implementation == nil && aliased == nil && !isProvided && !isUnimplemented
    }

    /// Checks that this thread may call the function.
    ///
    /// - Throws: `needsAwaiting`, `wrongIsolation`.
    func checkThatItCanRun() throws {
        if isAsynchronous {
            throw ResolutionError.failed(.needsAwaiting)
        }
        try checkIsolation(isolation)
    }
}

/// A factory for any interface.
@usableFromInline
package class AnyFactoryBody: @unchecked Sendable {
    // Complete when it is passed to a binding, and immutable afterwards.
    @exclusivity(unchecked) @usableFromInline package final var traits = FactoryTraits()
}

/// A factory for the interface `P`: the user's function, and the actor that it is isolated to.
@usableFromInline
package final class FactoryBody<P>: AnyFactoryBody, @unchecked Sendable {
    /// Creates an instance with the injector in which the binding is registered.
    @usableFromInline let make: (Injector) throws -> P

    /// Creates an instance and its teardown, if the binding has an `onEnd`.
    @exclusivity(unchecked) @usableFromInline var makeWithTeardown: ((Injector, inout Teardown?) throws -> P)?

    /// Creates an instance, and may wait for the function, its actor, or its dependencies.
    @exclusivity(unchecked) @usableFromInline var makeAsync: ((Injector, inout Teardown?) async throws -> P)?

    /// Returns an instance to continue with, if the factory is unimplemented and has a placeholder.
    @exclusivity(unchecked) final var placeholder: (() -> P)?

    @usableFromInline
    init(make: @escaping (Injector) throws -> P) {
        self.make = make
    }

    @usableFromInline
    convenience init(
        _ traits: FactoryTraits,
        make: @escaping (Injector) throws -> P,
        makeAsync: ((Injector, inout Teardown?) async throws -> P)? = nil
    ) {
        self.init(make: make)
        self.traits = traits
        self.makeAsync = makeAsync
    }

    /// Creates a factory that only an asynchronous request can run.
    @usableFromInline
    convenience init(
        dependencies: [Parameter] = [],
        onlyAsync make: @escaping (Injector, inout Teardown?) async throws -> P
    ) {
        self.init(
            FactoryTraits(dependencies: dependencies),
            make: { _ in throw ResolutionError.failed(.needsAwaiting) },
            makeAsync: make
        )
        traits.isAsynchronous = true
    }

    /// Creates a factory from a function that may be isolated to an actor.
    @inlinable
    package convenience init(isolated function: @escaping @isolated(any) () throws -> P) {
        let isolated = IsolatedFunction(function)
        let plain = isolated.plain
        self.init(FactoryTraits(isolation: function.isolation), make: { _ in try plain() })
        if traits.isolation != nil {
            traits.isIsolationImplied = true
            makeAsync = { _, _ in try await isolated.hop() }
        }
    }

    /// Creates a factory from a function that takes an argument and may be isolated to an actor.
    @inlinable
    package convenience init<Argument>(
        isolated function: @escaping @isolated(any) (Argument) throws -> P,
        argument: @escaping (Injector) -> Argument
    ) {
        let isolated = IsolatedUnaryFunction(function)
        let plain = isolated.plain
        self.init(FactoryTraits(isolation: function.isolation), make: { try plain(argument($0)) })
        if traits.isolation != nil {
            traits.isIsolationImplied = true
            makeAsync = { injector, _ in try await isolated.hop(with: argument(injector)) }
        }
    }

    /// Creates a factory whose function runs on an actor for an asynchronous request, and on the current thread
    /// otherwise.
    ///
    /// - Parameters:
    ///   - function: Creates an instance.
    ///   - argument: Returns the argument of the function.
    ///   - actor: The actor that the function may need.
    package convenience init<Argument>(
        _ function: @escaping (Argument) throws -> P,
        argument: @escaping (Injector) -> Argument,
        preferring actor: (any Actor)?
    ) {
        self.init(make: { try function(argument($0)) })
        if let actor {
            traits.mayHop = true
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
    /// Returns a copy of the factory that no test may request.
    func unavailableInTests() -> FactoryBody {
        let guarded = FactoryBody(traits, make: make, makeAsync: makeAsync)
        guarded.traits.isUnavailableInTests = true
        guarded.makeWithTeardown = makeWithTeardown
        guarded.placeholder = placeholder
        return guarded
    }

    /// Returns a copy of the factory with a closure that ends an instance.
    func ending(_ onEnd: OnEnd<P>) -> FactoryBody {
        let make = make
        let ended = FactoryBody(traits, make: make)
        ended.traits.hasEnd = true
        ended.traits.hasAsyncTeardown = onEnd.isAwaited
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

    /// Returns a factory whose instances are converted to another interface.
    ///
    /// A request fails if its instance does not conform.
    @usableFromInline
    package func converted<Interface>(to interface: Interface.Type) -> FactoryBody<Interface> {
        let (make, isolation) = (make, traits.isolation)
        let converted = FactoryBody<Interface>(traits) { try convert(make($0), to: interface) }
        converted.makeWithTeardown = makeWithTeardown.map { makeWithTeardown in
            { try convert(makeWithTeardown($0, &$1), to: interface) }
        }
        converted.makeAsync = makeAsync.map { makeAsync in
            { try await convert(makeAsync($0, &$1), to: interface, madeOn: isolation) }
        }
        return converted
    }
}

/// The closure that ends each instance of a binding.
@usableFromInline
package enum OnEnd<P> {
    case immediate(@Sendable (P) throws -> Void)
    case awaited(@Sendable (P) async throws -> Void)

    var isAwaited: Bool {
        if case .awaited = self { true } else { false }
    }

    /// Returns the teardown of one instance.
    func teardown(of instance: P) -> Teardown {
        // Requests share the instance. The user is responsible for an `onEnd` that can safely run here.
        nonisolated(unsafe) let instance = instance
        return switch self {
        case .immediate(let end): Teardown(.immediate { try end(instance) })
        case .awaited(let end): Teardown(.awaited { try await end(instance) })
        }
    }
}

// MARK: - Conversion

/// Converts an implementation to the interface that it is bound to.
@inlinable
func convert<Implementation, P>(_ implementation: Implementation, to interface: P.Type) throws -> P {
    guard let instance = implementation as? P else {
        throw nonConformance(of: implementation, to: interface)
    }
    return instance
}

@usableFromInline
func nonConformance(of implementation: Any, to interface: Any.Type) -> any Error {
    ResolutionError.failed(.doesNotConform(expected: interface, actual: type(of: implementation)))
}

/// Converts an implementation to an interface, on the actor of its factory if necessary.
///
/// A conformance may be isolated to an actor, and is valid only there. A function without a known actor is treated like
/// a function of the main actor.
private func convert<Implementation, P>(
    _ implementation: Implementation,
    to interface: P.Type,
    madeOn actor: (any Actor)?
) async throws -> P {
    if let instance = implementation as? P {
        return instance
    }
    // The implementation leaves the actor as the answer to a request; see `IsolatedFunction.hop`.
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
