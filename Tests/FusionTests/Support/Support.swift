@_exported import TestSupport
import Fusion

/// Runs `body` with an empty main container that no other test sees.
func withEmptyMain<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Container.mock({ $0.injector.unbindAll() }, then: body)
}

/// Runs `body` with an empty main container that no other test sees.
func withEmptyMain<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async rethrows -> Result { try await Container.mock({ $0.injector.unbindAll() }, then: body) }
