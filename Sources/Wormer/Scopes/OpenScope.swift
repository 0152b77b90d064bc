/// A handle to an open scope, for scopes of one name that are open at once, such as the sessions of two accounts.
///
/// `open(_:providing:)` returns it. Only lookups inside `run(_:)` of the handle see its scope:
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
    @discardableResult
    public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try opened.context(keepingAround: true).run(body)
    }
}
