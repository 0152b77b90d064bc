extension Injector {
    /// Puts a decorator around every implementation of an interface, whether it was bound before or is bound later.
    ///
    /// ```swift
    /// Injector.default.decorate(interface: API.self) { base in LoggingAPI(base) }
    /// ```
    ///
    /// Decorators compose in the order in which they were registered, the last one outermost. What the binding's
    /// lifetime keeps is the decorated value, so a singleton is decorated once; an instance that is made already is
    /// dropped. Instances that were assigned stay as they are, and so does what a parent binds. Of what was contributed
    /// to the interface, a decorator with an identifier is put around the contribution of that identifier. `reset()`
    /// takes the decorators back.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    ///   - decorator: Makes the value to give from the one that was made.
    @inlinable
    public func decorate<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        decorator: @escaping @isolated(any) (P) throws -> Implementation
    ) {
        let plain = IsolatedFunction.cast(decorator, to: ((P) throws -> Implementation).self)
        let location = CodeLocation(fileID: fileID, line: line)
        registry.decorate(
            with: Decoration<P>(key: Key(interface, id: id), at: location, isolation: decorator.isolation) { _, base in
                try convert(plain(base), to: P.self)
            } decorateAsync: { _, base in
                try await convert(hop(to: decorator, with: base), to: P.self, madeOn: decorator.isolation)
            }
        )
    }

    /// Puts a decorator with further parameters, which are resolved by their types, around every implementation of an
    /// interface.
    ///
    /// ```swift
    /// Injector.default.decorate(interface: API.self, decorator: LoggingAPI.init(base:logger:))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    ///   - decorator: Makes the value to give from the one that was made, and from what its other parameters name.
    @inlinable
    public func decorate<P, Implementation, First, each Dependency>(
        interface: P.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        decorator: @escaping @Sendable (P, First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let dependencies = types(First.self, repeat (each Dependency).self)
        registry.decorate(
            with: Decoration<P>(
                key: Key(interface, id: id),
                at: location,
                isolation: nil,
                dependencies: dependencies
            ) { injector, base in
                try convert(
                    decorator(
                        base,
                        injector.parameter(First.self, at: location),
                        repeat injector.parameter((each Dependency).self, at: location)
                    ),
                    to: P.self
                )
            } decorateAsync: { injector, base in
                try await convert(
                    decorator(
                        base,
                        injector.asyncDependency(First.self, at: location),
                        repeat injector.asyncDependency((each Dependency).self, at: location)
                    ),
                    to: P.self
                )
            }
        )
    }
}
