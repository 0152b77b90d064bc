// Binding to an initializer that has parameters: each is resolved by its type, and the types are known before anything
// runs. There is at least one parameter, so that these overloads never compete with those without.

extension Injector {
    /// Binds an interface to an implementation whose initializer's parameters are resolved by their types.
    ///
    /// ```swift
    /// Injector.default.bind(
    ///     interface: NotificationGateway.self,
    ///     toImplementation: NotificationGatewayImplementation.self,
    ///     asSingleton: true,
    ///     initializer: NotificationGatewayImplementation.init(eventBus:)
    /// )
    /// ```
    ///
    /// The parameters are resolved in the injector in which the binding lives, at the time an instance is made. A
    /// parameter of an optional type gets nil where nothing is bound. An initializer that belongs to the main actor
    /// goes to `mainActorInitializer:` instead.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance from what its parameters name.
    @inlinable
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: Lifetime(asSingleton: asSingleton),
            at: location,
            factory: Factory<P>(wiring: initializer, at: location)
        )
    }

    /// Binds an interface to an implementation whose initializer belongs to the main actor and has parameters.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `mainActorInitializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - mainActorInitializer: Makes an instance from what its parameters name, on the main actor.
    @inlinable
    public func bind<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        mainActorInitializer: @escaping @MainActor (First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: Lifetime(asSingleton: asSingleton),
            at: location,
            factory: Factory<P>(wiringOnMainActor: mainActorInitializer, at: location)
        )
    }
}

extension Factory {
    /// Creates a factory that resolves the parameters of a function by their types.
    @inlinable
    package convenience init<Implementation, First, each Dependency>(
        wiring function: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation,
        at location: CodeLocation
    ) {
        self.init(isolation: nil, dependencies: types(First.self, repeat (each Dependency).self)) { injector in
            try convert(
                function(
                    injector.parameter(First.self, at: location),
                    repeat injector.parameter((each Dependency).self, at: location)
                ),
                to: P.self
            )
        }
        makeAsync = { injector, _ in
            try await convert(
                function(
                    injector.asyncDependency(First.self, at: location),
                    repeat injector.asyncDependency((each Dependency).self, at: location)
                ),
                to: P.self
            )
        }
    }

    /// Creates a factory that resolves the parameters of a function by their types, and ends implementations.
    @inlinable
    package convenience init<Implementation, First, each Dependency>(
        wiring function: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation,
        at location: CodeLocation,
        onEnd: OnEnd<Implementation>
    ) {
        let dependencies = types(First.self, repeat (each Dependency).self)
        self.init(isolation: nil, dependencies: dependencies, onEnd: onEnd) { injector in
            try function(
                injector.parameter(First.self, at: location),
                repeat injector.parameter((each Dependency).self, at: location)
            )
        }
        makeAsync = { injector, teardown in
            let implementation = try await function(
                injector.asyncDependency(First.self, at: location),
                repeat injector.asyncDependency((each Dependency).self, at: location)
            )
            teardown = onEnd.teardown(of: implementation)
            return try convert(implementation, to: P.self)
        }
    }

    /// Creates a factory that resolves the parameters of a function of the main actor by their types.
    @inlinable
    package convenience init<Implementation, First, each Dependency>(
        wiringOnMainActor function: @escaping @MainActor (First, repeat each Dependency) throws -> Implementation,
        at location: CodeLocation
    ) {
        let dependencies = types(First.self, repeat (each Dependency).self)
        self.init(isolation: MainActor.shared, dependencies: dependencies) { injector in
            let first = try injector.parameter(First.self, at: location)
            let rest = (repeat try injector.parameter((each Dependency).self, at: location))
            let make: @MainActor () throws -> Implementation = { try function(first, repeat each rest) }
            return try convert(IsolatedFunction.cast(make, to: (() throws -> Implementation).self)(), to: P.self)
        }
        makeAsync = { injector, _ in
            nonisolated(unsafe) let first = try await injector.asyncDependency(First.self, at: location)
            nonisolated(unsafe) let rest =
                (repeat try await injector.asyncDependency((each Dependency).self, at: location))
            let make: @MainActor () throws -> Implementation = { try function(first, repeat each rest) }
            return try await convert(hop(to: make), to: P.self, madeOn: MainActor.shared)
        }
    }
}

@inlinable
func types<First, each Rest>(_ first: First.Type, _ rest: repeat (each Rest).Type) -> [Any.Type] {
    var types: [Any.Type] = [first]
    repeat types.append(each rest)
    return types
}
