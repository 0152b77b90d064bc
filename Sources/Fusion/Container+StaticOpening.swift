import Wormer

// `withScope`, `begin`, `open`, `end` and `prepare` for the main container.

extension Container {
    /// Opens a scope for the current task and its child tasks, runs `body`, and ends the scope.
    ///
    /// ```swift
    /// extension Wormer.Scope {
    ///     static let order = Wormer.Scope("order")
    /// }
    ///
    /// func placeOrder() async throws {
    ///     try await Container.withScope(.order) {
    ///         runWithMockLogger()
    ///     }
    /// }
    /// ```
    ///
    /// See `Injector.withScope(_:providing:isolation:fileID:line:_:)`.
    ///
    /// - Parameters:
    ///   - scope: The scope, which isn't a `Container.Scope`.
    ///   - values: Values for the scope, each of a different type.
    ///   - isolation: The actor that `body` runs on, by default the caller's.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    ///   - body: A closure that runs while the scope is open. Pass it as a trailing closure.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, `EndingError` or `ScopeError`.
    @_semantics("optimize.sil.specialize.generic.never")  // Specializing the parameter pack made the compiler crash.
    @discardableResult
    public static func withScope<each Value: Sendable, Result>(
        _ scope: Wormer.Scope,
        providing values: repeat each Value,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try await main.injector.withScope(
            scope,
            providing: repeat each values,
            isolation: isolation,
            fileID: fileID,
            line: line,
            body
        )
    }

    /// Opens a scope for the current task, runs `body` synchronously, and ends the scope.
    ///
    /// See `Injector.withScope(_:providing:fileID:line:_:)`.
    ///
    /// - Parameters:
    ///   - scope: The scope, which isn't a `Container.Scope`.
    ///   - values: Values for the scope, each of a different type.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    ///   - body: A closure that runs while the scope is open. Pass it as a trailing closure.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, `EndingError` or `ScopeError`.
    @_disfavoredOverload
    @discardableResult
    public static func withScope<each Value: Sendable, Result>(
        _ scope: Wormer.Scope,
        providing values: repeat each Value,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: () throws -> Result
    ) throws -> Result {
        try main.injector.withScope(scope, providing: repeat each values, fileID: fileID, line: line, body)
    }

    /// Opens a scope for every lookup of the main container and its children, until you call `end(_:)`.
    ///
    /// See `Injector.begin(_:providing:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - scope: The scope, which isn't a `Container.Scope`.
    ///   - values: Values for the scope, each of a different type.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `ScopeError`.
    public static func begin<each Value: Sendable>(
        _ scope: Wormer.Scope,
        providing values: repeat each Value,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try main.injector.begin(scope, providing: repeat each values, fileID: fileID, line: line)
    }

    /// Opens a scope and returns a handle, through which you resolve its instances.
    ///
    /// See `Injector.open(_:providing:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - scope: The scope, which isn't a `Container.Scope`.
    ///   - values: Values for the scope, each of a different type.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The handle, with which you end the scope.
    /// - Throws: `ScopeError`.
    public static func open<each Value: Sendable>(
        _ scope: Wormer.Scope,
        providing values: repeat each Value,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> OpenScope {
        try main.injector.open(scope, providing: repeat each values, fileID: fileID, line: line)
    }

    /// Ends the scopes that have begun in the main container, and the instances that it keeps.
    ///
    /// See `Injector.end(fileID:line:)`.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `EndingError` if an `onEnd` throws, after all other `onEnd` closures have run.
    public static func end(fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await main.injector.end(fileID: fileID, line: line)
    }

    /// Ends a scope that has begun in the main container.
    ///
    /// See `Injector.end(_:fileID:line:)`.
    ///
    /// - Parameters:
    ///   - scope: The scope, which isn't a `Container.Scope`.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `EndingError` if an `onEnd` throws, after all other `onEnd` closures have run. `ScopeError` if the
    ///   scope was not begun here.
    public static func end(_ scope: Wormer.Scope, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await main.injector.end(scope, fileID: fileID, line: line)
    }

    /// Creates every singleton that is bound, awaiting those that are asynchronous.
    ///
    /// See `Injector.prepare(fileID:line:)`.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `PreparationError`, or `CancellationError` if the task is cancelled.
    public static nonisolated(nonsending) func prepare(fileID: StaticString = #fileID, line: UInt = #line) async throws
    {
        try await main.injector.prepare(fileID: fileID, line: line)
    }
}
