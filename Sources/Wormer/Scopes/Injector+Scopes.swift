extension Injector {
    /// Opens a scope for the current task and its child tasks, runs `body`, and ends the scope.
    ///
    /// While the scope is open, all lookups of a binding with `lifetime: .scope(_:)` share one instance, and a binding
    /// to `.provided` resolves to the value that you pass here:
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
    /// After `body` returns or throws, the `onEnd` of each instance runs, the latest instance first, even if the task
    /// is cancelled. Scopes nest: the instances of outer scopes are visible in an inner scope, and a scope that you
    /// open again inside itself has its own. An open scope applies to every injector that the task uses; a detached
    /// task doesn't inherit it. For a period that isn't a closure, call `begin(_:providing:)` or `open(_:providing:)`.
    ///
    /// Values are matched by static type: to provide a `BasicUser` for a binding of `User`, pass `user as any User`.
    /// Inner scopes, child tasks, and every `onEnd` see the values. After that, the scope drops them.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - values: Values for the scope, each of a different type.
    ///   - isolation: The actor that `body` runs on, by default the caller's.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    ///   - body: A closure that runs while the scope is open. Pass it as a trailing closure.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or else `EndingError` if an `onEnd` throws. `ScopeError` if the scope is inside
    ///   another one that is not open, or if the type of a value isn't bound to `.provided` with this scope as its lifetime.
    /// - Precondition: The scope was not created with `alwaysOpen(_:)`. Otherwise the process ends with a message.
    @_semantics("optimize.sil.specialize.generic.never")  // Specializing the parameter pack made the compiler crash.
    @discardableResult
    public func withScope<each Value: Sendable, Result>(
        _ scope: Scope,
        providing values: repeat each Value,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let open = try OpenedScope(scope, for: self, at: CodeLocation(fileID: fileID, line: line))
        repeat try provide(each values, to: open)
        return try await open.run(isolation: isolation, body)
    }

    /// Opens a scope for the current task, runs `body` synchronously, and ends the scope.
    ///
    /// An instance whose `onEnd` is asynchronous can't be created inside. In an asynchronous function, the compiler
    /// chooses the asynchronous overload, even if `body` doesn't await. At the top level of `main.swift`, it does so
    /// only if `body` awaits.
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
    ///   - values: Values for the scope, each of a different type.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    ///   - body: A closure that runs while the scope is open. Pass it as a trailing closure.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or else `EndingError` if an `onEnd` throws. `ScopeError` if the scope is inside
    ///   another one that is not open, or if the type of a value isn't bound to `.provided` with this scope as its lifetime.
    /// - Precondition: The scope was not created with `alwaysOpen(_:)`. Otherwise the process ends with a message.
    @_disfavoredOverload
    @discardableResult
    public func withScope<each Value: Sendable, Result>(
        _ scope: Scope,
        providing values: repeat each Value,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws -> Result
    ) throws -> Result {
        let location = CodeLocation(fileID: fileID, line: line)
        let open = try OpenedScope(scope, endsSynchronously: true, for: self, at: location)
        repeat try provide(each values, to: open)
        return try open.run(body)
    }

    // MARK: - From begin to end

    /// Opens a scope for every lookup of this injector and its children, until you call `end(_:)`.
    ///
    /// Use it for a period that isn't a closure, such as the time from login to logout:
    ///
    /// ```swift
    /// func logIn(_ user: User) throws {
    ///     try Injector.default.begin(Scope("session"), providing: user)
    /// }
    ///
    /// func logOut() async throws {
    ///     try await Injector.default.end(Scope("session"))
    /// }
    /// ```
    ///
    /// Every thread and task sees the scope. If a task has opened one with the same name with `withScope(_:)` or a
    /// handle, that one comes first. The bindings of a parent see only the scopes that were begun in the parent.
    ///
    /// Overrides see the scope, too; one that you begin inside an override ends with it. An isolated test doesn't see
    /// what was begun outside it, so tests that begin the same scope can run at the same time.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - values: Values for the scope, each of a different type, as for `withScope(_:providing:)`.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `ScopeError` if the scope has already begun here, if it is inside another scope that has not begun, or if
    ///   the type of a value isn't bound to `.provided` with this scope as its lifetime.
    /// - Precondition: The scope was not created with `alwaysOpen(_:)`. Otherwise the process ends with a message.
    public func begin<each Value: Sendable>(
        _ scope: Scope,
        providing values: repeat each Value,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        let location = CodeLocation(fileID: fileID, line: line)
        let open = try OpenedScope(scope, isBegun: true, for: self, at: location)
        repeat try provide(each values, to: open)
        try begin(open)
    }

    /// Opens a scope and returns a handle, through which you resolve its instances.
    ///
    /// Only lookups inside `run(_:)` of the handle see the scope, so several with the same name can be open at once:
    ///
    /// ```swift
    /// func titles(of users: [User], _ injector: Injector) async throws -> [String] {
    ///     var titles: [String] = []
    ///     for user in users {
    ///         let account = try injector.open(Scope("session"), providing: user)
    ///         titles.append(account.run { injector.instance(for: User.self).name })
    ///         try await account.end()
    ///     }
    ///     return titles
    /// }
    /// ```
    ///
    /// The new scope also sees the instances of scopes that are open around the call, inside `withScope(_:)` or
    /// `run(_:)`.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - values: Values for the scope, each of a different type, as for `withScope(_:providing:)`.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The handle, with which you end the scope.
    /// - Throws: `ScopeError` if the scope is inside another one that is not open, or if the type of a value isn't bound to
    ///   `.provided` with this scope as its lifetime.
    /// - Precondition: The scope was not created with `alwaysOpen(_:)`. Otherwise the process ends with a message.
    public func open<each Value: Sendable>(
        _ scope: Scope,
        providing values: repeat each Value,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> OpenScope {
        let open = try OpenedScope(scope, for: self, at: CodeLocation(fileID: fileID, line: line))
        repeat try provide(each values, to: open)
        return OpenScope(open)
    }

    // MARK: - Ending

    /// Ends the scopes that have begun in this injector, and the instances that it keeps: singletons, and instances of
    /// scopes that are always open.
    ///
    /// Call it at shutdown. The scopes end first, starting with the latest. The `onEnd` of each instance runs, the
    /// latest instance first but after those that use it, even if the task is cancelled, and so does that of whatever
    /// an `onEnd` creates. The bindings stay, and a later lookup creates a new instance. Parents and children keep
    /// their instances, and weak instances stay. Instances without an `onEnd` are removed last, so that each `onEnd`
    /// still finds them.
    ///
    /// If another call ends the same instances at the same time, both return when all have ended. In an `onEnd` or a
    /// factory, the call runs what nobody has begun, and waits for nobody.
    ///
    /// If a decorator threw, the `onEnd` of the instance that it should have wrapped is already running in a task of
    /// its own. This method waits for it and throws its error, unless a factory or such an `onEnd` calls it. The
    /// injector keeps at most a hundred of these errors.
    ///
    /// ```swift
    /// try await Injector.default.end()
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `EndingError` if an `onEnd` throws, after all other `onEnd` closures have run.
    public func end(fileID: StaticString = #fileID, line: UInt = #line) async throws {
        let location = CodeLocation(fileID: fileID, line: line)
        let registry = registry
        try EndingError.check(await registry.endScopes(at: location) + registry.end(nil))
    }

    /// Ends a scope that has begun in this injector, or the instances of a scope that is always open.
    ///
    /// Open scopes inside this one end first. Then the `onEnd` of each instance runs, the latest instance first, even
    /// if the task is cancelled. The bindings stay. Lookups of the scope's instances fail until it begins again.
    ///
    /// If another call ends the scope at the same time, both return when all have ended. In an `onEnd` of another
    /// lifetime or a factory, the call runs what nobody has begun, and waits for nobody.
    ///
    /// ```swift
    /// func logOut() async throws {
    ///     try await Injector.default.end(Scope("session"))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `EndingError` if an `onEnd` throws, after all other `onEnd` closures have run. `ScopeError` if the
    ///   scope is not always open and has not begun here or has ended, or if the call is in an `onEnd` of the scope or in
    ///   a factory that creates one of its instances.
    public func end(_ scope: Scope, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        let failures =
            scope.isAlwaysOpen
            ? await registry.end(.scope(scope))
            : try await endBegun(scope, at: CodeLocation(fileID: fileID, line: line))
        try EndingError.check(failures)
    }
}
