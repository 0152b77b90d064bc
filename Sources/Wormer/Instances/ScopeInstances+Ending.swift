// How a scope ends: the scopes inside it first, and each scope once, whoever ends it.

extension ScopeInstances {
    /// Checks that no construction of an instance of this scope, or of one inside it, waits for the caller.
    ///
    /// - Throws: `ScopeError`.
    func checkCanBeEnded(at location: CodeLocation) throws {
        let frames = TaskFrame.current.map { sequence(first: $0, next: \.outer).map { $0.current?.keeper } } ?? []
        if frames.contains(where: { ($0 as? ScopeInstances)?.isInside(self) == true }) {
            throw ScopeError(.endedByFactory, scope, in: home, at: location)
        }
    }

    /// Whether the end of the scope has begun and still runs.
    var isEnding: Bool { withLock { guarded.end != nil && !guarded.isDone } }

    /// Returns whether this scope is another one, or was declared to be inside it.
    private func isInside(_ other: ScopeInstances) -> Bool {
        sequence(first: self, next: \.enclosing).contains { $0 === other }
    }

    /// Adds a scope that was declared to be inside this one.
    ///
    /// - Returns: Whether this scope has not ended.
    func addInner(_ inner: ScopeInstances) -> Bool {
        withLock {
            if guarded.end == nil {
                guarded.inner.append(inner)
            }
            return guarded.end == nil
        }
    }

    /// Runs `body` for requests that are made through a handle.
    func runOpen<Result>(_ body: () throws -> Result) rethrows -> Result {
        let (around, entered) = (scopesAroundHandle, enteredByFactory)
        guard around != nil || entered != nil else {
            return try ScopeInstances.$current.withValue(self, operation: body)
        }
        return try ScopeInstances.$around.withValue(around ?? ScopeInstances.around) {
            try ScopeInstances.$entered.withValue(entered ?? ScopeInstances.entered) {
                try ScopeInstances.$current.withValue(self, operation: body)
            }
        }
    }

    /// Performs `runOpen(_:)` for an asynchronous `body`.
    func runOpen<Result>(isolation: isolated (any Actor)?, _ body: () async throws -> Result) async rethrows -> Result {
        let (around, entered) = (scopesAroundHandle, enteredByFactory)
        guard around != nil || entered != nil else {
            return try await ScopeInstances.$current.withValue(self, operation: body, isolation: isolation)
        }
        return try await ScopeInstances.$around.withValue(
            around ?? ScopeInstances.around,
            operation: {
                try await ScopeInstances.$entered.withValue(
                    entered ?? ScopeInstances.entered,
                    operation: {
                        try await ScopeInstances.$current.withValue(self, operation: body, isolation: isolation)
                    },
                    isolation: isolation
                )
            },
            isolation: isolation
        )
    }

    /// The scopes around a handle's `run`, or nil if the handle was opened in the same scopes.
    private var scopesAroundHandle: [ScopeInstances]? {
        guard let current = ScopeInstances.current,
            !sequence(first: self, next: \.outer).contains(where: { $0 === current })
        else {
            return nil
        }
        // A task that a handle's task starts would otherwise keep the scopes of all tasks before it.
        return [current] + ScopeInstances.around.filter(\.isOpen)
    }

