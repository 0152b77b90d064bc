import Fusion

private struct Stale: Error {}

extension Container {
    /// A function that fails when `verifyInstances()` calls it; see `VerifiedFunctionTests`.
    @Provides(.singleton) private func staleDough() async throws -> Int { throw Stale() }
}
