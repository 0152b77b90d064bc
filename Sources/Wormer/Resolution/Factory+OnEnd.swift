/// What a binding does with each implementation when the instance's lifetime ends.
@usableFromInline
package enum OnEnd<Implementation> {
    case immediate(@Sendable (Implementation) throws -> Void)
    case awaited(@Sendable (Implementation) async throws -> Void)

    @usableFromInline var isAwaited: Bool {
        if case .awaited = self { true } else { false }
    }

    /// What ends one implementation.
    @usableFromInline
    func teardown(of implementation: Implementation) -> Teardown {
        // The injector hands the implementation out as the answer to requests; that it may be ended from here is the
        // user's word.
        nonisolated(unsafe) let implementation = implementation
        return switch self {
        case .immediate(let end): Teardown(.immediate { try end(implementation) })
        case .awaited(let end): Teardown(.awaited { try await end(implementation) })
        }
    }
}

extension Factory {
    /// Creates a factory from a function of the user's and from what ends its implementations.
    @inlinable
    package convenience init<Implementation>(
        _ function: @escaping @isolated(any) () throws -> Implementation,
        onEnd: OnEnd<Implementation>
    ) {
        let plain = IsolatedFunction.cast(function, to: (() throws -> Implementation).self)
        self.init(isolation: function.isolation, onEnd: onEnd) { _ in try plain() }
        if isolation != nil {
            makeAsync = { _, teardown in
                let implementation = try await hop(to: function)
                teardown = onEnd.teardown(of: implementation)
                return try await convert(implementation, to: P.self, madeOn: function.isolation)
            }
        }
    }

    /// Creates a factory from a function of the user's, which is given an argument, and from what ends its
    /// implementations.
    @inlinable
    package convenience init<Argument, Implementation>(
        _ function: @escaping @isolated(any) (Argument) throws -> Implementation,
        argument: @escaping (Injector) -> Argument,
        onEnd: OnEnd<Implementation>
    ) {
        let plain = IsolatedFunction.cast(function, to: ((Argument) throws -> Implementation).self)
        self.init(isolation: function.isolation, onEnd: onEnd) { injector in try plain(argument(injector)) }
        if isolation != nil {
            makeAsync = { injector, teardown in
                let implementation = try await hop(to: function, with: argument(injector))
                teardown = onEnd.teardown(of: implementation)
                return try await convert(implementation, to: P.self, madeOn: function.isolation)
            }
        }
    }

    @inlinable
    convenience init<Implementation>(
        isolation: (any Actor)?,
        dependencies: [Any.Type] = [],
        onEnd: OnEnd<Implementation>,
        function: @escaping (Injector) throws -> Implementation
    ) {
        self.init(isolation: isolation, dependencies: dependencies) { injector in
            try convert(function(injector), to: P.self)
        }
        hasAsyncTeardown = onEnd.isAwaited
        makeWithTeardown = { injector, teardown in
            let implementation = try function(injector)
            teardown = onEnd.teardown(of: implementation)
            return try convert(implementation, to: P.self)
        }
    }
}