    /// Runs `body` in the scope, and ends the scope.
    func run<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let result: Result
        do {
            result = try await ScopeInstances.$current.withValue(self, operation: body, isolation: isolation)
        } catch {
            report(await end(at: location))
            throw error
        }
        try EndingError.check(await end(at: location))
        return result
    }

    /// Runs `body` in the scope and ends the scope, without awaiting.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        let result: Result
        do {
            result = try ScopeInstances.$current.withValue(self, operation: body)
        } catch {
            report(endNow(at: location).failures)
            throw error
        }
        try EndingError.check(endNow(at: location).failures)
        return result
    }

    /// Reports errors of teardowns that are not thrown.
    private func report(_ failures: [EndingError.Failure]) {
        EndingError.report(failures, "while the scope '\(scope.name)' ended, whose closure threw another error")
    }

    /// Ends the scopes inside this one, and then this one.
    ///
    /// If somebody else ends the scope, this method waits for that, unless that would wait for the current task.
    ///
    /// - Parameter location: The location of the call.
    /// - Returns: The errors of the teardowns.
    nonisolated(nonsending) func end(at location: CodeLocation) async -> [EndingError.Failure] {
        guard let (inner, hasValues) = beginEnding(at: location) else {
            await waitForEnd()
            return []
        }
        var failures: [EndingError.Failure] = []
        for scope in inner.reversed() {
            failures += await scope.end(at: location)
        }
        failures += await run(end(keepingProvided: hasValues))
        close(hasValues: hasValues)
        return failures
    }

    /// Waits for the late endings, and runs teardowns in the scope, so that they can use its values and what was open
    /// where it was opened.
    private nonisolated(nonsending) func run(_ ending: Ending?) async -> [EndingError.Failure] {
        let late = await lateEndings?.failures(of: nil, in: constructions.taskFrame) ?? []
        guard let ending, !ending.isEmpty else { return late }
        return await ScopeInstances.$around.withValue(withLock { guarded.others }?.around ?? []) {
            await ScopeInstances.$current.withValue(self) { late + (await ending.run()) }
        }
    }

    private var lateEndings: LateEndings? { withLock { guarded.lateEndings } }

    /// Ends an instance that the scope does not keep, unless the scope has ended.
    ///
    /// - Returns: Whether the scope had not ended.
    func runUnkept(_ teardown: Teardown, of binding: AnyBinding) -> Bool {
        let (around, new) = (withLock { guarded.others }?.around ?? [], LateEndings())
        let lateEndings = ifOpen { () -> LateEndings in
            let lateEndings = guarded.lateEndings ?? new
            guarded.lateEndings = lateEndings
            return lateEndings
        }
        guard let lateEndings else { return false }
        return ScopeInstances.$around.withValue(around) {
            ScopeInstances.$current.withValue(self) {
                if endsSynchronously {
                    lateEndings.runNow(teardown, of: binding)
                    return true
                }
                // Under the lock, so that the end of the scope waits for it.
                return ifOpen { lateEndings.run(teardown, of: binding) } != nil
            }
        }
    }

    /// Performs `end(at:)` without awaiting.
    ///
    /// An inner scope whose teardowns must be awaited ends in a task of its own.
    ///
    /// - Returns: The errors of the teardowns that have run, and the task.
    private func endNow(at location: CodeLocation) -> (failures: [EndingError.Failure], later: Task<Void, Never>?) {
        guard let (inner, hasValues) = beginEnding(at: location) else { return ([], nil) }
        var (failures, later): ([EndingError.Failure], [Task<Void, Never>]) = ([], [])
        for open in inner.reversed() {
            let ended = open.endNow(at: location)
            failures += ended.failures
            later += [ended.later].compactMap(\.self)
        }
        let ending = end(keepingProvided: hasValues)
        let isAwaited = !later.isEmpty || ending?.isAwaited == true || lateEndings?.isEmpty == false
        guard endsSynchronously || !isAwaited else {
            let task = inTaskOfItsOwn("because the scope around '\(scope.name)' ended") { [later] in
                for task in later {
                    await task.value
                }
                defer { self.close(hasValues: hasValues) }
                return await self.run(ending)
            }
            return (failures, task)
        }
        failures += lateEndings?.takeFailures(of: nil) ?? []
        if let ending, !ending.isEmpty {
            failures += ScopeInstances.$around.withValue(withLock { guarded.others }?.around ?? []) {
                ScopeInstances.$current.withValue(self) { ending.runNow() }
            }
        }
        close(hasValues: hasValues)
        return (failures, nil)
    }

    /// Ends the scope in a task of its own, unless it has ended.
    ///
    /// - Parameter occasion: When the teardowns ran, as the end of a sentence.
    func endLater(_ occasion: String) {
        guard endLocation == nil else { return }
        _ = inTaskOfItsOwn(occasion) { await self.end(at: self.location) }
    }

    /// Starts a task that runs teardowns and reports their errors.
    private func inTaskOfItsOwn(
        _ occasion: String,
        _ body: @escaping @Sendable () async -> [EndingError.Failure]
    ) -> Task<Void, Never> {
        // The code that happened to release the scope may be in another one, or in a test that does not wait for this.
        ScopeInstances.$current.withValue(nil) {
            Layer.$isEnding.withValue(true) {
                Task { EndingError.report(await body(), occasion) }
            }
        }
    }

    /// Begins the end of the scope.
    ///
    /// - Returns: The scopes inside this one, which end first, and whether values are provided; nil if the end has begun
    ///   before.
    private func beginEnding(at location: CodeLocation) -> (inner: [ScopeInstances], hasValues: Bool)? {
        let begun = withLock { () -> (inner: [ScopeInstances], hasValues: Bool)? in
            guard guarded.end == nil else { return nil }
            guarded.end = location
            defer { guarded.inner = [] }
            return (guarded.inner, !guarded.values.isEmpty)
        }
        registry?.removeBegun(self)
        return begun
    }

    private func remove(_ inner: ScopeInstances) {
        let removed = withLock { () -> ScopeInstances? in
            let index = guarded.inner.lastIndex { $0 === inner }
            return index.map { guarded.inner.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    /// Waits until the scope has ended, unless the end may wait for the current task, which is in the scope, runs an
    /// `onEnd`, or creates an instance that others wait for.
    private nonisolated(nonsending) func waitForEnd() async {
        let scopes = [ScopeInstances.current].compactMap(\.self) + ScopeInstances.around
        let isInside = scopes.contains { sequence(first: $0, next: \.outer).contains { $0.isInside(self) } }
        guard !isInside, ScopeInstances.current?.endLocation == nil, TaskFrame.current?.construction == nil else {
            return
        }
        await withCheckedContinuation { continuation in
            let isDone = withLock {
                if !guarded.isDone {
                    guarded.waiters.append(continuation)
                }
                return guarded.isDone
            }
            if isDone {
                continuation.resume()
            }
        }
    }

    /// Releases what the scope no longer needs after its end.
    private func close(hasValues: Bool) {
        if hasValues {
            _ = end()
        }
        enclosing?.remove(self)
        // Released outside the lock.
        let (waiters, rest, outer) = withLock {
            defer { (guarded.isDone, guarded.waiters, guarded.values, guarded.others) = (true, [], [], nil) }
            return (guarded.waiters, (guarded.values, guarded.others), guarded.outer)
        }
        waiters.forEach { $0.resume() }
        withExtendedLifetime(rest) {}
        if let outer, !outer.isOpen {
            let open = outer.visible(inside: scope)
            withLock { guarded.outer = open }
            withExtendedLifetime(outer) {}
        }
    }
}

extension Scope {
    /// Ends the process with a message if the scope is always open.
    func checkCanBeOpened(at location: CodeLocation) {
        if isAlwaysOpen {
            endProcess(with: Misuse.alwaysOpen(self), at: location)
        }
    }
}
