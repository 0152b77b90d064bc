/// The properties of a factory that don't depend on the type of its instances.
@usableFromInline
package struct FactoryTraits {
    /// The actor on which the function must run, if any.
    @usableFromInline var isolation: (any Actor)?

    /// Whether the isolation comes from the code around the function, and is not stated at the binding.
    var isIsolationImplied: Bool

    /// The function's parameters.
    var dependencies: [Parameter] = []

    /// The declared service that an alias refers to.
    var aliased: Key?

    /// The type of the instances, if it is known before one is created.
    @usableFromInline var implementation: Any.Type?

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
    @usableFromInline var hasEnd = false
    var hasAsyncTeardown = false

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

extension FactoryTraits {
    @usableFromInline
    init(
        isolation: (any Actor)? = nil,
        isIsolationImplied: Bool = false,
        dependencies: [Parameter] = [],
        implementation: Any.Type? = nil
    ) {
        // The memberwise initializer, which does not copy the value.
        self.init(
            isolation: isolation,
            isIsolationImplied: isIsolationImplied,
            dependencies: dependencies,
            aliased: nil,
            implementation: implementation
        )
    }
}

/// A factory for any interface.
@usableFromInline
package class AnyFactoryBody: @unchecked Sendable {
    @usableFromInline package let traits: FactoryTraits

    fileprivate init(_ traits: FactoryTraits) {
        self.traits = traits
    }
}

/// A factory for the interface `P`: the user's function, and the actor that it is isolated to.
@usableFromInline
package final class FactoryBody<P>: AnyFactoryBody, @unchecked Sendable {
    /// Creates an instance with the injector in which the binding is registered, and its teardown, if it has an `onEnd`
    /// and the caller keeps it.
    @usableFromInline let make: (Injector, UnsafeMutablePointer<Teardown?>?) throws -> P

    /// Creates the box of an instance.
    ///
    /// A closure that is compiled into the client needs no metadata.
    @usableFromInline let box: (P, Teardown?) -> AnyInstance

    /// Creates an instance, and may wait for the function, its actor, or its dependencies.
    let makeAsync: ((Injector, inout Teardown?) async throws -> P)?

    /// Returns an instance to continue with, if the factory is unimplemented and has a placeholder.
    let placeholder: (() -> P)?

    @usableFromInline
    init(
        _ traits: FactoryTraits = FactoryTraits(),
        make: @escaping (Injector, UnsafeMutablePointer<Teardown?>?) throws -> P,
        makeAsync: ((Injector, inout Teardown?) async throws -> P)? = nil,
        placeholder: (() -> P)? = nil,
        box: @escaping (P, Teardown?) -> AnyInstance = { Instance($0, $1) }
    ) {
        self.make = make
        self.box = box
        self.makeAsync = makeAsync
        self.placeholder = placeholder
        super.init(traits)
    }

    /// Creates a factory that only an asynchronous request can run.
    @usableFromInline
    convenience init(
        dependencies: [Parameter] = [],
        onlyAsync make: @escaping (Injector, inout Teardown?) async throws -> P
    ) {
        var traits = FactoryTraits(dependencies: dependencies)
        traits.isAsynchronous = true
        self.init(traits, make: { _, _ in throw ResolutionError.failed(.needsAwaiting) }, makeAsync: make)
    }

    /// Creates a factory from a function that may be isolated to an actor.
    ///
    /// - Parameters:
    ///   - function: Creates an instance.
    ///   - isImplied: Whether the isolation comes from the code around the function.
    @inlinable
    package convenience init(isolated function: @escaping @isolated(any) () throws -> P, isImplied: Bool = true) {
        let isolated = IsolatedFunction(function)
        let plain = isolated.plain
        self.init(
            FactoryTraits(isolation: function.isolation, isIsolationImplied: isImplied),
            make: { _, _ in try plain() },
            makeAsync: function.isolation == nil ? nil : { _, _ in try await isolated.hop() }
        )
    }

    /// Creates a factory from a function that takes an argument and may be isolated to an actor.
    ///
    /// - Parameters:
    ///   - function: Creates an instance.
    ///   - argument: Returns the argument of the function.
    ///   - isImplied: Whether the isolation comes from the code around the function.
    @inlinable
    package convenience init<Argument>(
        isolated function: @escaping @isolated(any) (Argument) throws -> P,
        argument: @escaping (Injector) -> Argument,
        isImplied: Bool = true
    ) {
        let isolated = IsolatedUnaryFunction(function)
        let plain = isolated.plain
        self.init(
            FactoryTraits(isolation: function.isolation, isIsolationImplied: isImplied),
            make: { injector, _ in try plain(argument(injector)) },
            makeAsync: function.isolation == nil
                ? nil : { injector, _ in try await isolated.hop(with: argument(injector)) }
        )
    }

    /// Creates a factory whose function runs on an actor for an asynchronous request, and on the current thread
    /// otherwise.
    ///
    /// - Parameters:
    ///   - function: Creates an instance.
    ///   - argument: Returns the argument of the function.
    ///   - actor: The actor that the function may need.
    ///   - aliased: The declared service that the function reads.
    package convenience init<Argument>(
        _ function: @escaping (Argument) throws -> P,
        argument: @escaping (Injector) -> Argument,
        preferring actor: (any Actor)?,
        aliased: Key?
    ) {
        var traits = FactoryTraits()
        traits.mayHop = actor != nil
        traits.aliased = aliased
        self.init(
            traits,
            make: { injector, _ in try function(argument(injector)) },
            makeAsync: actor.map { actor in
                { injector, _ in
                    nonisolated(unsafe) let function = function
                    nonisolated(unsafe) let argument = argument(injector)
                    return try await call(function, with: argument, on: actor)
                }
            }
        )
    }
}

// MARK: - Variants of a factory

extension FactoryBody {
    /// Returns a copy of the factory that no test may request.
    func unavailableInTests() -> FactoryBody {
        var traits = traits
        traits.isUnavailableInTests = true
        return FactoryBody(
            traits,
            make: make,
            makeAsync: makeAsync,
            placeholder: placeholder,
            box: box
        )
    }

    /// Returns a copy of the factory with a closure that ends an instance.
    func ending(_ onEnd: OnEnd<P>) -> FactoryBody {
        var traits = traits
        traits.hasEnd = true
        traits.hasAsyncTeardown = onEnd.isAwaited
        return FactoryBody(
            traits,
            make: { [make] injector, teardown in
                let instance = try make(injector, teardown)
                teardown?.pointee = onEnd.teardown(of: instance)
                return instance
            },
            makeAsync: makeAsync.map { makeAsync in
                { injector, teardown in
                    let instance = try await makeAsync(injector, &teardown)
                    teardown = onEnd.teardown(of: instance)
                    return instance
                }
            },
            box: box
        )
    }

    /// Returns a factory whose instances are converted to another interface.
    ///
    /// A request fails if its instance does not conform.
    @usableFromInline
    package func converted<Interface>(to interface: Interface.Type) -> FactoryBody<Interface> {
        FactoryBody<Interface>(
            traits,
            make: { [make] in try convert(make($0, $1), to: interface) },
            makeAsync: makeAsync.map { [isolation = traits.isolation] makeAsync in
                { try await convert(makeAsync($0, &$1), to: interface, madeOn: isolation) }
            }
        )
    }
}

/// The closure that ends each instance of a binding.
@usableFromInline
package enum OnEnd<P>: Sendable {
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
        case .immediate(let end): Teardown(.immediate { _ in try end(instance) })
        case .awaited(let end): Teardown(.awaited { _ in try await end(instance) })
        }
    }
}

// MARK: - Conversion

/// Converts an implementation to the interface that it is bound to.
@inlinable
func convert<Implementation, P>(_ implementation: Implementation, to interface: P.Type) throws -> P {
    guard let instance = implementation as? P else { throw nonConformance(of: implementation, to: interface) }
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
