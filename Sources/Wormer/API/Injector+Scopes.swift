extension Injector {
    /// Opens a scope for the current task and its child tasks, runs `body`, and ends the scope.
    ///
    /// While the scope is open, all requests for a binding with `lifetime: .scope(_:)` share one instance.
    ///
    /// ```swift
    /// func writeReports() async throws {
    ///     try await Injector.default.withScope(Scope("job")) {
    ///         let reports: Reports = Injector.default.instance()
    ///         print("writing", reports)
    ///     }
    /// }
    /// ```
    ///
    /// After `body` returns or throws, the `onEnd` of each instance runs, starting with the instance that was created
    /// last, even if the task is cancelled. Scopes nest: the instances of outer scopes are visible in an inner scope. If you open a scope again inside
    /// itself, the inner one has its own instances. An open scope applies to every injector that the task uses. A
    /// detached task does not inherit the open scopes.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - isolation: The actor that `body` runs on, by default the caller's.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: A closure that runs while the scope is open.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or else `EndingError` if an `onEnd` throws.
    /// - Precondition: The scope was not created with `alwaysOpen(_:)`. Otherwise the process ends with a message.
    public func withScope<Result>(
        _ scope: Scope,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let location = CodeLocation(fileID: fileID, line: line)
        return try await OpenScope(scope, endsSynchronously: false, at: location).run(isolation: isolation, body)
    }

    /// Opens a scope and provides values for it, runs `body`, and ends the scope.
    ///
    /// A binding to `.provided` resolves to the value that you pass here:
    ///
    /// ```swift
    /// extension Scope {
    ///     static let request = Scope("request")
    /// }
    ///
    /// func bindRequests(in injector: Injector) {
    ///     injector.bind(RequestID.self, lifetime: .scope(.request), to: .provided)
    ///     injector.bind(RequestLog.self, lifetime: .scope(.request), to: .using(RequestLog.init(id:)))
    /// }
    ///
    /// func handle(_ request: Request) async throws -> Response {
    ///     try await Injector.default.withScope(.request, providing: RequestID()) {
    ///         try await router.respond(to: request)
    ///     }
    /// }
    /// ```
    ///
    /// Each value is matched to its binding by its static type: to provide a `BasicUser` for a binding of `User`, pass
    /// `user as any User`. The values are available in inner scopes, in child tasks, and in every `onEnd`. The scope
    /// then releases them. Pass `body` as a trailing closure.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - value: A value for the scope.
    ///   - further: Further values, each of a different type.
    ///   - isolation: The actor that `body` runs on, by default the caller's.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: A closure that runs while the scope is open.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or else `EndingError` if an `onEnd` throws.
    /// - Precondition: The scope was not created with `alwaysOpen(_:)`, and each value's type is bound to `.provided`
    ///   with this scope as the lifetime. Otherwise the process ends with a message.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    public func withScope<Value: Sendable, each Further: Sendable, Result>(
        _ scope: Scope,
        providing value: Value,
        _ further: repeat each Further,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let location = CodeLocation(fileID: fileID, line: line)
        let open = OpenScope(scope, endsSynchronously: false, at: location)
        provide(value, to: open)
        repeat provide(each further, to: open)
        return try await open.run(isolation: isolation, body)
    }

    /// Opens a scope for the current task, runs `body` synchronously, and ends the scope.
    ///
    /// Inside the scope, a request for an instance whose `onEnd` is asynchronous fails. In an asynchronous function,
    /// the compiler chooses the asynchronous overload, even if `body` does not await. At the top level of `main.swift`,
    /// it does so only if `body` awaits.
    ///
    /// ```swift
    /// func describeReports() throws -> String {
    ///     try Injector.default.withScope(Scope("page")) {
    ///         let reports: Reports = Injector.default.instance()
    ///         return "\(reports)"
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: A closure that runs while the scope is open.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or else `EndingError` if an `onEnd` throws.
    /// - Precondition: The scope was not created with `alwaysOpen(_:)`. Otherwise the process ends with a message.
    @_disfavoredOverload
    public func withScope<Result>(
        _ scope: Scope,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws -> Result
    ) throws -> Result {
        try OpenScope(scope, endsSynchronously: true, at: CodeLocation(fileID: fileID, line: line)).run(body)
    }

    /// Opens a scope and provides values for it, runs `body` synchronously, and ends the scope.
    ///
    /// ```swift
    /// func log(_ id: RequestID) throws {
    ///     try Injector.default.withScope(Scope("request"), providing: id) {
    ///         let log: RequestLog = Injector.default.instance()
    ///         print("logging", id, "to", log)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - value: A value for the scope.
    ///   - further: Further values, each of a different type.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: A closure that runs while the scope is open.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or else `EndingError` if an `onEnd` throws.
    /// - Precondition: The scope was not created with `alwaysOpen(_:)`, and each value's type is bound to `.provided`
    ///   with this scope as the lifetime. Otherwise the process ends with a message.
    @_disfavoredOverload
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    public func withScope<Value: Sendable, each Further: Sendable, Result>(
        _ scope: Scope,
        providing value: Value,
        _ further: repeat each Further,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws -> Result
    ) throws -> Result {
        let open = OpenScope(scope, endsSynchronously: true, at: CodeLocation(fileID: fileID, line: line))
        provide(value, to: open)
        repeat provide(each further, to: open)
        return try open.run(body)
    }

    /// Ends every instance that this injector keeps: singletons, and instances of scopes that are always open.
    ///
    /// Call it at shutdown. The `onEnd` of each instance runs, starting with the instance that was created last, even if
    /// the task is cancelled. The bindings remain, and a later request creates a new instance. Parents and children keep
    /// their instances. Weak instances are not affected.
    ///
    /// If a decorator threw an error, the `onEnd` of the instance that it should have wrapped is already running in a
    /// task of its own. This method waits for it, and throws its error. Called by a factory or by such an `onEnd`, it does
    /// not wait. Of these errors, the injector keeps the latest hundred.
    ///
    /// ```swift
    /// try await Injector.default.end()
    /// ```
    ///
    /// - Throws: `EndingError` if an `onEnd` throws, after all other `onEnd` closures have run.
    public func end() async throws {
        try await end(nil)
    }

    /// Ends the instances of a scope that is always open.
    ///
    /// The `onEnd` of each instance runs, starting with the instance that was created last, even if the task is
    /// cancelled. The bindings remain, and a later request creates a new instance.
    ///
    /// ```swift
    /// try await Injector.default.end(Scope.alwaysOpen("session"))
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `EndingError` if an `onEnd` throws, after all other `onEnd` closures have run.
    /// - Precondition: The scope was created with `alwaysOpen(_:)`. Otherwise the process ends with a message, because
    ///   a scope that `withScope(_:)` opens ends when its closure returns.
    public func end(_ scope: Scope, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        scope.checkCanBeEnded(at: CodeLocation(fileID: fileID, line: line))
        try await end(.scope(scope))
    }

    /// Ends the instances of one lifetime, or of all lifetimes if it is nil.
    package func end(_ lifetime: Lifetime?) async throws {
        try EndingError.check(await endingOfInstances(of: lifetime).run())
    }

    private func endingOfInstances(of lifetime: Lifetime?) -> Ending {
        let registry = registry
        var ending = Ending()
        for binding in registry.dropInstances(of: lifetime) {
            ending.addInstance(of: binding)
        }
        ending.addLateEndings(of: registry.lock, lifetime)
        return ending
    }
}
