// The end of an open scope. The scopes inside it end first, and each instance once, whoever ends it.

extension OpenedScope {
    /// Checks that no construction of an instance of this scope, or of one inside it, waits for the caller.
    ///
    /// - Throws: `ScopeError`.
    func checkCanBeEnded(at location: CodeLocation) throws {
        if EnclosingConstructions.path(below: nil).contains(where: { $0.keeper?.isInside(self) == true }) {
            throw ScopeError(.endedByFactory, scope, at: location)
        }
    }

    /// Returns whether this scope is another one, or was declared to be inside it.
    func isInside(_ other: OpenedScope) -> Bool {
        self === other || enclosing?.isInside(other) == true
    }

    /// Adds a scope that was declared to be inside this one.
    ///
    /// - Returns: Whether this scope has not ended.
    func add(_ inner: OpenedScope) -> Bool {
        state.withLock { state in
            if state.end == nil {
                state.inner.append(inner)
            }
            return state.end == nil
        }
    }

    /// Ends the scopes inside this one, and then this one.
    ///
    /// If somebody else ends the scope, both do it together.
    ///
    /// - Parameter location: The location of the call.
    /// - Returns: The errors of the ends that ran here.
    nonisolated(nonsending) func end(at location: CodeLocation) async -> [EndingError.Failure] {
        var failures: [EndingError.Failure] = []
        for scope in beginEnding(at: location) {
            failures += await scope.endAlone()
        }
        return failures + (await endAlone())
    }

    private nonisolated(nonsending) func endAlone() async -> [EndingError.Failure] {
        let failures = await ending?.run() ?? []
        endDidFinish()
        return failures
    }

    /// The ending of this scope alone, or nil if there is nothing to end.
    private var ending: Ending? {
        let found = items()
        return found.underWay.isEmpty && found.items.isEmpty ? nil : Ending(of: self, found) { _ in self.items() }
    }

    /// Performs `end(at:)` without awaiting.
    ///
    /// From the first end that must be awaited, the rest runs in a task of its own.
    ///
    /// - Returns: The errors of the ends that have run.
    func endNow(at location: CodeLocation) -> [EndingError.Failure] {
        var failures: [EndingError.Failure] = []
        if !endNow(at: location, &failures) {
            endInTask(at: location, "while the scope '\(scope.name)' ended")
        }
        return failures
    }

    /// Performs `end(at:)` up to the first end that must be awaited.
    ///
    /// - Returns: Whether nothing is left.
    func endNow(at location: CodeLocation, _ failures: inout [EndingError.Failure]) -> Bool {
        var isOver = true
        for scope in beginEnding(at: location) where isOver || scope.endsSynchronously {
            isOver = scope.endAloneNow(at: location, &failures) && isOver
        }
        if isOver || endsSynchronously {
            isOver = endAloneNow(at: location, &failures) && isOver
        }
        return isOver
    }

    private func endAloneNow(at location: CodeLocation, _ failures: inout [EndingError.Failure]) -> Bool {
        guard ending?.runNow(&failures, sleepingAt: endsSynchronously ? location : nil) != false else { return false }
        endDidFinish()
        return true
    }

    /// Ends a scope that nobody has seen, so that nobody ends it or waits for its end.
    func abandon() {
        registry = nil
        _ = endNow(at: location)
    }

    /// Returns what an override has to await and to end here or, if that is nil, everything, after which nothing more is
    /// kept.
    func items(of override: Int? = nil) -> Ending.Found {
        let (removed, underWay, teardowns) = state.withLock { state in
            let removed = override == nil ? state.close() : []
            let (underWay, teardowns) = state.toEnd(of: override)
            return (removed, underWay, teardowns)
        }
        extendLifetime(removed)
        if override == nil, !(underWay.isEmpty && teardowns.isEmpty) {
            list()
        }
        return (underWay, teardowns.map { ($0, self) })
    }

    /// Ends the scope in a task of its own, unless it has ended.
    ///
    /// - Parameter occasion: When the ends ran, as the end of a sentence.
    func endLater(_ occasion: String) {
        guard endLocation == nil else { return }
        _ = beginEnding(at: location)
        // An end of the injector waits for this, too.
        list()
        endInTask(at: location, occasion)
    }

    /// Performs `end(at:)` in a task of its own, and reports the errors.
    private func endInTask(at location: CodeLocation, _ occasion: String) {
        // The code that happened to release the scope may be in another one, or in a test that does not wait for this.
        Context.ofEnds().run { _ = Task { EndingError.report(await end(at: location), occasion) } }
    }

    /// Begins the end of the scope, or joins it.
    ///
    /// - Returns: The scopes inside this one, which end first. Lookups don't find them any more.
    @discardableResult
    func beginEnding(at location: CodeLocation) -> [OpenedScope] {
        let inner = state.withLock { state in
            state.beginEnding(at: location)
            return state.inner.map { $0 }
        }
        if isBegun || !inner.isEmpty {
            list()
        }
        return inner.reversed().flatMap { $0.beginEnding(at: location) + [$0] }
    }

    /// Lists the scope among those that are ending, for which an end of the injector waits.
    private func list() {
        registry?.willEnd(self)
        state.withLock { $0.isListed = true }
    }

    func remove(_ inner: OpenedScope) {
        state.withLock { $0.inner.removeLast(inner) }
    }
}

extension OpenedScope: EndKeeper {
    func withEnds<Result>(_ body: (inout [Teardown]) -> Result) -> Result {
        state.withLock { body(&$0.ends) }
    }

    func remove(_ teardown: Teardown) -> AnyObject? {
        state.withLock { $0.slots.remove(teardown) }?.slot.instance
    }

    /// Releases what the scope no longer needs after its end, if all its instances have ended.
    func endDidFinish() {
        guard let former = state.withLock({ $0.releaseIfDone() }) else { return }
        enclosing?.remove(self)
        if former.isListed {
            registry?.didEnd(self)
        }
        let visible = state.withLock { $0.visible }
        if !visible.isEmpty {
            let rest = OpenedScope.visible(visible, inside: scope, keepingThoseAround: self)
            // Scopes that are no longer visible are released after the lock.
            withExtendedLifetime(visible) { state.withLock { $0.visible = rest } }
        }
    }
}
