// Running asynchronous functions in a context.
//
// An asynchronous function needs `withValue`, because tasks allocate on a stack, and a `Result` would keep the type of
// an error, but getting its type takes longer than the rest.

extension Context {
    /// Runs an asynchronous function in this context.
    package func run<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        do {
            return try await Context.$bound.withValue(
                self,
                operation: {
                    begin()
                    defer { end() }
                    return try await body()
                },
                isolation: isolation
            )
        } catch {
            throw error as! Failure
        }
    }

    /// Runs the asynchronous function of a construction, if it is one, in this context.
    nonisolated(nonsending) func run<Result>(
        in frame: Frame?,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        self.frame = frame.map(Unmanaged.passUnretained)
        return try await Context.$bound.withValue(self) {
            begin()
            defer { end() }
            return try await body()
        }
    }
}
