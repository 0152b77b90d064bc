@testable import Wormer

/// Runs `body` in an override that lives on, or outside every override if it is nil.
package func inOverride<Result>(_ override: Override?, _ body: () throws -> Result) rethrows -> Result {
    try Context.new { $0.override = override }.run(body)
}

/// Performs `inOverride(_:_:)` for an asynchronous `body`.
package func inOverride<Result>(
    _ override: Override?,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async rethrows -> Result { try await Context.new { $0.override = override }.run(isolation: isolation, body) }

/// Runs `body` as if only the services of some files were declared; see `Context.knownFiles`.
package func knowingFiles<Result>(_ files: [String], _ body: () throws -> Result) rethrows -> Result {
    try Context.new { $0.knownFiles = files }.run(body)
}

/// Performs `knowingFiles(_:_:)` for an asynchronous `body`.
package func knowingFiles<Result>(
    _ files: [String],
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async rethrows -> Result { try await Context.new { $0.knownFiles = files }.run(isolation: isolation, body) }

/// Runs `body` outside every scope of the current task.
package func outsideScopes<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Context.new { ($0.scope, $0.around) = (nil, []) }.run(body)
}
