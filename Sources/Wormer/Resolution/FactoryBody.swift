/// The properties of a factory that don't depend on the type of its instances.
@usableFromInline
package struct FactoryTraits {
    /// The actor on which the function must run, if any.
    var isolation: (any Actor)?

    /// Whether the isolation comes from the code around the function, and is not stated at the binding.
    var isIsolationImplied: Bool

    /// The function's parameters.
    var dependencies: [Lookup] = []

    /// The declared service that an alias refers to.
    var aliased: Key?

    /// The type of the instances, if it is known before one is created.
    var implementation: Any.Type?

    /// The actor on which an asynchronous lookup runs the function, although other lookups may call it anywhere.
    var preferredActor: (any Actor)?

    /// Whether only an asynchronous lookup can create an instance.
    var isAsynchronous = false

    /// Whether a scope provides the value, or the factory is a stand-in whose lookups record issues in tests.
    var isProvided = false
    var isUnimplemented = false

    /// Whether no test may look up an instance.
    var isUnavailableInTests = false

    /// Whether any thread may call the function.
    var runsAnywhere: Bool { !isAsynchronous && isolation == nil }

    /// Whether an instance comes from a function that does more than combine its parameters: not from a value, an
    /// alias, or a synchronous function with parameters.
    var runsOwnFunction: Bool {
        isAsynchronous || isolation != nil
            || dependencies.isEmpty && implementation == nil && aliased == nil && !isProvided && !isUnimplemented
    }
}

