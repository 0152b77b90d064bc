// Creating instances only to see whether that works.

extension Injector {
    /// Creates instances in a temporary copy of the bindings with every scope open, and ends them.
    ///
    /// - Parameters:
    ///   - trials: What to create, in this order, each in one of several injectors.
    ///   - scopes: The scopes to open, each after those around it. A scope that is open already has the same values.
    ///   - location: The location of the lookups.
    ///   - body: Receives the error of each trial, in the copy.
    /// - Returns: The errors of `onEnd` closures, and the locations of their bindings.
    package nonisolated(nonsending) func tryCreating(
        _ trials: [(key: Key, injector: Injector)],
        opening scopes: ArraySlice<Scope>,
        at location: CodeLocation,
        _ body: ([InjectionError?]) async -> Void
    ) async -> [(location: CodeLocation, error: any Error)] {
        var ends: [EndingError.Failure] = []
        let override = Override(withoutInstances: true)
        await withAll(scopes, at: location) {
            await override.run {
                ends += $0
            } _: {
                // The trials use the stand-ins here, not a test.
                await Context.new { $0.isVerifying = true }.run {
                    var errors: [InjectionError?] = []
                    for (key, injector) in trials {
                        errors.append(await injector.error(ofCreating: key, at: location))
                    }
                    await body(errors)
                }
            }
        }
        return ends.map { ($0.location, $0.error) }
    }

    /// Creates an instance from the main actor, so that a closure can look up the main actor's instances.
    @MainActor
    private func error(ofCreating key: Key, at location: CodeLocation) async -> InjectionError? {
        let lookup = Lookup(key, at: location)
        do {
            let binding = registry.look(key, isUse: false)?.binding
            if let binding, binding.dependencies.isEmpty, !binding.isAsynchronous,
                binding.isolation.map({ $0 === MainActor.shared }) ?? true
            {
                _ = try require(lookup)
            } else {
                _ = try await asyncRequire(lookup)
            }
            return nil
        } catch {
            return .of(error, answering: lookup)
        }
    }

    /// Runs `body` with the scopes open, each with the values that it has if it is already open.
    ///
    /// The override inside ends what was created.
    private nonisolated(nonsending) func withAll(
        _ scopes: ArraySlice<Scope>,
        at location: CodeLocation,
        _ body: () async -> Void
    ) async {
        guard let scope = scopes.first else { return await body() }
        let rest = scopes.dropFirst()
        let values = (try? OpenedScope.find(scope, for: self, below: nil))?.values ?? []
        guard let open = try? OpenedScope(scope, with: values, for: self, at: location) else {
            return await withAll(rest, at: location, body)
        }
        await open.context().run { await withAll(rest, at: location, body) }
        _ = await open.end(at: location)
    }
}
