/// A handle to a scope, which `open(_:providing:)` of an injector returns.
///
/// Only requests in `run(_:)` of the handle see the scope. Use handles if several scopes with the same name are open at
/// once, such as the sessions of two accounts:
///
/// ```swift
/// func synchronize(_ injector: Injector, _ user: User) async throws {
///     let account = try injector.open(Scope("session"), providing: user)
///     let drafts = account.run { injector.instance(for: Drafts.self) }
///     await drafts.synchronize()
///     try await account.end()
/// }
/// ```
///
/// After the scope has ended, requests for its instances fail with an error that has the lines of the opening and of
/// the end. If you release the last reference to the handle without calling `end()`, the scope ends in a task of its
/// own.
///
/// - Warning: If an instance of the scope keeps the handle, the two keep each other alive. The scope ends only when you
///   call `end()`.
public final class OpenScope: Sendable {
    let instances: ScopeInstances

    init(_ instances: ScopeInstances) {
        self.instances = instances
    }

    deinit {
        instances.endLater("after the last reference to the handle of its scope was released")
    }

    /// The scope that the handle opened.
    public var scope: Scope { instances.scope }

    /// The file and line of the call that opened the scope.
    public var location: CodeLocation { instances.location }

    /// Runs a closure whose requests see the scope.
    ///
    /// The scopes that are open around the call remain visible, unless this scope hides them.
    ///
    /// ```swift
    /// func title(of account: OpenScope, _ injector: Injector) -> String {
    ///     account.run { injector.instance(for: User.self).name }
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that makes requests.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try instances.runOpen(body)
    }

    /// Runs an asynchronous closure whose requests, and those of its child tasks, see the scope.
    ///
    /// ```swift
    /// func save(_ account: OpenScope, _ injector: Injector) async throws {
    ///     try await account.run { try await injector.asyncInstance(for: Drafts.self).save() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: The actor that `body` runs on, by default the caller's.
    ///   - body: A closure that makes requests.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await instances.runOpen(isolation: isolation, body)
    }

    /// Ends the scope.
    ///
    /// If scopes inside this one are still open, they end first. Then the `onEnd` of each instance runs, starting with
    /// the instance that was created last, even if the task is cancelled. A second call only waits for the first;
    /// inside `run(_:)`, and in an `onEnd`, it returns at once.
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
        try instances.checkCanBeEnded(at: location)
        try EndingError.check(await instances.end(at: location))
    }
}
