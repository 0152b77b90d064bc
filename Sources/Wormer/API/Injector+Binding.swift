extension Injector {
    /// Binds an interface to a factory, replacing any previous binding.
    ///
    /// ```swift
    /// let injector = Injector.default
    /// injector.bind(Database.self, lifetime: .singleton, to: .make { SQLDatabase() })
    /// injector.bind(Database.self, id: "reports", to: .make { MemoryDatabase() })
    /// injector.bind(Reports.self, to: .using(SQLReports.init(database:clock:)))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class, or any other type.
    ///   - id: Distinguishes this binding from others of the same interface; compared as `AnyHashable`.
    ///   - lifetime: How long an instance lives, and who shares it.
    ///   - factory: Creates the instances.
    ///   - fileID: The file of the binding, shown in errors.
    ///   - line: The line of the binding, shown in errors.
    /// - Precondition: The lifetime suits the interface: `weak` requires a class, and `onEnd` requires a singleton or a
    ///   scope. If the lifetime is a scope, the scope is not open in the current task, unless it was opened outside the
    ///   current override. Otherwise the process ends with a message.
    @_alwaysEmitIntoClient
    public func bind<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to factory: Factory<P>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        bind(Key(interface, id: id), nil, lifetime, to: factory, at: location)
    }

    /// Removes the binding of an interface, and drops its shared instance.
    ///
    /// No `onEnd` runs. Bindings of parents stay, and so do instances that somebody else keeps.
    ///
    /// ```swift
    /// Injector.default.unbind(Database.self, id: "reports")
    /// ```
    ///
    /// To remove all contributions to an interface, unbind its array. (If the array itself is bound, only that binding
    /// is removed.)
    ///
    /// ```swift
    /// Injector.default.unbind([Plugin].self)
    /// ```
    ///
    /// If an interface has contributions but no binding, unbinding it removes nothing. In an isolated test, that's an
    /// issue.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the call, shown in issues.
    ///   - line: The line of the call, shown in issues.
    /// - Returns: Whether this injector itself had a binding or contributions.
    @discardableResult
    public func unbind<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Bool {
        let registry = registry
        return registry.remove(Key(interface, id: id))
            || id == nil
                && registry.removeContributions(to: interface, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Returns whether an interface is bound in this injector or in one of its parents.
    ///
    /// ```swift
    /// if !Injector.default.isBound(Clock.self) {
    ///     Injector.default.bind(Clock.self, to: .value(SystemClock()))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    /// - Returns: `true` if the interface is bound.
    public func isBound<P>(_ interface: P.Type, id: AnyHashable? = nil) -> Bool {
        isBound(Key(interface, id: id))
    }

    /// Removes all bindings, instances, decorators, contributions, aliases, and assignments.
    ///
    /// No `onEnd` runs; call `end()` first if instances have to end. Parents and children keep their contents. Inside
    /// an override, only the contents of that override are removed.
    ///
    /// ```swift
    /// Injector.default.reset()
    /// ```
    public func reset() {
        registry.removeAll()
    }

    // MARK: - For the facades

    /// Registers a binding.
    ///
    /// - Parameters:
    ///   - key: The key. Its interface is `P`, or it has a name.
    ///   - implementation: The type of the instances, if the caller knows it.
    ///   - lifetime: How long an instance lives.
    ///   - factory: Creates the instances.
    ///   - location: The file and line of the binding.
    @inlinable
    package func bind<P>(
        _ key: Key,
        _ implementation: Any.Type?,
        _ lifetime: Lifetime,
        to factory: Factory<P>,
        at location: CodeLocation
    ) {
        let registry = registry
        registry.insert(Binding(key, implementation, lifetime, factory.body, at: location))
    }

    package func isBound(_ key: Key) -> Bool {
        lineage.contains { $0.registry.contains(key) }
    }
}
