extension Injector {
    /// Wraps the implementation of an interface in a decorator, also one that is bound later.
    ///
    /// ```swift
    /// Injector.default.decorate(API.self) { base in LoggingAPI(base) }
    /// Injector.default.decorate(API.self, id: "eu") { base in LoggingAPI(base) }
    /// ```
    ///
    /// Only the binding with that identifier is decorated, or the one without an identifier. For the contributions to an
    /// interface, call `decorateContributions(to:with:)`.
    ///
    /// Decorators nest in the order of registration, with the last one outermost. The binding's lifetime applies to the
    /// decorated instance, so a singleton is decorated once. If a shared instance already exists, it's dropped without
    /// its `onEnd`, and the next lookup creates a decorated one. Assigned instances and the bindings of parents aren't
    /// decorated. A decorator with an identifier also wraps the contribution with that identifier. If a decorator
    /// throws, the lookup fails. `reset()` removes all decorators.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding.
    ///   - decorator: Returns the decorated instance for a base instance.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    @_alwaysEmitIntoClient
    public func decorate<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        with decorator: @escaping @Sendable (P) throws -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        registry.decorate(with: Decoration(key: Key(interface, id: id), at: location, decorator))
    }

    /// Wraps the implementation of an interface in a decorator whose other parameters are resolved by type.
    ///
    /// ```swift
    /// Injector.default.decorate(API.self, with: LoggingAPI.init(base:logger:))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding.
    ///   - decorator: Returns the decorated instance for a base instance and the resolved dependencies.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    @_alwaysEmitIntoClient
    public func decorate<P, First, each Dependency, Failure: Error>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        with decorator: @escaping @Sendable (P, First, repeat each Dependency) throws(Failure) -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        decorate(
            interface,
            id: id,
            with: decorator,
            .byType,
            repeat Argument<each Dependency>.byType,
            fileID: fileID,
            line: line
        )
    }

    /// Wraps the implementation of an interface in a decorator that runs on the main actor.
    ///
    /// ```swift
    /// Injector.default.decorate(Screen.self, onMainActor: { base in FramedScreen(base) })
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding.
    ///   - decorator: Returns the decorated instance for a base instance.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    @_alwaysEmitIntoClient
    public func decorate<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        onMainActor decorator: @escaping @MainActor (P) throws -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let plain = IsolatedUnaryFunction(decorator).plain
        let location = CodeLocation(fileID: fileID, line: line)
        registry.decorate(
            with: Decoration(key: Key(interface, id: id), at: location, isolation: MainActor.shared, plain)
        )
    }
}

// MARK: - Contributions

extension Injector {
    /// Wraps every contribution to an interface in a decorator, also those that are added later.
    ///
    /// ```swift
    /// Injector.default.decorateContributions(to: API.self) { base in LoggingAPI(base) }
    /// ```
    ///
    /// This decorates the contributions of this injector, with or without an identifier, and not those of parents. A
    /// binding of the interface itself stays as it is; see `decorate(_:id:with:)`.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - decorator: Returns the decorated instance for a base instance.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    @_alwaysEmitIntoClient
    public func decorateContributions<P>(
        to interface: P.Type,
        with decorator: @escaping @Sendable (P) throws -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        registry.decorateContributions(
            with: Decoration(key: Key(ofContributionsTo: interface), at: location, decorator)
        )
    }

    /// Wraps every contribution to an interface in a decorator whose other parameters are resolved by type.
    ///
    /// ```swift
    /// Injector.default.decorateContributions(to: API.self, with: LoggingAPI.init(base:logger:))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - decorator: Returns the decorated instance for a base instance and the resolved dependencies.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    @_alwaysEmitIntoClient
    public func decorateContributions<P, First, each Dependency, Failure: Error>(
        to interface: P.Type,
        with decorator: @escaping @Sendable (P, First, repeat each Dependency) throws(Failure) -> P,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        registry.decorateContributions(
            with: Decoration(
                of: Key(ofContributionsTo: interface),
                wiring: decorator,
                .byType,
                repeat Argument<each Dependency>.byType,
                at: location
            )
        )
    }
}
