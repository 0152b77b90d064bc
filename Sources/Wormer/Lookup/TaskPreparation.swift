// Creating singletons before anybody needs them.

extension Injector {
    /// Creates all singletons of this injector that don't exist yet.
    ///
    /// Call it at startup, so that slow factories and failures don't surprise anybody later. Afterwards, synchronous
    /// lookups also find singletons that are created asynchronously:
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, lifetime: .singleton, to: .async { try await RemoteDatabase.open() })
    /// try await Injector.default.prepare()
    /// let database: Database = Injector.default.instance()
    /// ```
    ///
    /// Contributions are included. A parent's singleton is created only if one of this injector needs it; to create the
    /// others, call the method on the parent. Services that are declared as properties are created at their first read.
    /// Inside an override, the method creates the singletons that are visible there, and they stay in the override.
    ///
    /// A closure's dependencies are unknown until it runs. So asynchronous singletons are created first: at the same time
    /// those without parameters, and then those with parameters. The others follow one by one, in the order in which they
    /// were bound, those that an actor isolates before the rest.
    ///
    /// If asynchronous singletons fail, the others aren't created. To retry, call the method again: existing instances are
    /// kept.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `PreparationError` with every failure; `CancellationError` if the task is cancelled before all
    ///   singletons exist.
    public nonisolated(nonsending) func prepare(fileID: StaticString = #fileID, line: UInt = #line) async throws {
        let location = CodeLocation(fileID: fileID, line: line)
        let injector = resolved
        let missing = injector.registry.visibleHits.filter { hit in
            hit.binding.lifetime == .singleton && hit.binding.hasFunction && !hit.isKept
        }
        let bindings = missing.map(\.binding).ordered { $0.identity < $1.identity }
        var errors: [InjectionError] = []
        for step in PreparationStep.allCases {
            let next = bindings.filter { $0.preparationStep == step }
            if step.isAsynchronous {
                errors = try await injector.createTogether(next, at: location)
                try PreparationError.check(errors)
                continue
            }
            for binding in next {
                try Task.checkCancellation()
                try await injector.create(binding, at: location).map { errors.append($0) }
            }
        }
        try PreparationError.check(errors)
    }

    /// Creates instances at the same time, and returns the errors.
    @inline(never)
    private nonisolated(nonsending) func createTogether(
        _ bindings: [Binding],
        at location: CodeLocation
    ) async throws -> [InjectionError] {
        try await withThrowingTaskGroup(of: InjectionError?.self) { group in
            for binding in bindings {
                group.addTask { try await self.create(binding, at: location) }
            }
            var errors: [InjectionError] = []
            for try await error in group {
                error.map { errors.append($0) }
            }
            return errors
        }
    }

    /// Creates the instance of a binding, and returns its error if that fails.
    @inline(never)
    private nonisolated(nonsending) func create(
        _ binding: Binding,
        at location: CodeLocation
    ) async throws -> InjectionError? {
        do {
            _ = try await asyncRequire(Lookup(binding.key, at: location))
            return nil
        } catch {
            if error is CancellationError {
                try Task.checkCancellation()
            }
            return .of(error, answering: Lookup(binding.key, at: location))
        }
    }
}
