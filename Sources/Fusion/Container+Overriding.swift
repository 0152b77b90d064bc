import Wormer

// Replacing services: for good, or for a task and its children.

extension Container {
    /// Gives the value to use for a service from now on; its initializer is not run.
    ///
    /// The same as assigning to the property. `unassign(_:)` takes it back.
    ///
    /// ```swift
    /// Container.main.mock(\.logger, value: MockLogger())
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - value: The value.
    public func mock<Service>(_ property: ReferenceWritableKeyPath<Container, Service>, value: Service) {
        if let declaration = ServiceProbe.declaration(of: property, in: self, standIn: value) {
            // The runtime reads before it writes.
            ServiceProbe.answering(declaration, with: value) { self[keyPath: property] = value }
        } else {
            self[keyPath: property] = value
        }
    }

    /// Gives the value to use for a service of the main container from now on; its initializer is not run.
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - value: The value.
    public static func mock<Service>(_ property: ReferenceWritableKeyPath<Container, Service>, value: Service) {
        main.mock(property, value: value)
    }

    /// Takes back what was assigned to a service, so that its initializer counts again.
    ///
    /// A service to which nothing was assigned stays as it is.
    ///
    /// - Parameter property: The service's property.
    public func unassign<Service>(_ property: KeyPath<Container, Service>) {
        // Only where something of the type is assigned is there anything to take back, and to answer a probe.
        let standIn = injector.assigned(Service.self).first
        if let declaration = ServiceProbe.declaration(of: property, in: self, standIn: standIn) {
            injector.unassign(Key(Service.self, .declaration(declaration)))
        }
    }

    /// Takes back all that was assigned in this container, so that initializers and bindings count again.
    public func unassignAll() {
        injector.unassignAll()
    }

    /// Takes back what was assigned to a service of the main container.
    ///
    /// - Parameter property: The service's property.
    public static func unassign<Service>(_ property: KeyPath<Container, Service>) {
        main.unassign(property)
    }

    /// Takes back all that was assigned in the main container.
    public static func unassignAll() {
        main.unassignAll()
    }
}

// MARK: - For a task and its children

extension Container {
    /// Runs a body that sees other services than the rest of the process.
    ///
    /// Inside, `Container.main`, `Injector.default`, containers and injectors kept from before, every wrapper and
    /// `Resolver.shared` see the override, and so do child tasks; detached tasks do not. What was made outside is seen
    /// inside unless it was replaced; what is bound, assigned or first made inside is not seen outside. An `@Inject` or
    /// `@LazyInject` that is created inside remembers the override, and uses it when it is read outside.
    ///
    /// ```swift
    /// Container.mock {
    ///     $0.logger = MockLogger()
    /// } then: {
    ///     runWithMockLogger()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - override: Assigns or binds; it is given the main container as the body will see it.
    ///   - body: What is run.
    /// - Returns: What the body returns.
    /// - Throws: What the override or the body throws.
    public static func mock<Result>(
        _ override: (Container) throws -> Void,
        then body: () throws -> Result
    ) rethrows -> Result {
        try main.mock(override, then: body)
    }

    /// Runs an asynchronous body that sees other services than the rest of the process.
    ///
    /// See the synchronous form.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds; it is given the main container as the body will see it.
    ///   - isolation: The actor to stay on.
    ///   - body: What is run.
    /// - Returns: What the body returns.
    /// - Throws: What the override or the body throws.
    public static func mock<Result>(
        _ override: (Container) throws -> Void,
        isolation: isolated (any Actor)? = #isolation,
        then body: () async throws -> Result
    ) async rethrows -> Result {
        try await main.mock(override, isolation: isolation, then: body)
    }

    /// Runs a body that sees other services in this container than the rest of the process.
    ///
    /// See the static form.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds; it is given this container as the body will see it.
    ///   - body: What is run.
    /// - Returns: What the body returns.
    /// - Throws: What the override or the body throws.
    public func mock<Result>(
        _ override: (Container) throws -> Void,
        then body: () throws -> Result
    ) rethrows -> Result {
        let layer = Layer(of: injector)
        return try Layer.$current.withValue(layer) {
            try layer.setUp { try override(self) }
            return try body()
        }
    }

    /// Runs an asynchronous body that sees other services in this container than the rest of the process.
    ///
    /// See the static form.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds; it is given this container as the body will see it.
    ///   - isolation: The actor to stay on.
    ///   - body: What is run.
    /// - Returns: What the body returns.
    /// - Throws: What the override or the body throws.
    public func mock<Result>(
        _ override: (Container) throws -> Void,
        isolation: isolated (any Actor)? = #isolation,
        then body: () async throws -> Result
    ) async rethrows -> Result {
        let layer = Layer(of: injector)
        return try await Layer.$current.withValue(layer) {
            try layer.setUp { try override(self) }
            return try await body()
        }
    }
}
