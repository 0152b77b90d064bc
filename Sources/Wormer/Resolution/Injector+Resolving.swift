import CWormer

// The typed ends of a request. What happens between them is `step(for:canWait:)`; here a request that cannot wait and
// one that can differ in how they wait, and in how they call a factory.

extension Injector {
    /// Finds or constructs an instance, here or in the parents.
    ///
    /// - Returns: The instance, nil if nothing is bound.
    /// - Throws: `InjectionError`, if something is bound and no instance can be constructed.
    @usableFromInline
    @inline(never)
    package func resolve<P>(_ request: Request, as interface: P.Type) throws -> P? {
        try bound(request, as: interface) ?? absence(of: interface, for: request)
    }

    /// As `resolve`, where it is an error that nothing is bound.
    @usableFromInline
    @inline(never)
    package func require<P>(_ request: Request, as interface: P.Type) throws -> P {
        if let instance = try bound(request, as: interface) {
            return instance
        }
        guard let absence = try absence(of: interface, for: request) else {
            throw notBound(request)
        }
        return absence
    }

    private func bound<P>(_ request: Request, as interface: P.Type) throws -> P? {
        try bound(request, as: interface) { attempt in
            // The key proves the type: a `Binding<P>` is registered under a key of `P` and nothing else; here as below.
            try unsafeDowncast(attempt.binding, to: Binding<P>.self).construct(attempt, for: request)
        }
    }

    /// An instance of what is bound, constructed by a function where it is to be constructed.
    @inline(__always)
    func bound<P>(_ request: Request, as interface: P.Type, construct: (Attempt) throws -> P) throws -> P? {
        var outcome = TraceEvent.Outcome.missing
        guard Watchers.areThere, let handler = Tracing.handler else {
            return try bound(request, as: interface, outcome: &outcome, construct: construct)
        }
        return try Tracing.showing(request, to: handler) {
            try bound(request, as: interface, outcome: &$0, construct: construct)
        }
    }

    @inline(__always)
    private func bound<P>(
        _ request: Request,
        as interface: P.Type,
        outcome: inout TraceEvent.Outcome,
        construct: (Attempt) throws -> P
    ) throws -> P? {
        while true {
            switch try step(for: request, canWait: false) {
            case .absent:
                return nil
            case .kept(let slot, let object):
                outcome = .cached
                return slot.instance(of: interface, holding: object)
            case .construct(let attempt):
                outcome = .made
                return try construct(attempt)
            case .wait(let construction, let binding):
                if let slot = try wait(for: construction, of: binding, request) {
                    outcome = .cached
                    return slot.instance(of: interface, holding: nil)
                }
            }
        }
    }

    /// Sleeps until a construction is finished.
    ///
    /// - Returns: A slot that has the instance, nil if the request is to be tried again.
    @inline(never)
    func wait(for construction: Construction, of binding: AnyBinding, _ request: Request) throws -> InstanceSlot? {
        if request.isParameter, ResolutionStack.current.canSuspend {
            let path = ResolutionStack.current.path + [binding]
            throw MustSuspend(construction: construction, path: path, location: request.location)
        }
        do {
            return try construction.wait()?.slot()
        } catch {
            throw FailedConstruction(binding: binding, cause: error).explained(at: request.location)
        }
    }

    // MARK: - Requests that can wait

    /// As `require`, for a request that can wait.
    @usableFromInline
    package func asyncRequire<P>(_ request: Request, as interface: P.Type) async throws -> P {
        guard let instance = try await asyncResolve(request, as: interface) else {
            throw notBound(request)
        }
        return instance
    }

    /// As `resolve`, for a request that can wait.
    package func asyncResolve<P>(_ request: Request, as interface: P.Type) async throws -> P? {
        var outcome = TraceEvent.Outcome.missing
        guard Watchers.areThere, let handler = Tracing.handler else {
            return try await asyncBound(request, as: interface, outcome: &outcome)
        }
        return try await Tracing.showing(request, to: handler) {
            try await asyncBound(request, as: interface, outcome: &$0)
        }
    }

    private func asyncBound<P>(
        _ request: Request,
        as interface: P.Type,
        outcome: inout TraceEvent.Outcome
    ) async throws -> P? {
        while true {
            let construction: Construction
            let binding: AnyBinding
            switch try step(for: request, canWait: true) {
            case .absent:
                return try await asyncAbsence(of: interface, for: request)
            case .kept(let slot, let object):
                outcome = .cached
                return slot.instance(of: interface, holding: object)
            case .construct(let attempt):
                outcome = .made
                let binding = unsafeDowncast(attempt.binding, to: Binding<P>.self)
                if attempt.isByTask {
                    if let instance = try await binding.asyncConstruct(attempt, for: request) {
                        return instance
                    }
                    continue
                }
                do {
                    return try ResolutionStack.canSuspend { try binding.construct(attempt, for: request) }
                } catch let error as MustSuspend {
                    let outcome = try await awaitOutcome(of: error.construction, for: attempt.binding, request)
                    do {
                        _ = try outcome?.slot()
                    } catch let cause {
                        throw InjectionError(explaining: cause, of: error)
                    }
                    continue
                }
            case .wait(let underWay, let waiting):
                (construction, binding) = (underWay, waiting)
            }
            if let slot = try await awaitOutcome(of: construction, for: binding, request)?.slot(for: binding, request) {
                outcome = .cached
                return slot.instance(of: interface, holding: nil)
            }
        }
    }

