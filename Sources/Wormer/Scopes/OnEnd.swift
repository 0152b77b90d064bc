/// What a binding does with each implementation that it made when the instance's lifetime ends.
@usableFromInline
package enum OnEnd<Implementation> {
    case immediate(@Sendable (Implementation) throws -> Void)
    case awaited(@Sendable (Implementation) async throws -> Void)

    @usableFromInline var isAwaited: Bool {
        if case .awaited = self { true } else { false }
    }

    /// What ends one implementation.
    @usableFromInline
    func ending(of implementation: Implementation) -> Ending {
        // The injector gave the implementation to whoever asked; that it may be ended from here is the user's word.
        nonisolated(unsafe) let implementation = implementation
        return switch self {
        case .immediate(let end): Ending(.immediate { try end(implementation) })
        case .awaited(let end): Ending(.awaited { try await end(implementation) })
        }
    }
}

extension Initializer {
    /// Creates an initializer from a function of the user's and from what ends its implementations.
    @inlinable
    package convenience init<Implementation>(
        _ function: @escaping @isolated(any) () throws -> Implementation,
        onEnd: OnEnd<Implementation>
    ) {
        // As in the initializers without an end.
        let plain = unsafeBitCast(function, to: (() throws -> Implementation).self)
        self.init(isolation: function.isolation, onEnd: onEnd) { _ in try plain() }
        if isolation != nil {
            makeAsync = { _, ending in
                let implementation = try await hop(to: function)
                let instance = try await convert(implementation, to: P.self, madeOn: function.isolation)
                ending = onEnd.ending(of: implementation)
                return instance
            }
        }
    }

    /// Creates an initializer from a function of the user's, which is given an argument, and from what ends its
    /// implementations.
    @inlinable
    package convenience init<Argument, Implementation>(
        _ function: @escaping @isolated(any) (Argument) throws -> Implementation,
        argument: @escaping (Injector) -> Argument,
        onEnd: OnEnd<Implementation>
    ) {
        // As above.
        let plain = unsafeBitCast(function, to: ((Argument) throws -> Implementation).self)
        self.init(isolation: function.isolation, onEnd: onEnd) { injector in try plain(argument(injector)) }
        if isolation != nil {
            makeAsync = { injector, ending in
                let implementation = try await hop(to: function, with: argument(injector))
                let instance = try await convert(implementation, to: P.self, madeOn: function.isolation)
                ending = onEnd.ending(of: implementation)
                return instance
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
        endsAsynchronously = onEnd.isAwaited
        makeWithEnding = { injector, ending in
            let implementation = try function(injector)
            ending = onEnd.ending(of: implementation)
            return try convert(implementation, to: P.self)
        }
    }
}
