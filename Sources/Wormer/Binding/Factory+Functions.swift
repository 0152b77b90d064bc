// How functions become factories, and factories others.

extension Factory {
    /// Creates a factory from a function that may be isolated to an actor.
    ///
    /// - Parameters:
    ///   - function: Creates an instance.
    ///   - isImplied: Whether the isolation comes from the code around the function.
    @inlinable
    package init(isolated function: @escaping @isolated(any) () throws -> Interface, isImplied: Bool = true) {
        let plain = IsolatedFunction(function).plain
        self.init(FactoryTraits(isolation: function.isolation, isImplied: isImplied), make: { _, _ in try plain() })
    }

    /// Creates a factory from a function that takes an argument and may be isolated to an actor.
    ///
    /// - Parameters:
    ///   - function: Creates an instance.
    ///   - argument: Returns the argument of the function.
    ///   - isImplied: Whether the isolation comes from the code around the function.
    @inlinable
    package init<Argument>(
        isolated function: @escaping @isolated(any) (Argument) throws -> Interface,
        argument: @escaping (Injector) -> Argument,
        isImplied: Bool = true
    ) {
        let plain = IsolatedUnaryFunction(function).plain
        self.init(
            FactoryTraits(isolation: function.isolation, isImplied: isImplied),
            make: { injector, _ in try plain(argument(injector)) }
        )
    }

    /// Creates a factory that resolves the parameters of a function by their types.
    ///
    /// This is `using(_:_:_:)` with arguments that are all `byType`, without the costs of looking at them. The function has at
    /// least one parameter, so that it never competes with one without parameters.
    @_alwaysEmitIntoClient
    init<First, each Dependency, Failure: Error>(
        wiring function: @escaping @Sendable (First, repeat each Dependency) throws(Failure) -> Interface,
        at location: CodeLocation
    ) {
        self.init(
            FactoryTraits(parameters: parameters(ofTypes: First.self, repeat (each Dependency).self, at: location)),
            make: { injector, parameters in
                try function(
                    parameters.next(First.self, in: injector, at: location),
                    repeat parameters.next((each Dependency).self, in: injector, at: location)
                )
            }
        )
    }

    /// Creates a factory that only an asynchronous lookup can run.
    @usableFromInline
    init(
        dependencies: [Lookup] = [],
        aliased: Key? = nil,
        onlyAsync make: nonisolated(nonsending) @escaping (Injector, Parameters) async throws -> AnyInstance
    ) {
        self.init(
            FactoryTraits(.init(dependencies: dependencies, makeAsync: make, aliased: aliased)),
            make: { _, _ in throw LookupError.failed(.needsAwaiting) }
        )
    }

    /// Creates a factory whose function runs on an actor for an asynchronous lookup, and on the current thread
    /// otherwise.
    ///
    /// - Parameters:
    ///   - actor: The actor that the function may need.
    ///   - aliased: The declared service that the function reads.
    ///   - function: Creates an instance.
    package init(
        preferring actor: (any Actor)?,
        aliased: Key?,
        _ function: @escaping (Injector) throws -> Interface
    ) {
        let traits = FactoryTraits(.init(aliased: aliased, preferredActor: actor))
        self.init(traits, make: { injector, _ in try function(injector) })
    }

    /// Creates a factory that awaits the call of a declared function.
    ///
    /// - Parameters:
    ///   - aliased: The declared function.
    ///   - function: Calls it.
    package init(awaiting aliased: Key, _ function: @escaping (Injector) async throws -> Any) {
        self.init(
            aliased: aliased,
            onlyAsync: { injector, _ in Instance(try convert(await function(injector), to: Interface.self)) }
        )
    }

    /// Creates the factory of a declared service, to which each lookup passes the function.
    init(ofDeclaration traits: FactoryTraits) {
        self.init(traits, make: { _, _ in throw LookupError.failed(.notBound) })
    }

    /// Returns this factory with other rare parts.
    func with(_ change: (inout FactoryTraits.Parts) -> Void) -> Factory {
        var parts = traits?.parts ?? FactoryTraits.Parts()
        change(&parts)
        return Factory(FactoryTraits(parts), make: make, box: box)
    }

    /// Returns a factory of a function without parameters whose instances are converted to another interface.
    ///
    /// A lookup fails if its instance does not conform. The conversion runs where the function runs, because a
    /// conformance may be isolated to an actor, and is valid only there.
    package func converted<Other>(to interface: Other.Type) -> Factory<Other> {
        Factory<Other>(traits, make: { [make] in try convert(make($0, &$1), to: interface) })
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
    LookupError.failed(.doesNotConform(expected: interface, actual: type(of: implementation)))
}
