/// A handle to a scope that an injector opened with `open(_:providing:)`.
///
/// Several scopes with the same name can be open at once, such as the sessions of two accounts. Only lookups inside
/// `run(_:)` of a handle see its scope:
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
/// After the scope has ended, lookups of its instances fail with an error that names the lines where it was opened and
/// ended. If you drop the last reference to a handle without calling `end()`, the scope and those that were opened
/// inside it end in a task of their own.
///
/// - Warning: An instance of the scope that keeps the handle keeps itself alive. The scope then ends only when you call
///   `end()`.
public final class OpenScope: Sendable {
    let opened: OpenedScope

    init(_ opened: OpenedScope) {
        self.opened = opened
    }

    deinit {
        opened.endLater("after the last reference to the handle of its scope was released")
    }

    /// The scope that the handle opened.
    public var scope: Scope { opened.scope }

    /// The file and line of the call that opened the scope.
    public var location: CodeLocation { opened.location }

    /// Runs a closure whose lookups see the scope.
    ///
    /// Scopes that are open around the call stay visible, unless this one hides them.
    ///
    /// ```swift
    /// func title(of account: OpenScope, _ injector: Injector) -> String {
    ///     account.run { injector.instance(for: User.self).name }
    /// }
    /// ```
    ///
    /// - Parameter body: A closure.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try opened.context(keepingAround: true).run(body)
    }

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
