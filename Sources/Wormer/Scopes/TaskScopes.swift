// Running asynchronous functions in a scope, and awaiting its end.

extension OpenScope {
    /// Runs an asynchronous closure whose lookups, and those of its child tasks, see the scope.
    ///
    /// ```swift
    /// func save(_ account: OpenScope, _ injector: Injector) async throws {
    ///     try await account.run { try await injector.asyncInstance(for: Drafts.self).save() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: The actor that `body` runs on, by default the caller's.
    ///   - body: A closure.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    @discardableResult
    public func run<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await opened.context(keepingAround: true).run(isolation: isolation, body)
    }

    /// Ends the scope.
    ///
    /// Open scopes inside this one end first. Then the `onEnd` of each instance runs, the latest instance first, even
    /// if the task is cancelled. If another call ends the scope at the same time, both return when all have run. In an
    /// `onEnd` or a factory, the call runs what nobody has begun, and waits for nobody.
    ///
    /// ```swift
    /// func close(_ account: OpenScope) async throws {
    ///     try await account.end()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `EndingError` if an `onEnd` throws, after all other `onEnd` closures have run. `ScopeError` if a
    ///   factory calls this method to end the scope of the instance that it creates.
    public func end(fileID: StaticString = #fileID, line: UInt = #line) async throws {
        let location = CodeLocation(fileID: fileID, line: line)
        try opened.checkCanBeEnded(at: location)
        try EndingError.check(await opened.end(at: location))
    }
}

extension OpenedScope {
    /// Runs `body` in the scope, and ends the scope.
    func run<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let result: Result
        do {
            result = try await context().run(isolation: isolation, body)
        } catch {
            report(await end(at: location))
            throw error
        }
        try EndingError.check(await end(at: location))
        return result
    }
}

extension Injector {
    /// Ends a scope that has begun here, or joins its end.
    ///
    /// - Returns: The errors of the ends that ran here.
    /// - Throws: `ScopeError`.
    func endBegun(_ scope: Scope, at location: CodeLocation) async throws -> [EndingError.Failure] {
        let registry = registry
        let begun = registry.state.withLock { $0.begun(scope) }
        if begun == nil, let around = OpenedScope.find(scope, among: OpenedScope.ofTask),
            registry.scopes.contains(where: { $0 === around })
        {
            throw ScopeError(.ending(begunAt: around.location), scope, at: location)
        }
        guard let open = begun ?? registry.scopes.last(where: { $0.isBegun && $0.scope == scope }) else {
            // Another task may have begun the scope here in the meantime.
            let elsewhere = begunScopes.first { $0.scope == scope && $0.registry !== registry }
            let reason = elsewhere.map { ScopeError.Reason.begunElsewhere(at: $0.location) } ?? .notBegun
            throw ScopeError(reason, scope, in: self, about: .values(of: scope), at: location)
        }
        try open.checkCanBeEnded(at: location)
        return await open.end(at: location)
    }
}

extension Registry {
    /// Ends the scopes that have begun here, and joins the ends of others, the latest first.
    nonisolated(nonsending) func endScopes(at location: CodeLocation) async -> [EndingError.Failure] {
        var failures: [EndingError.Failure] = []
        for open in scopes.reversed() {
            failures += await open.end(at: location)
        }
        return failures
    }
}
