import CWormer

// Asynchronous requests. They take the same steps as synchronous requests, but wait and call factories differently.

/// The progress of an asynchronous request.
@usableFromInline
struct Progress {
    /// The operation that must be awaited before the request can continue.
    enum Pending {
        /// The request has not been tried.
        case start
        case construction(Construction, of: AnyBinding)
        case factory(TaskFrame, of: AnyBinding, Injector)
        case parameter(MustSuspend)
    }

    /// Nil if nothing is bound.
    fileprivate(set) var pending: Pending? = .start
    fileprivate(set) var outcome = TraceEvent.Outcome.notBound

    /// Whether a parameter turned out to need awaiting.
    fileprivate var mustWait = false

    @usableFromInline
    init() {}

    /// Makes the request wait for what one of its parameters needs.
    ///
    /// - Throws: `error`, unless it is a `MustSuspend`.
    @usableFromInline
    mutating func suspend(for error: any Error) throws {
        guard let error = error as? MustSuspend else {
            throw error
        }
        pending = .parameter(error)
        mustWait = error.construction == nil
    }
}

extension Injector {
    /// Performs `require` for an asynchronous request.
    ///
    /// The read section of `finding` ends before anything is awaited. Neither this function nor those that it calls
    /// without awaiting use an optional `P`, of which code that is not specialized would have to look up the type.
    @inlinable
    nonisolated(nonsending)
        package func asyncRequire<P>(
            _ interface: P.Type,
            _ request: Request,
            _ finding: Finding? = nil
        ) async throws -> P
    {
        var progress = Progress()
        let answer = try begin(request, finding, &progress)
        if let instance = answer.instance {
            return unsafeDowncast(instance, to: Instance<P>.self).value
        }
        if let frame = answer.frame {
            do {
                return try frame.construct(interface, at: request.location)
            } catch {
                try progress.suspend(for: error)
            }
        }
        return try await asyncRequire(interface, request, progress)
    }

    @usableFromInline
    nonisolated(nonsending)
        func asyncRequire<P>(_ interface: P.Type, _ request: Request, _ progress: Progress) async throws -> P
    {
        guard let instance = try await asyncResolve(interface, request, progress) else {
            throw notBound(request)
        }
        return instance
    }

    /// Performs `bound` for an asynchronous request, as far as possible without waiting.
    private func bound<P>(_ interface: P.Type, _ request: Request, _ progress: inout Progress) throws -> P? {
        let answer = try begin(request, nil, &progress)
        guard let frame = answer.frame else {
            return if let instance = answer.instance { unsafeDowncast(instance, to: Instance<P>.self).value } else {
                nil
            }
        }
        do {
            return try frame.construct(interface, at: request.location)
        } catch {
            try progress.suspend(for: error)
            return nil
        }
    }

    /// Finds an instance, or begins a construction on this thread, unless something must be awaited first.
    @usableFromInline
    func begin(_ request: borrowing Request, _ finding: Finding?, _ progress: inout Progress) throws -> Answer {
        if case .start? = progress.pending, Watchers.areThere(Watchers.trace) {
            finding.map { Reader.end($0.thread) }
            return (nil, nil)
        }
        progress.pending = nil
        let known = try finding.flatMap {
            try step(for: $0, at: request.location, isParameter: request.isParameter, canWait: true)
        }
        switch try known ?? search(for: request, canWait: true, mustWait: progress.mustWait) {
        case .absent:
            progress.outcome = .notBound
        case .kept(let instance):
            progress.outcome = .cached
            return (instance, nil)
        case .construct(let frame):
            progress.outcome = .created
            return (nil, frame)
        case .constructInTask(let frame, let binding, let injector):
            progress.outcome = .created
            progress.pending = .factory(frame, of: binding, injector)
        case .wait(let construction, let binding):
            progress.outcome = .cached
            progress.pending = .construction(construction, of: binding)
        case .waitForParameter(let suspension):
            progress.pending = .parameter(suspension)
        }
        return (nil, nil)
    }