    private func awaitOutcome(
        of construction: Construction,
        for binding: AnyBinding,
        _ request: Request
    ) async throws -> Construction.Outcome? {
        do {
            return try await construction.outcome(awaitedIn: .current)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw FailedConstruction(binding: binding, cause: error).explained(at: request.location)
        }
    }
}

extension Result<InstanceSlot, any Error> {
    /// The slot that has the instance; nil if the request is to be tried again: a cycle is told from where each request
    /// met it, and a construction that was given up is no failure.
    fileprivate func slot() throws -> InstanceSlot? {
        switch self {
        case .success(let slot): return slot
        case .failure(is MustSuspend), .failure(is Cycle): return nil
        case .failure(let error as InjectionError):
            if case .cycle = error.reason {
                return nil
            }
            throw error
        case .failure(let error): throw error
        }
    }

    fileprivate func slot(for binding: AnyBinding, _ request: Request) throws -> InstanceSlot? {
        do {
            return try slot()
        } catch {
            throw FailedConstruction(binding: binding, cause: error).explained(at: request.location)
        }
    }
}

extension InstanceSlot {
    /// The instance, which is there; a weak one is held by the object.
    @inline(__always)
    fileprivate func instance<P>(of interface: P.Type, holding object: AnyObject?) -> P? {
        // A binding of `P` has slots of `P` only.
        let slot = unsafeDowncast(self, to: Slot<P>.self)
        return if let object { slot.weakValue(holding: object) } else { slot.value }
    }
}

// MARK: - Calling a factory

extension Binding {
    /// Constructs an instance on this thread.
    func construct(_ attempt: Attempt, for request: Request) throws -> P {
        try construct(attempt, for: request) { teardown in
            try self.checkThatItCanRun(in: attempt.injector)
            return if let makeWithTeardown = self.factory?.makeWithTeardown {
                try makeWithTeardown(attempt.injector, &teardown)
            } else {
                try self.make(attempt.injector)
            }
        }
    }

    /// Constructs an instance on this thread with a function that comes with the request.
    @inline(__always)
    func construct(
        _ attempt: Attempt,
        for request: Request,
        by make: (inout Teardown?) throws -> P
    ) throws -> P {
        var teardown: Teardown?
        do {
            ResolutionStack.push(self, recorder: attempt.recorder, for: request)
            defer { ResolutionStack.pop() }
            let instance = try make(&teardown)
            try keep(instance, teardown, attempt)
            return instance
        } catch {
            throw failure(of: attempt, error, teardown, request)
        }
    }

    /// Keeps an instance where it is shared.
    ///
    /// - Throws: `NotAnObject`.
    @inline(never)
    private func keep(_ instance: P, _ teardown: Teardown?, _ attempt: Attempt) throws {
        attempt.recordNeeds()
        if let slot = attempt.slot {
            // As above.
            try unsafeDowncast(slot, to: Slot<P>.self).keep(instance, teardown: teardown, for: self)
        }
    }

    @inline(never)
    private func checkThatItCanRun(in injector: Injector) throws {
        guard let factory else {
            throw NoFactory(injector: injector)
        }
        if factory.isAsynchronous {
            throw NeedsAwaiting()
        }
        try checkIsolation(factory.isolation)
    }

    /// Constructs an instance where the factory, its actor or its dependencies have to be awaited.
    ///
    /// A shared instance is constructed by a task of its own, so that no request that waits for it can cancel it for the
    /// others.
    ///
    /// - Returns: The instance, nil if the request is to be tried again.
    func asyncConstruct(_ attempt: Attempt, for request: Request) async throws -> P? {
        let outer = TaskFrame.current
        do {
            guard let construction = attempt.construction else {
                return try await run(attempt, in: outer)
            }
            let outcome = try await construction.outcome(awaitedIn: outer) {
                construction.run { _ = try? await self.run(attempt, in: outer) }
            }
            return try outcome?.get().instance(of: P.self, holding: nil)
        } catch let error as CancellationError where Task.isCancelled {
            throw error
        } catch {
            throw FailedConstruction(binding: self, cause: error).explained(at: request.location)
        }
    }

    /// Runs the factory in this task.
    private func run(_ attempt: Attempt, in outer: TaskFrame?) async throws -> P {
        let frame = TaskFrame(self, construction: attempt.construction, recorder: attempt.recorder, outer: outer)
        var made: Teardown?
        do {
            guard let makeAsync = factory?.makeAsync else {
                throw NoFactory(injector: attempt.injector)
            }
            let instance = try await frame.run { () async throws -> P in
                try await makeAsync(attempt.injector, &made)
            }
            try keep(instance, made, attempt)
            return instance
        } catch {
            attempt.fail(error, made)
            throw error
        }
    }
}

extension AnyBinding {
    /// Ends a construction without an instance.
    ///
    /// - Returns: The error for the request.
    @inline(never)
    fileprivate func failure(
        of attempt: Attempt,
        _ error: any Error,
        _ teardown: Teardown?,
        _ request: Request
    ) -> any Error {
        if error is MustSuspend {
            attempt.slot?.fail(error)
            return error
        }
        attempt.fail(error, teardown)
        return FailedConstruction(binding: self, cause: error).explained(at: request.location)
    }
}

/// What a factory threw, with its binding.
@usableFromInline
struct FailedConstruction: Error {
    let binding: AnyBinding
    let cause: any Error

    @usableFromInline
    @inline(never)
    init(binding: AnyBinding, cause: any Error) {
        self.binding = binding
        self.cause = cause
    }

    @usableFromInline
    @inline(never)
    func explained(at location: CodeLocation) -> any Error {
        cause is MustSuspend ? cause : InjectionError(explaining: cause, Request(binding.key, at: location), for: binding)
    }
}
