// Running asynchronous functions in an override, and awaiting the ends of its instances.

extension Override {
    /// Runs an asynchronous `body` in the override, and ends the override.
    ///
    /// Instances that were created inside end in reverse order, even if the task is cancelled.
    ///
    /// - Parameters:
    ///   - isolation: The actor that `body` runs on. The default is the caller's.
    ///   - handle: Receives the errors of the `onEnd` closures.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    package func run<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        onErrors handle: ([EndingError.Failure]) -> Void = Override.report,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        do throws(Failure) {
            let result = try await context().run(isolation: isolation, body)
            await end(handle)
            return result
        } catch {
            await end(handle)
            throw error
        }
    }

    nonisolated(nonsending) func end(_ handle: ([EndingError.Failure]) -> Void) async {
        guard close() else { return }
        defer { forgetInstancesOfProperties(withOwn: true) }
        handle(await context(isEnding: true).run { await endAll(withScopes: true) })
    }

    /// Ends the scopes that have begun inside, the latest first, and then what was created inside.
    ///
    /// - Parameter withScopes: Whether this includes instances in scopes that were opened outside.
    /// - Returns: The errors of the ends.
    nonisolated(nonsending) func endAll(withScopes: Bool) async -> [EndingError.Failure] {
        var failures: [EndingError.Failure] = []
        for open in scopesToEnd {
            failures += await open.end(at: open.location)
        }
        return failures + (await Ending(in: registries) { self.items(withScopes: withScopes, canWait: $0) }.run())
    }
}

extension RememberedOverride {
    /// Performs `run(_:)` for an asynchronous function.
    package func run<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard let override = existing, override.countsWhereRemembered else { return try await body() }
        return try await Context.new { $0.override = override }.run(body)
    }
}
