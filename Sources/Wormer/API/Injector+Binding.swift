extension Injector {
    /// Binds an interface to a factory, in place of what was bound to it.
    ///
    /// ```swift
    /// let injector = Injector.default
    /// injector.bind(Database.self, lifetime: .singleton, to: .make { SQLDatabase() })
    /// injector.bind(Database.self, id: "reports", to: .make { MemoryDatabase() })
    /// injector.bind(Reports.self, to: .using(SQLReports.init(database:clock:)))
    /// ```
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: Tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - factory: Makes the instances.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    /// - Precondition: Instances of the interface can have the lifetime: `weak` is for classes, and an `onEnd` for
    ///   lifetimes that end. Its scope is not open in the current task. Otherwise the process ends with a text that
    ///   says so.
    @inlinable
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

    /// Removes what is bound to an interface, with the shared instance if there is one.
    ///
    /// Instances that were given out are not affected, nor are the bindings of the parents.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding, nil for the one that has none.
    /// - Returns: Whether this injector had a binding of its own.
    @discardableResult
    public func unbind<P>(interface: P.Type, id: AnyHashable? = nil) -> Bool {
        registry.remove(Key(interface, id: id))
    }

    /// Whether an interface is bound, here or in a parent.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier of the binding, nil for the one that has none.
    /// - Returns: Whether it is.
    public func isBound<P>(interface: P.Type, id: AnyHashable? = nil) -> Bool {
        isBound(Key(interface, id: id))
    }

    /// Removes every binding, instance, decorator, contribution, alias and assignment.
    ///
    /// Parents and children keep theirs. Inside an override, only what the override sees is removed.
    public func reset() {
        registry.removeAll()
    }

    // MARK: - For the facades

    /// Registers a binding.
    ///
    /// - Parameters:
    ///   - key: The key; its interface is `P`, or it has a name.
    ///   - implementation: The type of the instances, where the caller knows it.
    ///   - lifetime: How long an instance is kept.
    ///   - factory: Makes the instances.
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
        registry.insert(Binding(key, implementation, lifetime, factory.body, at: location, lock: registry.lock))
    }

    package func isBound(_ key: Key) -> Bool {
        var next: Injector? = resolved
        while let injector = next {
            if injector.registry.contains(key) {
                return true
            }
            next = injector.parent
        }
        return false
    }
}
