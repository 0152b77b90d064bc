import CWormer

// A request that can wait. It takes the same steps as one that cannot, and differs in how it waits and in how it calls a
// factory.

extension Injector {
    /// As `require`, for a request that can wait.
    @usableFromInline
    nonisolated(nonsending)
        package func asyncRequire<P>(_ interface: P.Type, _ request: Request) async throws -> P
    {
        guard let instance = try await asyncResolve(interface, request) else {
            throw notBound(request)
        }
        return instance
    }

    /// As `resolve`, for a request that can wait.
    nonisolated(nonsending)
        package func asyncResolve<P>(_ interface: P.Type, _ request: Request) async throws -> P?
    {
        var outcome = TraceEvent.Outcome.missing
        guard Watchers.areThere(.trace), let handler = Tracing.handler else {
            return try await asyncBound(interface, request, outcome: &outcome)
        }
        let trace = Trace(of: request, to: handler)
        do {
            let instance = try await asyncBound(interface, request, outcome: &outcome)
            trace.end(outcome)
            return instance
        } catch {
            trace.end(.failed)
            throw error
        }
    }

    nonisolated(nonsending)
        private func asyncBound<P>(
            _ interface: P.Type,
            _ request: Request,
            outcome: inout TraceEvent.Outcome
        ) async throws -> P?
    {
        while true {
            let slot: InstanceSlot?
            switch try step(for: request, nil, canWait: true) {
            case .absent:
                return try await asyncAbsence(of: interface, for: request)
            case .kept(let kept):
                outcome = .cached
                slot = kept
            case .construct(let attempt):
                outcome = .made
                let binding = unsafeDowncast(attempt.binding, to: Binding<P>.self)
                if let instance = try await binding.construct(attempt, awaitedFor: request) {
                    return instance
                }
                slot = nil
            case .wait(let construction, let binding):
                outcome = .cached
                slot = try await binding.explaining(request) {
                    try await construction.outcome(awaitedIn: .current)?.sharedSlot()
                }
            }
            if let slot {
                return unsafeDowncast(slot, to: Slot<P>.self).value
            }
        }
    }
}

extension AnyBinding {
    /// Runs `body`; what it throws becomes the error of a request, but for the cancellation of its task.
    nonisolated(nonsending)
        fileprivate func explaining<Result>(
            _ request: Request,
            _ body: nonisolated(nonsending) () async throws -> Result
        ) async throws -> Result
    {
        do {
            return try await body()
        } catch let error as CancellationError where Task.isCancelled {
            throw error
        } catch {
            throw FailedConstruction(binding: self, cause: error).explained(at: request.location)
        }
    }
}

extension Binding {
    /// Constructs an instance for a request that can wait.
    ///
    /// - Returns: The instance, nil if the request is to be tried again.
    nonisolated(nonsending)
        fileprivate func construct(_ attempt: Attempt, awaitedFor request: Request) async throws -> P?
    {
        if attempt.isByTask {
            return try await explaining(request) { try await self.construct(attempt) }
        }
        do {
            return try ResolutionStack.canSuspend {
                try attempt.begin(for: request)
                return try construct(attempt, for: request)
            }
        } catch let error as MustSuspend {
            // A parameter would have had to wait, before anything of the user's was called.
            let outcome = try await explaining(request) {
                try await error.construction.outcome(awaitedIn: .current)
            }
            do {
                _ = try outcome?.sharedSlot()
            } catch let cause {
                throw InjectionError(explaining: cause, of: error)
            }
            return nil
        }
    }

    /// Constructs an instance where the factory, its actor or its dependencies have to be awaited.
    ///
    /// A shared instance is constructed by a task of its own, so that no request that waits for it can cancel it for the
    /// others.
    nonisolated(nonsending)
        private func construct(_ attempt: Attempt) async throws -> P?
    {
        let outer = TaskFrame.current
        guard let construction = attempt.construction else {
            return try await run(attempt, in: outer)
        }
        let outcome = try await construction.outcome(awaitedIn: outer) {
            construction.run { _ = try? await self.run(attempt, in: outer) }
        }
        return try outcome.flatMap { unsafeDowncast(try $0.get(), to: Slot<P>.self).value }
    }

    /// Runs the factory in this task.
    nonisolated(nonsending)
        private func run(_ attempt: Attempt, in outer: TaskFrame?) async throws -> P
    {
        let frame = TaskFrame(self, construction: attempt.construction, recorder: attempt.recorder, outer: outer)
        var teardown: Teardown?
        do {
            guard let makeAsync = typedFactory?.makeAsync else {
                throw NoFactory(injector: attempt.injector)
            }
            let instance = try await frame.run { () async throws -> P in
                try await makeAsync(attempt.injector, &teardown)
            }
            attempt.recordNeeds()
            if let slot = attempt.slot {
                try keep(instance, in: slot, teardown)
            }
            return instance
        } catch {
            attempt.fail(error, teardown)
            throw error
        }
    }
}
