import Wormer

// Replacing services, permanently or for one task and its children.

extension Container {
    /// Assigns a value to a service until you call `unassign(_:)`, for other tasks and tests too.
    ///
    /// This is the same as assigning to the property: the service's initializer doesn't run. To override the service
    /// only for a closure, call `mock(_:then:)`.
    ///
    /// ```swift
    /// Container.main.mock(\.logger, value: MockLogger())
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - value: The value to use from now on.
    public func mock<Service>(_ property: ReferenceWritableKeyPath<Container, Service>, value: Service) {
        if let declared = DeclaredService.at(property) {
            // Writing through a key path would read the property first.
            injector.assign(value, to: declared.key, at: declared.declaration.location)
        } else {
            self[keyPath: property] = value
        }
    }

    /// Assigns a value to a service of the main container.
    ///
    /// The value stays until you call `unassign(_:)`, for other tasks and tests too:
    ///
    /// ```swift
    /// Container.mock(\.logger, value: MockLogger())
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - value: The value to use from now on.
    public static func mock<Service>(_ property: ReferenceWritableKeyPath<Container, Service>, value: Service) {
        main.mock(property, value: value)
    }

    /// Removes the value that was assigned to a service, so that its initializer is used again.
    ///
    /// If nothing is assigned, this does nothing. Inside an override, what is bound outside is used again.
    ///
    /// ```swift
    /// Container.main.logger = MockLogger()
    /// Container.main.unassign(\.logger)
    /// ```
    ///
    /// - Parameter property: The service's property.
    public func unassign<Service>(_ property: KeyPath<Container, Service>) {
        if let declared = DeclaredService.at(property) {
            injector.registry.unassign(declared.key)
        }
    }

    /// Removes all values that were assigned in this container, so that initializers and bindings are used again.
    public func unassignAll() {
        injector.registry.removeAssigned()
    }

    /// Removes the value that was assigned to a service of the main container.
    ///
    /// - Parameter property: The service's property.
    public static func unassign<Service>(_ property: KeyPath<Container, Service>) {
        main.unassign(property)
    }

    /// Removes all values that were assigned in the main container.
    public static func unassignAll() {
        main.unassignAll()
    }
}

// MARK: - For a task and its children

extension Container {
    /// Runs a closure with services overridden for the current task and its child tasks.
    ///
    /// Use it in tests and previews. Inside the closure, everything uses the override: `Container.main`,
    /// `Injector.default`, containers and injectors that were created earlier, property wrappers, and
    /// `Resolver.shared`. Child tasks inherit it; detached tasks don't.
    ///
    /// Everything bound, assigned or created outside is visible inside. The first use of a type decides for the whole
    /// override: it copies the binding, and looks up the shared instance outside if there is one; otherwise the override
    /// creates one of its own. Nothing that you bind, assign or create inside is visible outside, except to an `@Inject`
    /// or `@LazyInject` that is created inside: it remembers the override.
    ///
    /// Instances that were created inside end after `body` has returned or thrown: each `onEnd` runs inside the
    /// override, the latest instance first. From the first one that must be awaited, they run in a task of their own.
    /// An error of an `onEnd` is an issue in a test that links `WormerTesting`, and printed elsewhere. What a task or a
    /// remembered override creates later ends when nothing refers to the override any more. In an asynchronous
    /// function, the compiler chooses the asynchronous overload, which awaits each `onEnd`, even if `body` doesn't
    /// await.
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
    ///   - override: Assigns or binds what `body` uses instead. Its argument is the main container. The changes apply
    ///     only in `body`. It can throw, too.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, with its type if `override` doesn't throw, or of `override`.
    @_disfavoredOverload
    @discardableResult
    public static func mock<Result, Failure: Error>(
        _ override: (Container) -> Void,
        then body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try main.mock(override, then: body)
    }

