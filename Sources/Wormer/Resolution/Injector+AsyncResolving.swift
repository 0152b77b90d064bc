import CWormer

// Asynchronous requests. They take the same steps as synchronous requests, but wait and call factories differently.

extension Injector {
    /// Performs `require` for an asynchronous request.
    ///
    /// The read section of `found` ends before anything is awaited. Neither this function nor those that it calls
    /// without awaiting use an optional `P`, of which code that is not specialized would have to look up the type.
    @inlinable
    package nonisolated(nonsending) func asyncRequire<P>(
        _ interface: P.Type,
        _ request: Request,
        _ found: FoundBinding? = nil
    ) async throws -> P {
        var step = try firstStep(of: request, found)
        switch step {
        case .kept(let instance)?:
            return unsafeDowncast(instance, to: Instance<P>.self).value
        case .construct(let frame)?:
            do {
                return try frame.construct(interface, at: request.location)
            } catch let suspension as MustSuspend {
                step = .waitForParameter(suspension)
            }
        default:
            break
        }
        return try await asyncRequire(interface, request, startingWith: step)
    }

    @usableFromInline
    nonisolated(nonsending) func asyncRequire<P>(_ interface: P.Type, _ request: Request, startingWith step: Step?)
        async throws -> P
    {
        guard let instance = try await asyncResolve(interface, request, startingWith: step) else {
            throw notBound(request)
        }
        return instance
    }

    /// Returns the first step, or nil if the request is traced.
    @usableFromInline
    func firstStep(of request: borrowing Request, _ found: FoundBinding?) throws -> Step? {
        if Watchers.areThere(Watchers.trace) {
            found.map { Reader.end($0.thread) }
            return nil
        }
        let known = try found.flatMap {
            try step(for: $0, at: request.location, isParameter: request.isParameter, canWait: true)
        }
        return try known ?? search(for: request, canWait: true)
    }

    /// Performs `resolve` for an asynchronous request.
    nonisolated(nonsending) func asyncResolve<P>(
        _ interface: P.Type,
        _ request: Request,
        startingWith step: Step? = nil
    ) async throws -> P? {
        var outcome = TraceEvent.Outcome.notBound
        guard Watchers.areThere(Watchers.trace), let handler = Trace.handler else {
            return try await asyncResolve(interface, request, startingWith: step, &outcome)
        }
        let trace = Trace(of: request, to: handler)
        do {
            let instance = try await asyncResolve(interface, request, startingWith: step, &outcome)
            trace.end(outcome)
            return instance
        } catch {
            trace.end(.failed, error)
            throw error
        }
    }

    /// Takes steps until there is an instance, or nothing is bound.
    ///
    /// `first` is the first step, if it is known, and `outcome` is set to the outcome of the last one.
    private nonisolated(nonsending) func asyncResolve<P>(
        _ interface: P.Type,
        _ request: Request,
        startingWith first: Step?,
        _ outcome: inout TraceEvent.Outcome
    ) async throws -> P? {
        var next = first
        // Whether a parameter turned out to need awaiting.
        var mustWait = false
        while true {
            let step = try next ?? search(for: request, canWait: true, mustWait: mustWait)
            next = nil
            outcome = step.outcome ?? outcome
            switch step {
            case .absent:
                return try await asyncAbsence(of: interface, for: request)
            case .kept(let instance):
                return unsafeDowncast(instance, to: Instance<P>.self).value
            case .construct(let frame):
                do {
                    return try frame.construct(interface, at: request.location)
                } catch let suspension as MustSuspend {
                    mustWait = suspension.construction == nil
                    next = .waitForParameter(suspension)
                }
            case .constructInTask(let frame, let binding, let injector):
                let binding = unsafeDowncast(binding, to: Binding<P>.self)
                do {
                    if let instance = try await binding.construct(in: frame, for: injector, at: request.location) {
                        return instance
                    }
                } catch {
                    throw binding.explained(error, request, to: self)
                }
            case .wait(let construction, let binding):
                do {
                    let outcome = try await construction.outcome(awaitedIn: .current, at: request.location)
                    if let instance = try outcome?.sharedInstance(of: binding) {
                        return unsafeDowncast(instance, to: Instance<P>.self).value
                    }
                } catch {
                    throw binding.explained(error, request, to: self, isAwaited: true)
                }
            case .waitForParameter(let suspension):
                try await suspension.awaitConstruction(for: request)
            }
        }
    }
}

extension Step {
    /// The outcome for a trace, or nil for a step after which the request is tried again.
    fileprivate var outcome: TraceEvent.Outcome? {
        switch self {
        case .absent: .notBound
        case .kept, .wait: .cached
        case .construct, .constructInTask: .created
        case .waitForParameter: nil
        }
    }
}

extension AnyBinding {
    /// Returns the error of a request for an error of a construction, except for the cancellation of the task.
    fileprivate func explained(
        _ error: any Error,
        _ request: Request,
        to injector: Injector,
        isAwaited: Bool = false
    ) -> any Error {
        error is CancellationError && Task.isCancelled
            ? error
            : explained(error, in: injector, at: request.location, isAwaited: isAwaited)
    }
}

extension MustSuspend {
    fileprivate nonisolated(nonsending) func awaitConstruction(for request: Request) async throws {
        guard let construction else { return }
        let outcome: Construction.Outcome?
        do {
            outcome = try await construction.outcome(awaitedIn: .current, at: location, below: path)
        } catch {
            throw path[path.startIndex].binding.explained(error, request, to: injector)
        }
        do {
            _ = try outcome?.sharedInstance(of: construction.binding, below: path)
        } catch {
            throw construction.binding.explained(error, in: injector, at: location, isAwaited: true, below: path)
        }
    }
}

extension Binding {
    /// Constructs an instance whose factory, actor, or dependencies must be awaited.
    ///
    /// A separate task constructs a shared instance, so that the cancellation of one waiting request does not affect
    /// the others.
    fileprivate nonisolated(nonsending) func construct(
        in frame: TaskFrame,
        for injector: Injector,
        at location: CodeLocation
    ) async throws -> P? {
        // The frame has not ended.
        let (construction, cache) = (frame.current?.construction, frame.current?.keeper)
        guard let construction else { return try await run(in: frame, for: injector, cache) }
        let outcome = try await construction.outcome(awaitedIn: frame.outer, at: location) {
            construction.run { _ = try? await self.run(in: frame, for: injector, cache) }
        }
        return try outcome.map { unsafeDowncast(try $0.get(), to: Instance<P>.self).value }
    }

    /// Runs the factory in this task.
    private nonisolated(nonsending) func run(in frame: TaskFrame, for injector: Injector, _ cache: InstanceCache?)
        async throws -> P
    {
        let isShared = cache != nil || keepsInstance
        var teardown: Teardown?
        do {
            guard let makeAsync = typedFactory?.makeAsync else { throw ResolutionError.failed(.notBound) }
            let instance = try await frame.run { () async throws -> P in
                try await makeAsync(injector, &teardown)
            }
            recordImplementation(type(of: instance as Any))
            frame.recorder.map { recordNeeds($0.needs) }
            if isShared {
                let box = isWeak ? try weakReference(to: instance) : box(instance, teardown)
                keep(box, in: cache.map { .passUnretained($0) }, of: .passUnretained(injector))
            }
            return instance
        } catch {
            frame.recorder.map { recordNeeds($0.needs) }
            fail(in: cache, error, teardown, isShared: isShared, of: injector)
            throw error
        }
    }
}