extension FactoryTraits {
    @usableFromInline
    init(
        isolation: (any Actor)? = nil,
        isIsolationImplied: Bool = false,
        dependencies: [Lookup] = [],
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

/// The parts of a factory that don't depend on the type of its instances.
final class FactoryParts: @unchecked Sendable {
    // Immutable.
    let traits: FactoryTraits

    /// Awaits the parameters of a synchronous function, in order, and returns a function that calls it with them; nil if
    /// it has no parameters.
    let prepare: (nonisolated(nonsending) (Injector, Frame) async throws -> () throws -> AnyInstance)?

    /// Awaits the parameters of an asynchronous function and calls it; nil for a synchronous one.
    let makeAsync: (nonisolated(nonsending) (Injector, Frame) async throws -> AnyInstance)?

    /// The parts of a factory that only has a function, which all of them share.
    static let none = FactoryParts(FactoryTraits(), nil, nil)

    init(
        _ traits: FactoryTraits,
        _ prepare: (nonisolated(nonsending) (Injector, Frame) async throws -> () throws -> AnyInstance)?,
        _ makeAsync: (nonisolated(nonsending) (Injector, Frame) async throws -> AnyInstance)?
    ) {
        (self.traits, self.prepare, self.makeAsync) = (traits, prepare, makeAsync)
    }
}

/// A factory for any interface.
@usableFromInline
package class AnyFactoryBody: @unchecked Sendable {
    let parts: FactoryParts

    /// Whether the `onEnd` of an instance must be awaited, or nil if there is none.
    let isEndAwaited: Bool?

    /// Whether an asynchronous lookup runs the function where it is, without awaiting parameters.
    @usableFromInline let isImmediate: Bool

    /// The factory of assigned instances, and of declared services, to which each lookup passes the function.
    static let none = AnyFactoryBody(.none, isEndAwaited: nil)

    fileprivate init(_ parts: FactoryParts, isEndAwaited: Bool?) {
        self.parts = parts
        self.isEndAwaited = isEndAwaited
        isImmediate = parts.prepare == nil && parts.traits.preferredActor == nil
    }

    package final var traits: FactoryTraits { parts.traits }

    // MARK: - Overridden in the subclass

    /// Whether the factory is unimplemented, but has an instance to continue with.
    var hasPlaceholder: Bool { false }

    /// Creates an instance, without its end and decorators.
    func make(in injector: Injector) throws -> AnyInstance { throw LookupError.failed(.notBound) }

    /// Returns the end of an instance of a binding, if there is an `onEnd`.
    func teardown(of instance: AnyInstance, _ binding: Binding) -> Teardown? { nil }

    /// Returns a box of the same instance with an end.
    func box(_ instance: AnyInstance, endedBy teardown: Teardown) -> AnyInstance { instance }

    /// Returns a box that refers weakly to an instance.
    ///
    /// - Throws: `notAnObject`.
    func weakReference(to instance: AnyInstance) throws -> AnyInstance { instance }

    /// Returns the factory for a binding whose value is provided for its scope.
    ///
    /// Ends the process with a message if no scope can be opened with the value.
    func provided(for key: Key, _ lifetime: Lifetime, at location: CodeLocation) -> AnyFactoryBody { self }
}

/// A factory for the interface `P`: the user's function, and the actor that it is isolated to.
@usableFromInline
package final class FactoryBody<P>: AnyFactoryBody, @unchecked Sendable {
    /// Creates an instance with the injector in which the binding is registered.
    ///
    /// The caller has checked that this thread may run the function.
    @usableFromInline let make: (Injector) throws -> P

    /// Creates the box of an instance.
    ///
    /// A closure that is compiled into the client needs no metadata.
    let box: (P, Teardown?) -> AnyInstance

    /// The end of an instance and the stand-in for one, which few factories have.
    private let rest: Rest?

    private final class Rest {
        let end: OnEnd<P>?
        let placeholder: (() -> P)?

        init(_ end: OnEnd<P>?, _ placeholder: (() -> P)?) {
            (self.end, self.placeholder) = (end, placeholder)
        }
    }

    /// Ends an instance.
    var end: OnEnd<P>? { rest?.end }

    /// Returns an instance to continue with, if the factory is unimplemented and has a placeholder.
    var placeholder: (() -> P)? { rest?.placeholder }

    override var hasPlaceholder: Bool { placeholder != nil }

    /// Creates a factory that only has a function, which any thread may call.
    @usableFromInline
    init(
        make: @escaping (Injector) throws -> P,
        box: @escaping (P, Teardown?) -> AnyInstance = { Instance($0, $1) }
    ) {
        (self.make, self.box, rest) = (make, box, nil)
        super.init(.none, isEndAwaited: nil)
    }

    @usableFromInline
    convenience init(
        _ traits: FactoryTraits,
        make: @escaping (Injector) throws -> P,
        prepare: (nonisolated(nonsending) (Injector, Frame) async throws -> () throws -> AnyInstance)? = nil,
        makeAsync: (nonisolated(nonsending) (Injector, Frame) async throws -> AnyInstance)? = nil,
        placeholder: (() -> P)? = nil,
        box: @escaping (P, Teardown?) -> AnyInstance = { Instance($0, $1) }
    ) {
        self.init(FactoryParts(traits, prepare, makeAsync), make, nil, placeholder, box)
    }

    fileprivate init(
        _ parts: FactoryParts,
        _ make: @escaping (Injector) throws -> P,
        _ end: OnEnd<P>?,
        _ placeholder: (() -> P)?,
        _ box: @escaping (P, Teardown?) -> AnyInstance
    ) {
        self.make = make
        self.box = box
        rest = end == nil && placeholder == nil ? nil : Rest(end, placeholder)
        super.init(parts, isEndAwaited: end?.isAwaited)
    }

    override func make(in injector: Injector) throws -> AnyInstance {
        box(try make(injector), nil)
    }

    // The key proves the type: a binding of `P` has only a `FactoryBody<P>` and an `Instance<P>`. The same applies elsewhere.

    override func teardown(of instance: AnyInstance, _ binding: Binding) -> Teardown? {
        guard let end else { return nil }
        return Teardown(end.action(for: unsafeDowncast(instance, to: Instance<P>.self).value), of: binding)
    }

    override func box(_ instance: AnyInstance, endedBy teardown: Teardown) -> AnyInstance {
        box(unsafeDowncast(instance, to: Instance<P>.self).value, teardown)
    }

    override func weakReference(to instance: AnyInstance) throws -> AnyInstance {
        let instance = unsafeDowncast(instance, to: Instance<P>.self).value
        guard let reference = WeakInstance(instance, box: box) else {
            throw LookupError.failed(.notAnObject(actual: type(of: instance as Any)))
        }
        return reference
    }

    override func provided(for key: Key, _ lifetime: Lifetime, at location: CodeLocation) -> AnyFactoryBody {
        FactoryBody(
            providedWith: lifetime.scopeToProvide(for: key, hasEnd: end != nil, at: location),
            isUnavailableInTests: traits.isUnavailableInTests
        )
    }

    /// Creates the factory of a declared service, to which each lookup passes the function.
    convenience init(endingWith end: OnEnd<P>?, isUnavailableInTests: Bool) {
        var parts = FactoryParts.none
        if isUnavailableInTests {
            var traits = FactoryTraits()
            traits.isUnavailableInTests = true
            parts = FactoryParts(traits, nil, nil)
        }
        self.init(parts, { _ in throw LookupError.failed(.notBound) }, end, nil, { Instance($0, $1) })
    }

    /// Creates a factory that only an asynchronous lookup can run.
    @usableFromInline
    convenience init(
        dependencies: [Lookup] = [],
        onlyAsync make: nonisolated(nonsending) @escaping (Injector, Frame) async throws -> AnyInstance
    ) {
        var traits = FactoryTraits(dependencies: dependencies)
        traits.isAsynchronous = true
        self.init(traits, make: { _ in throw LookupError.failed(.needsAwaiting) }, makeAsync: make)
    }

    /// Creates a factory from a function that may be isolated to an actor.
    ///
    /// - Parameters:
    ///   - function: Creates an instance.
    ///   - isImplied: Whether the isolation comes from the code around the function.
    @inlinable
    package convenience init(isolated function: @escaping @isolated(any) () throws -> P, isImplied: Bool = true) {
        let plain = IsolatedFunction(function).plain
        self.init(
            FactoryTraits(isolation: function.isolation, isIsolationImplied: isImplied),
            make: { _ in try plain() }
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
        let plain = IsolatedUnaryFunction(function).plain
        self.init(
            FactoryTraits(isolation: function.isolation, isIsolationImplied: isImplied),
            make: { injector in try plain(argument(injector)) }
        )
    }

    /// Creates a factory whose function runs on an actor for an asynchronous lookup, and on the current thread
    /// otherwise.
    ///
    /// - Parameters:
    ///   - actor: The actor that the function may need.
    ///   - aliased: The declared service that the function reads.
    ///   - function: Creates an instance.
    package convenience init(
        preferring actor: (any Actor)?,
        aliased: Key?,
        _ function: @escaping (Injector) throws -> P
    ) {
        var traits = FactoryTraits()
        traits.preferredActor = actor
        traits.aliased = aliased
        self.init(traits, make: function)
    }
}

// MARK: - Variants of a factory

extension FactoryBody {
    /// Returns a copy of the factory that no test may look up.
    func unavailableInTests() -> FactoryBody {
        var traits = traits
        traits.isUnavailableInTests = true
        return FactoryBody(FactoryParts(traits, parts.prepare, parts.makeAsync), make, end, placeholder, box)
    }

    /// Returns a copy of the factory with a closure that ends an instance.
    func ending(_ onEnd: OnEnd<P>) -> FactoryBody {
        FactoryBody(parts, make, onEnd, placeholder, box)
    }

    /// Returns a factory of a function without parameters whose instances are converted to another interface.
    ///
    /// A lookup fails if its instance does not conform. The conversion runs where the function runs, because a
    /// conformance may be isolated to an actor, and is valid only there.
    package func converted<Interface>(to interface: Interface.Type) -> FactoryBody<Interface> {
        FactoryBody<Interface>(traits, make: { [make] in try convert(make($0), to: interface) })
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

    /// Returns the closure for one instance.
    func action(for instance: P) -> OnEnd<Void> {
        // Lookups share the instance. The user is responsible for an `onEnd` that can safely run here.
        nonisolated(unsafe) let instance = instance
        return switch self {
        case .immediate(let end): .immediate { _ in try end(instance) }
        case .awaited(let end): .awaited { _ in try await end(instance) }
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
    LookupError.failed(.doesNotConform(expected: interface, actual: type(of: implementation)))
}