    /// Runs a closure with services overridden, if the override throws.
    ///
    /// See `mock(_:then:)`.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds what `body` uses instead.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `override` or `body` throws.
    @_disfavoredOverload
    @discardableResult
    public static func mock<Result>(
        _ override: (Container) throws -> Void,
        then body: () throws -> Result
    ) rethrows -> Result {
        try main.mock(override, then: body)
    }

    /// Runs an asynchronous closure with services overridden for the current task and its child tasks.
    ///
    /// Each `onEnd` of what was created inside is awaited, even if the task is cancelled. See `mock(_:then:)`.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds what `body` uses instead. Its argument is the main container. The changes apply
    ///     only in `body`. It can throw, too.
    ///   - isolation: The actor to run on. The default is the caller's.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, with its type if `override` doesn't throw, or of `override`.
    @discardableResult
    public static func mock<Result, Failure: Error>(
        _ override: (Container) -> Void,
        isolation: isolated (any Actor)? = #isolation,
        then body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await main.mock(override, isolation: isolation, then: body)
    }

    /// Runs an asynchronous closure with services overridden, if the override throws.
    ///
    /// See `mock(_:then:)`.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds what `body` uses instead.
    ///   - isolation: The actor to run on. The default is the caller's.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `override` or `body` throws.
    @discardableResult
    public static func mock<Result>(
        _ override: (Container) throws -> Void,
        isolation: isolated (any Actor)? = #isolation,
        then body: () async throws -> Result
    ) async rethrows -> Result {
        try await main.mock(override, isolation: isolation, then: body)
    }

    /// Runs a closure with services of this container overridden for the current task and its child tasks.
    ///
    /// See the static method `mock(_:then:)`.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds what `body` uses instead. Its argument is this container. The changes apply only
    ///     in `body`. It can throw, too.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, with its type if `override` doesn't throw, or of `override`.
    @_disfavoredOverload
    @discardableResult
    public func mock<Result, Failure: Error>(
        _ override: (Container) -> Void,
        then body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let overriding = Override()
        return try overriding.run { () throws(Failure) in
            overriding.setUp { override(self) }
            return try body()
        }
    }

    /// Runs a closure with services of this container overridden, if the override throws.
    ///
    /// See the static method `mock(_:then:)`.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds what `body` uses instead.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `override` or `body` throws.
    @_disfavoredOverload
    @discardableResult
    public func mock<Result>(
        _ override: (Container) throws -> Void,
        then body: () throws -> Result
    ) rethrows -> Result {
        let overriding = Override()
        return try overriding.run {
            try overriding.setUp { try override(self) }
            return try body()
        }
    }

    /// Runs an asynchronous closure with services of this container overridden for the current task and its child
    /// tasks.
    ///
    /// See the static method `mock(_:then:)`.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds what `body` uses instead. Its argument is this container. The changes apply only
    ///     in `body`. It can throw, too.
    ///   - isolation: The actor to run on. The default is the caller's.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, with its type if `override` doesn't throw, or of `override`.
    @discardableResult
    public func mock<Result, Failure: Error>(
        _ override: (Container) -> Void,
        isolation: isolated (any Actor)? = #isolation,
        then body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let overriding = Override()
        return try await overriding.run { () async throws(Failure) in
            overriding.setUp { override(self) }
            return try await body()
        }
    }

    /// Runs an asynchronous closure with services of this container overridden, if the override throws.
    ///
    /// See the static method `mock(_:then:)`.
    ///
    /// - Parameters:
    ///   - override: Assigns or binds what `body` uses instead.
    ///   - isolation: The actor to run on. The default is the caller's.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `override` or `body` throws.
    @discardableResult
    public func mock<Result>(
        _ override: (Container) throws -> Void,
        isolation: isolated (any Actor)? = #isolation,
        then body: () async throws -> Result
    ) async rethrows -> Result {
        let overriding = Override()
        return try await overriding.run {
            try overriding.setUp { try override(self) }
            return try await body()
        }
    }
}
