extension Injector {
    /// Puts a decorator around every implementation of an interface, whether it was bound before or is bound later.
    ///
    /// ```swift
    /// Injector.default.decorate(API.self) { base in LoggingAPI(base) }
    /// ```
    ///
    /// Decorators compose in the order in which they were registered, the last one outermost. The binding's lifetime
    /// keeps the decorated value, so a singleton is decorated once; an instance that is made already is dropped.
    /// Instances that were assigned stay as they are, and so does what a parent binds. A decorator with an identifier
    /// is put around the contribution with that identifier, too. `reset()` removes the decorators.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding.
    ///   - decorator: Makes the value to give from the one that was made.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    @inlinable
    public func decorate<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        with decorator: @escaping @Sendable (P) throws -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        registry.decorate(
            with: Decoration<P>(
                key: Key(interface, id: id),
                at: location,
                decorator: { _ in decorator },
                decorateAsync: { _, base in try decorator(base) }
            )
        )
    }

    /// Puts a decorator with further parameters, which are resolved by their types, around every implementation of an
    /// interface.
    ///
    /// ```swift
    /// Injector.default.decorate(API.self, with: LoggingAPI.init(base:logger:))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding.
    ///   - decorator: Makes the value to give from the one that was made and from its further parameters.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    @inlinable
    public func decorate<P, First, each Dependency>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        with decorator: @escaping @Sendable (P, First, repeat each Dependency) throws -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        registry.decorate(
            with: Decoration<P>(
                key: Key(interface, id: id),
                at: location,
                dependencies: types(First.self, repeat (each Dependency).self),
                decorator: { injector in
                    let first = try injector.parameter(First.self, at: location)
                    let rest = (repeat try injector.parameter((each Dependency).self, at: location))
                    return { base in try decorator(base, first, repeat each rest) }
                },
                decorateAsync: { injector, base in
                    try await decorator(
                        base,
                        injector.asyncDependency(First.self, at: location),
                        repeat injector.asyncDependency((each Dependency).self, at: location)
                    )
                }
            )
        )
    }

    /// Puts a decorator that belongs to the main actor around every implementation of an interface.
    ///
    /// ```swift
    /// Injector.default.decorate(Screen.self, onMainActor: { base in FramedScreen(base) })
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding.
    ///   - decorator: Makes the value to give from the one that was made.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    @inlinable
    public func decorate<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        onMainActor decorator: @escaping @MainActor (P) throws -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let plain = IsolatedFunction.cast(decorator, to: ((P) throws -> P).self)
        let location = CodeLocation(fileID: fileID, line: line)
        registry.decorate(
            with: Decoration<P>(
                key: Key(interface, id: id),
                at: location,
                isolation: MainActor.shared,
                decorator: { _ in plain },
                decorateAsync: { _, base in try await hop(to: decorator, with: base) }
            )
        )
    }
}
