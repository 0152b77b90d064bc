extension Injector {
    /// Opens a scope for the current task and its children, runs `body` in it and ends it.
    ///
    /// While the scope is open, a binding with `lifetime: .scope(_:)` makes one instance.
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
    /// When `body` has returned or thrown, the `onEnd` of each instance runs, that of the latest made one first. Scopes
    /// nest: inside an inner scope the instances of the outer ones are seen. A scope that is opened again inside itself
    /// has its own instances there. An open scope counts for the requests of its task to any injector; a detached task
    /// is in none.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - isolation: The actor that `body` runs on, by default the caller's.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: What is done while the scope is open.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or `EndingError` if an `onEnd` throws.
    /// - Precondition: The scope is not always open; otherwise the process ends with a text that says so.
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

    /// Opens a scope with values, runs `body` in it and ends it.
    ///
    /// A binding `to: .provided` gives the value that stands here:
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
    /// A value is known by its static type: provide a `BasicUser` that is declared as a `User` with `user as any User`.
    /// The values are seen in inner scopes and child tasks, and each `onEnd` may use them; then they go. The body has
    /// to be a closure behind the call.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - value: A value that comes with it.
    ///   - further: Values of other types.
    ///   - isolation: The actor that `body` runs on, by default the caller's.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: What is done while the scope is open.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or `EndingError` if an `onEnd` throws.
    /// - Precondition: The scope is not always open, and each value is declared for it. Otherwise the process ends with
    ///   a text that says so.
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

    /// Opens a scope for the current task, runs `body` in it and ends it, where nothing can be awaited.
    ///
    /// Asking for an instance whose `onEnd` has to be awaited is an error inside. In an asynchronous function the other
    /// form is chosen, whatever the body is; at the top level of `main.swift` only if the body awaits something.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: What is done while the scope is open.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or `EndingError` if an `onEnd` throws.
    /// - Precondition: The scope is not always open; otherwise the process ends with a text that says so.
    @_disfavoredOverload
    public func withScope<Result>(
        _ scope: Scope,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws -> Result
    ) throws -> Result {
        try OpenScope(scope, endsSynchronously: true, at: CodeLocation(fileID: fileID, line: line)).run(body)
    }

    /// Opens a scope with values, runs `body` in it and ends it, where nothing can be awaited.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - value: A value that comes with it.
    ///   - further: Values of other types.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: What is done while the scope is open.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or `EndingError` if an `onEnd` throws.
    /// - Precondition: The scope is not always open, and each value is declared for it. Otherwise the process ends with
    ///   a text that says so.
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

    /// Ends every instance that this injector keeps: its singletons and those of scopes that are always open.
    ///
    /// Use it at shutdown. The `onEnd` of each instance runs, that of the latest made one first; bindings stay, and a
    /// later request makes a new instance. Parents and children keep theirs, and weak instances stay with their
    /// holders.
    ///
    /// ```swift
    /// try await Injector.default.end()
    /// ```
    ///
    /// - Throws: `EndingError`, if an `onEnd` throws; all of them have run.
    public func end() async throws {
        // Nobody has to end what goes with its last holder.
        try await end { $0.isKeptByBinding && $0 != .weak }
    }

    /// Ends the instances of a scope that is always open.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    /// - Throws: `EndingError`, if an `onEnd` throws; all of them have run.
    /// - Precondition: The scope is always open. One that `withScope(_:)` opens ends when its closure returns.
    public func end(_ scope: Scope, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        scope.checkCanBeEnded(at: CodeLocation(fileID: fileID, line: line))
        try await end(.scope(scope))
    }

    /// Ends the instances of one lifetime.
    package func end(_ lifetime: Lifetime) async throws {
        try await end { $0 == lifetime }
    }

    private func end(_ isEnding: (Lifetime) -> Bool) async throws {
        var ending = Ending()
        for binding in registry.dropInstances(of: isEnding) {
            binding.slot.map { ending.add($0, of: binding) }
        }
        let errors = await ending.run()
        if !errors.isEmpty {
            throw EndingError(errors: errors)
        }
    }
}
