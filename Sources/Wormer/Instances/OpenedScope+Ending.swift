// The end of an open scope. The scopes inside it end first, and each instance once, whoever ends it.

extension OpenedScope {
    /// Checks that no construction of an instance of this scope, or of one inside it, waits for the caller.
    ///
    /// - Throws: `ScopeError`.
    func checkCanBeEnded(at location: CodeLocation) throws {
        let isEndedByFactory = Constructions.first(below: nil) { step in
            (step.keeper as? OpenedScope)?.isInside(self) == true ? true : nil
        }
        if isEndedByFactory == true {
            throw ScopeError(.endedByFactory, scope, in: injector, at: location)
        }
    }

    /// Returns whether this scope is another one, or was declared to be inside it.
    func isInside(_ other: OpenedScope) -> Bool {
        sequence(first: self, next: \.enclosing).contains { $0 === other }
    }

    /// Adds a scope that was declared to be inside this one.
    ///
    /// - Returns: Whether this scope has not ended.
    func add(_ inner: OpenedScope) -> Bool {
        opened.withLock { opened in
            if opened.end == nil {
                opened.inner.append(inner)
            }
            return opened.end == nil
        }
    }

    /// Ends the scopes inside this one, and then this one.
    ///
    /// If somebody else ends the scope, both do it together.
    ///
    /// - Parameter location: The location of the call.
    /// - Returns: The errors of the ends that ran here.
    nonisolated(nonsending) func end(at location: CodeLocation) async -> [EndingError.Failure] {
        let (inner, hasValues) = beginEnding(at: location)
        var failures: [EndingError.Failure] = []
        for scope in inner.reversed() {
            failures += await scope.end(at: location)
        }
        let waits = Ending.canWait ? 1 : 0
        wait(waits)
        let ending = await Ending.collecting(isClosed: true) { _ in items(hasValues: hasValues) }
        if !ending.isEmpty {
            failures += await context().run { await ending.run { withEnds { $0.takeFailures(of: nil) } } }
        }
        wait(-waits)
        // These instances were completed after the last wait.
        let rest = Ending(withEnds { $0.pending.map { Ending.Item($0, of: self) } })
        failures += await rest.run()
        endDidFinish()
        return failures + withEnds { $0.takeFailures(of: nil) }
    }

    private func items(hasValues: Bool) -> (underWay: [Construction], items: [Ending.Item]) {
        let (underWay, teardowns) = close(keepingProvided: hasValues)
        return (underWay, teardowns.map { Ending.Item($0, of: self) })
    }

    /// Performs `end(at:)` without awaiting.
    ///
    /// An inner scope whose ends must be awaited ends in a task of its own.
    ///
    /// - Returns: The errors of the ends that have run, and the task.
    func endNow(at location: CodeLocation) -> (failures: [EndingError.Failure], later: Task<Void, Never>?) {
        let (inner, hasValues) = beginEnding(at: location)
        var (failures, later): ([EndingError.Failure], [Task<Void, Never>]) = ([], [])
        for open in inner.reversed() {
            let ended = open.endNow(at: location)
            failures += ended.failures
            later += [ended.later].compactMap(\.self)
        }
        let (underWay, items) = items(hasValues: hasValues)
        let ending = Ending(items)
        guard later.isEmpty || endsSynchronously, endsSynchronously || underWay.isEmpty else {
            let task = inTaskOfItsOwn("because the scope around '\(scope.name)' ended") { [later] in
                for task in later {
                    await task.value
                }
                return await self.end(at: location)
            }
            return (failures, task)
        }
        for construction in underWay {
            _ = try? construction.wait(at: location)
        }
        failures += withEnds { $0.takeFailures(of: nil) }
        let rest = underWay.isEmpty ? ending : Ending(self.items(hasValues: hasValues).items)
        var task: Task<Void, Never>?
        if !rest.isEmpty {
            let ended = context().run {
                rest.runNow { EndingError.report($0, "because the scope around '\(self.scope.name)' ended") }
            }
            failures += ended.failures
            task = ended.rest
        }
        endDidFinish()
        return (failures, task)
    }

    /// Ends the scope in a task of its own, unless it has ended.
    ///
    /// - Parameter occasion: When the ends ran, as the end of a sentence.
    func endLater(_ occasion: String) {
        guard endLocation == nil else { return }
        // An end of the injector waits for this, too.
        home?.willEnd(self)
        _ = inTaskOfItsOwn(occasion) { await self.end(at: self.location) }
    }

    /// Starts a task that runs ends and reports their errors.
    private func inTaskOfItsOwn(
        _ occasion: String,
        _ body: @escaping @Sendable () async -> [EndingError.Failure]
    ) -> Task<Void, Never> {
        // The code that happened to release the scope may be in another one, or in a test that does not wait for this.
        let context = Context.outside { context in
            context.override = Context.override
            context.isOverrideEnding = true
        }
        return context.run { Task { EndingError.report(await body(), occasion) } }
    }

    /// Begins the end of the scope, or joins it.
    ///
    /// - Returns: The scopes inside this one, which end first, and whether values are provided.
    private func beginEnding(at location: CodeLocation) -> (inner: [OpenedScope], hasValues: Bool) {
        let (inner, hasValues) = opened.withLock { opened in
            opened.end = opened.end ?? location
            return (opened.inner.map { $0 }, !opened.values.isEmpty)
        }
        home?.willEnd(self)
        return (inner, hasValues)
    }

    func remove(_ inner: OpenedScope) {
        let removed = opened.withLock { opened in
            defer { opened.inner.removeAll { $0 === inner } }
            return opened.inner
        }
        withExtendedLifetime(removed) {}
    }
}
