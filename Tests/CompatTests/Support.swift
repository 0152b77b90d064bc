@_exported import TestSupport
import Wormer

/// Runs `body` with an empty resolver that no other test sees.
func withEmptyResolver(_ body: () async throws -> Void) async rethrows {
    try await inOverride(Override()) {
        Injector.default.unbindAll()
        try await body()
    }
}
