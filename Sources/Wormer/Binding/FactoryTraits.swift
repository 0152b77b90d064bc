/// The rare parts of a factory: whatever is more than a function that any thread may call.
///
/// They are stored by reference, because most factories have none.
@usableFromInline
package final class FactoryTraits: @unchecked Sendable {
    // Immutable. Unchecked because of the functions, which run on the factory's actor.
    let parts: Parts

    init(_ parts: Parts) {
        self.parts = parts
    }

    typealias MakeAsync = nonisolated(nonsending) (Injector, Parameters) async throws -> AnyInstance

    // Initializers for code that is compiled into clients.

    /// Creates the traits of a function with parameters, or of a value.
    @usableFromInline
    convenience init(isolation: (any Actor)? = nil, parameters: [Lookup] = [], valueOfType type: Any.Type? = nil) {
        self.init(Parts(isolation: isolation, dependencies: parameters, implementation: type))
    }

    /// Creates the traits of a function that may be isolated to an actor, or returns nil if it isn't.
    @usableFromInline
    package convenience init?(isolation: (any Actor)?, isImplied: Bool) {
        guard let isolation else { return nil }
        self.init(Parts(isolation: isolation, isIsolationImplied: isImplied))
    }
}

extension FactoryTraits {
    struct Parts {
        /// Something that takes the place of a function of the user.
        enum Substitute {
            /// A value that a scope provides.
            case value
            /// A stand-in whose lookups record issues in tests, and which may have an instance to continue with.
            case standIn(hasPlaceholder: Bool)
        }

        /// The actor on which the function must run, if any.
        var isolation: (any Actor)?

        /// Whether the isolation comes from the code around the function, and is not stated at the binding.
        var isIsolationImplied = false

        /// The function's parameters.
        var dependencies: [Lookup] = []

        /// Calls an asynchronous function with its parameters; nil for a synchronous one.
        var makeAsync: MakeAsync?

        /// The type of the instances, if it is known before one is created.
        var implementation: Any.Type?

        /// The declared service that an alias refers to.
        var aliased: Key?

        /// The actor on which an asynchronous lookup runs the function, although other lookups may call it anywhere.
        var preferredActor: (any Actor)?

        var substitute: Substitute?

        /// The closure that ends an instance.
        var end: OnEnd?

        /// Whether no test may look up an instance.
        var isUnavailableInTests = false
    }
}

extension FactoryTraits.Parts {
    /// Whether only an asynchronous lookup can create an instance.
    var isAsynchronous: Bool { makeAsync != nil }

    var isProvided: Bool { if case .value? = substitute { true } else { false } }
    var isUnimplemented: Bool { if case .standIn? = substitute { true } else { false } }

    /// Whether the factory is a stand-in without an instance to continue with, so that each lookup fails.
    var failsAlways: Bool { if case .standIn(hasPlaceholder: false)? = substitute { true } else { false } }

    /// Whether any thread may call the function.
    var runsAnywhere: Bool { !isAsynchronous && isolation == nil }

    /// Whether an asynchronous lookup runs the function where it is, without awaiting parameters.
    var isImmediate: Bool { dependencies.isEmpty && preferredActor == nil }

    /// Whether an instance comes from a function that does more than combine its parameters: not from a value, an
    /// alias, or a synchronous function with parameters.
    var runsOwnFunction: Bool {
        isAsynchronous || isolation != nil
            || dependencies.isEmpty && implementation == nil && aliased == nil && substitute == nil
    }
}

/// The closure that ends each instance of a binding.
package struct OnEnd: Sendable {
    enum Function: Sendable {
        case immediate(@Sendable (AnyInstance) throws -> Void)
        case awaited(@Sendable (AnyInstance) async throws -> Void)
    }

    let function: Function

    // The key proves the type: the instances of a binding of `P` are each an `Instance<P>`.

    package init<P>(_ end: @escaping @Sendable (P) throws -> Void) {
        function = .immediate { try end(unsafeDowncast($0, to: Instance<P>.self).value) }
    }

    package init<P>(awaiting end: @escaping @Sendable (P) async throws -> Void) {
        function = .awaited { try await end(unsafeDowncast($0, to: Instance<P>.self).value) }
    }

    var isAwaited: Bool {
        if case .awaited = function { true } else { false }
    }
}
