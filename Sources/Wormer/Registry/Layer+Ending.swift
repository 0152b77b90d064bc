extension Layer {
    /// Whether the current task runs `onEnd` closures of an override, whose requests are not late.
    @TaskLocal static var isEnding = false

    /// Runs `body` in the override, and ends the override.
    ///
    /// Instances that were created inside end in reverse order. From the first one whose end must be awaited, they end
    /// in a task of their own. Tasks that `body` started may outlive the override. Their instances end when nothing
    /// refers to the override any more.
    ///
    /// - Parameters:
    ///   - handle: Receives the errors of the `onEnd` closures that have run, if there are any.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    package func run<Result>(
        onErrors handle: ([EndingError.Failure]) -> Void,
        _ body: () throws -> Result
    ) rethrows -> Result {
        defer { endNow(handle) }
        return try Layer.$current.withValue(self, operation: body)
    }

    /// Runs an asynchronous `body` in the override, and ends the override.
    ///
    /// Instances that were created inside end in reverse order, even if the task is cancelled.
    ///
    /// - Parameters:
    ///   - isolation: The actor that `body` runs on. The default is the caller's.
    ///   - handle: Receives the errors of the `onEnd` closures, if there are any.
    ///   - body: The closure to run.
    /// - Returns: The result of `body`.
    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        onErrors handle: ([EndingError.Failure]) -> Void,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        do {
            let result = try await Layer.$current.withValue(self, operation: body, isolation: isolation)
            await end(handle)
            return result
        } catch {
            await end(handle)
            throw error
        }
    }

    /// Reports the errors of `onEnd` closures that cannot be thrown.
    @Sendable
    package static func report(_ failures: [EndingError.Failure]) {
        EndingError.report(failures, "while an override ended")
    }

    private nonisolated(nonsending) func end(_ handle: ([EndingError.Failure]) -> Void) async {
        var failures: [EndingError.Failure] = []
        for registry in registriesWithScopes where !registry.begunScopes.isEmpty {
            failures += await Layer.$current.withValue(self) { await registry.endScopes() }
        }
        if let ending = beginEnding(), !ending.isEmpty {
            failures += await run(ending)
        }
        if !failures.isEmpty {
            handle(failures)
        }
    }

    private func endNow(_ handle: ([EndingError.Failure]) -> Void) {
        for registry in registriesWithScopes where !registry.begunScopes.isEmpty {
            Layer.$current.withValue(self) { registry.endScopesLater() }
        }
        if let ending = beginEnding(), !ending.isEmpty {
            let failures = Layer.$current.withValue(self) {
                Layer.$isEnding.withValue(true) { ending.runNow(reportingLaterErrorsTo: Layer.report) }
            }
            if !failures.isEmpty {
                handle(failures)
            }
        }
    }

    /// The registries in which a scope may have begun.
    private var registriesWithScopes: [Registry] {
        Registry.haveBegunScopes ? registries : []
    }

    private func beginEnding() -> Ending? {
        close()
        var ending = ending(withScopes: true)
        if ending?.isWaiting == true {
            ending?.addMore = { [self] ending in addInstances(to: &ending, withScopes: true) }
        }
        return ending
    }

    /// Ends instances inside the override.
    ///
    /// - Returns: The errors of the teardowns.
    nonisolated(nonsending) func run(_ ending: Ending) async -> [EndingError.Failure] {
        await Layer.$current.withValue(self) {
            await Layer.$isEnding.withValue(true) { await ending.run() }
        }
    }

    /// Returns the end of what remains when nothing refers to the layer any more.
    func endingOfRest() -> Ending? {
        ending(withScopes: false)
    }

    /// Returns the end of the instances that were created inside, or nil if none of them has an `onEnd`.
    private func ending(withScopes: Bool) -> Ending? {
        var mayHaveEnds = false
        forEachRegistry { mayHaveEnds = mayHaveEnds || $0.mayHaveEnds }
        guard mayHaveEnds else { return nil }
        var ending = Ending()
        addInstances(to: &ending, withScopes: withScopes)
        return ending
    }

    /// Ends the instances that were created inside and have an `onEnd`.
    ///
    /// The others stay, because a wrapper that remembers the override may still be read.
    ///
    /// - Parameters:
    ///   - ending: The end to which the instances are added.
    ///   - withScopes: Whether to include the instances in the scopes that are open around the override.
    private func addInstances(to ending: inout Ending, withScopes: Bool) {
        // While the slots are read one by one, a task may complete a dependency whose slot was read and then its dependent.
        // The next pass finds the dependency.
        var count: Int
        repeat {
            count = ending.count
            forEachRegistry { registry in
                for binding in registry.bindingsWithEnd {
                    let scope =
                        withScopes
                        ? binding.lifetime.scopeToOpen.flatMap { scope in
                            registry.layered.flatMap { try? ScopeInstances.find(scope, for: $0) }
                        } : nil
                    if binding.keepsInstance || scope != nil {
                        ending.addInstance(of: binding, in: scope) { registry.dropInstance(of: binding) }
                    }
                }
            }
        } while ending.count > count
        forEachRegistry { registry in
            // A construction that is under way can fail after it has created an instance.
            if registry.hasLateEndings || ending.isWaiting {
                ending.addLateEndings(of: registry)
            }
        }
    }
}