    /// Performs `resolve` for an asynchronous request.
    nonisolated(nonsending)
        func asyncResolve<P>(
            _ interface: P.Type,
            _ request: Request,
            _ progress: Progress = Progress()
        ) async throws -> P?
    {
        var progress = progress
        guard Watchers.areThere(Watchers.trace), let handler = Trace.handler else {
            return try await asyncBound(interface, request, &progress)
        }
        let trace = Trace(of: request, to: handler)
        do {
            let instance = try await asyncBound(interface, request, &progress)
            trace.end(progress.outcome)
            return instance
        } catch {
            trace.end(.failed, error)
            throw error
        }
    }

    nonisolated(nonsending)
        private func asyncBound<P>(
            _ interface: P.Type,
            _ request: Request,
            _ progress: inout Progress
        ) async throws -> P?
    {
        while let pending = progress.pending {
            progress.pending = nil
            if let instance = try await instance(of: interface, for: request, after: pending) {
                return instance
            }
            if let instance: P = try bound(interface, request, &progress) {
                return instance
            }
        }
        return try await asyncAbsence(of: interface, for: request)
    }

    /// Awaits an operation.
    ///
    /// - Returns: The instance, or nil if the request must be tried again.
    nonisolated(nonsending)
        private func instance<P>(
            of interface: P.Type,
            for request: Request,
            after pending: Progress.Pending
        ) async throws -> P?
    {
        do {
            switch pending {
            case .start:
                return nil
            case .construction(let construction, let binding):
                let outcome = try await construction.outcome(awaitedIn: .current, at: request.location)
                return try outcome?.sharedInstance(of: binding).map {
                    unsafeDowncast($0, to: Instance<P>.self).value
                }
            case .factory(let frame, let binding, let injector):
                let binding = unsafeDowncast(binding, to: Binding<P>.self)
                return try await binding.construct(in: frame, for: injector, at: request.location)
            case .parameter(let error):
                try await error.awaitConstruction(for: request)
                return nil
            }
        } catch {
            throw pending.explained(error, request, to: self)
        }
    }
}

extension Progress.Pending {
    /// Returns the error of a request for an error of the operation.
    fileprivate func explained(_ error: any Error, _ request: Request, to injector: Injector) -> any Error {
        switch self {
        case .construction(_, let binding): binding.explained(error, request, to: injector, isAwaited: true)
        case .factory(_, let binding, _): binding.explained(error, request, to: injector)
        case .start, .parameter: error
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
    nonisolated(nonsending)
        fileprivate func awaitConstruction(for request: Request) async throws
    {
        guard let construction else {
            return
        }
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
    nonisolated(nonsending)
        fileprivate func construct(
            in frame: TaskFrame,
            for injector: Injector,
            at location: CodeLocation
        ) async throws -> P?
    {
        // The frame has not ended.
        let (construction, cache) = (frame.current?.construction, frame.current?.keeper)
        guard let construction else {
            return try await run(in: frame, for: injector, cache)
        }
        let outcome = try await construction.outcome(awaitedIn: frame.outer, at: location) {
            construction.run { _ = try? await self.run(in: frame, for: injector, cache) }
        }
        return try outcome.map { unsafeDowncast(try $0.get(), to: Instance<P>.self).value }
    }

    /// Runs the factory in this task.
    nonisolated(nonsending)
        private func run(in frame: TaskFrame, for injector: Injector, _ cache: InstanceCache?) async throws -> P
    {
        let isShared = cache != nil || keepsInstance
        var teardown: Teardown?
        do {
            guard let makeAsync = typedFactory?.makeAsync else {
                throw ResolutionError.failed(.notBound)
            }
            let instance = try await frame.run { () async throws -> P in
                try await makeAsync(injector, &teardown)
            }
            recordImplementation(type(of: instance as Any))
            frame.recorder.map { recordNeeds($0.keys) }
            if isShared {
                let box = isWeak ? try weakReference(to: instance) : box(instance, teardown)
                keep(box, in: cache.map { .passUnretained($0) }, of: .passUnretained(injector))
            }
            return instance
        } catch {
            frame.recorder.map { recordNeeds($0.keys) }
            teardown?.runUnkept(of: self, in: cache, injector)
            if isShared {
                fail(in: cache, error)
            }
            throw error
        }
    }
}
