import CWormer

// Asynchronous lookups. They find bindings like synchronous ones, but suspend instead of sleeping. They await the
// parameters of a factory in order, hand its frame down to them, and claim the slot when they call the function.

extension Injector {
    /// Returns an instance, or throws an `InjectionError`.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - location: The location of the lookup.
    ///   - frame: The construction whose parameter this is, if any.
    /// - Returns: The instance.
    /// - Throws: `InjectionError`, or `CancellationError` if the task is cancelled while it waits.
    @inlinable
    package nonisolated(nonsending) func asyncDependency<P>(
        _ interface: P.Type,
        at location: CodeLocation,
        below frame: Frame? = nil
    ) async throws -> P {
        if frame?.isRecording != true, let cell = lockedCell(word(of: interface)) {
            // A parameter sees the scopes of the instance that is constructed, not those of the task.
            if frame == nil || cell.state.pointee.shortcut != .scope {
                if let instance = instance(takenFrom: cell) {
                    return unsafeDowncast(instance, to: Instance<P>.self).value
                }
            } else {
                cell.release()
            }
        }
        return try await asyncRequire(interface, Lookup(Key(interface), at: location), below: frame)
    }

    /// Finds or constructs an instance, or throws an error if nothing is bound.
    @usableFromInline
    package nonisolated(nonsending) func asyncRequire<P>(
        _ interface: P.Type,
        _ lookup: Lookup,
        below frame: Frame? = nil
    ) async throws -> P {
        guard let instance = try await asyncResolve(interface, lookup, below: frame) else {
            throw notBound(lookup, below: frame)
        }
        return instance
    }

    /// Finds or constructs an instance, or returns nil if nothing is bound and the type has no value of its own.
    nonisolated(nonsending) func asyncResolve<P>(
        _ interface: P.Type,
        _ lookup: Lookup,
        below frame: Frame? = nil
    ) async throws -> P? {
        let outer = frame ?? Constructions.taskFrame
        var outcome = TraceEvent.Outcome.notBound
        guard Watchers.areThere(Watchers.trace), let handler = Trace.handler else {
            return try await asyncResolve(interface, lookup, below: outer, &outcome)
        }
        let trace = Trace(of: lookup, to: handler)
        do {
            let instance = try await asyncResolve(interface, lookup, below: outer, &outcome)
            trace.end(outcome, below: outer)
            return instance
        } catch {
            trace.end(.failed, error, below: outer)
            throw error
        }
    }

    /// Looks until there is an instance, or nothing is bound.
    private nonisolated(nonsending) func asyncResolve<P>(
        _ interface: P.Type,
        _ lookup: Lookup,
        below outer: Frame?,
        _ outcome: inout TraceEvent.Outcome
    ) async throws -> P? {
        while true {
            guard let found = try find(lookup, below: outer) else {
                outcome = .notBound
                return try await asyncAbsence(of: interface, for: lookup, below: outer)
            }
            let binding = unsafeDowncast(found.binding, to: Binding<P>.self)
            outcome = .cached
            do {
                switch try await binding.construct(found, at: lookup.location, below: outer) {
                case .instance(let instance, let isNew):
                    outcome = isNew ? .created : .cached
                    return instance
                case .lookAgain: continue
                case .wait(let construction):
                    if let box = try await binding.wait(for: construction, found, at: lookup.location, below: outer) {
                        return unsafeDowncast(box, to: Instance<P>.self).value
                    }
                }
            } catch {
                // The cancellation of the task stays what it is.
                if error is CancellationError, Task.isCancelled {
                    throw error
                }
                throw binding.explained(error, in: found.injector, at: lookup.location, below: outer)
            }
        }
    }
}

extension AnyBinding {
    /// Suspends until somebody else has constructed the instance.
    ///
    /// - Returns: The instance, or nil if the lookup must look again.
    fileprivate nonisolated(nonsending) func wait(
        for construction: Construction,
        _ found: Found,
        at location: CodeLocation,
        below outer: Frame?
    ) async throws -> AnyInstance? {
        do {
            return try await construction.wait(below: outer, at: location)
        } catch {
            if error is CancellationError, Task.isCancelled {
                throw error
            }
            try checkAwaited(error, in: found.injector, at: location, below: outer)
            return nil
        }
    }
}

/// What an attempt to construct an instance leads to.
private enum Attempt<P> {
    case instance(P, isNew: Bool)
    case wait(Construction)
    case lookAgain
}

extension Binding {
    /// Whether the function, and the decorators, run on a single actor without awaiting anything but parameters.
    private var isSynchronous: Bool {
        guard typedFactory?.makeAsync == nil else { return false }
        let actor = isolation
        let isolations = [factory?.traits.isolation] + decorations.map(\.isolation)
        return isolations.allSatisfy { $0 == nil || $0 === actor }
    }

    /// Whether parameters must be awaited.
    private var hasParameters: Bool {
        typedFactory?.prepare != nil || decorations.contains { !$0.dependencies.isEmpty }
    }

    /// Finds the instance, or constructs it.
    fileprivate nonisolated(nonsending) func construct(
        _ found: Found,
        at location: CodeLocation,
        below outer: Frame?
    ) async throws -> Attempt<P> {
        guard isSynchronous else { return try await constructInTask(found, at: location, below: outer) }
        if hasParameters {
            return try await prepare(found, at: location, below: outer)
        }
        return try await onActor { try self.attempt(found, at: location, below: outer, as: nil, call: nil, []) }
    }

    /// Awaits the parameters, and then calls the function with them.
    ///
    /// Until then, other tasks wait for this one, but a thread that is ready to call takes the slot over.
    private nonisolated(nonsending) func prepare(
        _ found: Found,
        at location: CodeLocation,
        below outer: Frame?
    ) async throws -> Attempt<P> {
        try found.checkIsNotUnderConstruction(below: outer)
        let frame = Frame(
            self,
            in: found.injector,
            at: location,
            keptBy: found.cache,
            recorder: isRecorded ? nil : Recorder(),
            below: outer
        )
        switch found.claim(by: frame.owner, isPreparing: true) {
        case .kept(let box)?: return .instance(unsafeDowncast(box, to: Instance<P>.self).value, isNew: false)
        case .wait(let construction)?: return .wait(construction)
        case .own?: break
        case nil:
            guard let unshared = try found.unshared else { return .lookAgain }
            return try await prepare(unshared, at: location, below: outer)
        }
        Context.override?.noteConstruction(of: self, in: found.injector, at: location, below: outer)
        do {
            let prepared = decorations.isEmpty ? [] : try await prepareDecorators(for: found.injector, frame)
            let call = try await typedFactory?.prepare?(found.injector, frame)
            let attempt = try await onActor {
                try self.attempt(found, at: location, below: outer, as: frame, call: call, prepared)
            }
            if case .instance = attempt {
                return attempt
            }
            found.fail(by: frame.owner, nil)
            return attempt
        } catch {
            frame.recorder.map { found.record($0.needs) }
            found.fail(by: frame.owner, error.concernsOthers ? error : nil)
            throw error
        }
    }

    /// Runs a function on the actor of the factory.
    private nonisolated(nonsending) func onActor<Result>(_ body: () throws -> Result) async throws -> Result {
        guard let actor = isolation ?? factory?.traits.preferredActor else { return try body() }
        return try await call(on: actor, body)
    }

    /// Claims the slot for this thread and calls the function, unless there is an instance.
    private func attempt(
        _ found: Found,
        at location: CodeLocation,
        below outer: Frame?,
        as frame: Frame?,
        call: (() throws -> P)?,
        _ prepared: [(P) throws -> P]
    ) throws -> Attempt<P> {
        switch try found.begin(at: location, below: outer, as: frame, isOnActor: true) {
        case .kept(let box): return .instance(unsafeDowncast(box, to: Instance<P>.self).value, isNew: false)
        case .wait(let construction): return .wait(construction)
        case .lookAgain: return .lookAgain
        case .construct(let started):
            guard frame != nil else { return .instance(try construct(started, at: location), isNew: true) }
            let instance = try construct(started, at: location) { teardown in
                let base = try call?() ?? make(started.injector)
                return isPlain ? base : try decorate(base, prepared, &teardown)
            }
            return .instance(instance, isNew: true)
        }
    }

    // MARK: - Asynchronous functions

    /// Constructs an instance with a function that must be awaited.
    ///
    /// A shared instance is constructed in a task of its own, so that the cancellation of one lookup does not affect the
    /// others.
    private nonisolated(nonsending) func constructInTask(
        _ found: Found,
        at location: CodeLocation,
        below outer: Frame?
    ) async throws -> Attempt<P> {
        let isShared = found.isShared
        let frame = Frame(
            self,
            in: found.injector,
            at: location,
            keptBy: found.cache,
            recorder: isRecorded ? nil : Recorder(),
            hasOwnTask: isShared,
            below: outer
        )
        switch found.claim(by: frame.owner) {
        case .kept(let box)?: return .instance(unsafeDowncast(box, to: Instance<P>.self).value, isNew: false)
        case .wait(let construction)?: return .wait(construction)
        case .own?: break
        case nil:
            guard let unshared = try found.unshared else { return .lookAgain }
            return .instance(try await run(unshared, in: frame), isNew: true)
        }
        do {
            try found.checkIsNotUnderConstruction(below: outer)
        } catch {
            found.fail(by: frame.owner, nil)
            throw error
        }
        Context.override?.noteConstruction(of: self, in: found.injector, at: location, below: outer)
        guard isShared, let construction = found.constructionUnderWay() else {
            return .instance(try await run(found, in: frame), isNew: true)
        }
        let box = try await construction.wait(below: outer, at: location) {
            let context = self.isHolder ? OpenedScope.context(keptBy: found.cache as? OpenedScope) : nil
            let start = { _ = Task { _ = try? await self.run(found, in: frame) } }
            context.map { $0.run(start) } ?? start()
        }
        guard let box else { return .lookAgain }
        return .instance(unsafeDowncast(box, to: Instance<P>.self).value, isNew: true)
    }

    /// Runs the factory in this task.
    private nonisolated(nonsending) func run(_ found: Found, in frame: Frame) async throws -> P {
        var teardown: Teardown?
        do {
            let instance = try await make(found.injector, frame, &teardown)
            record(type(of: instance as Any))
            frame.recorder.map { found.record($0.needs) }
            if found.isShared {
                let box = isWeak ? try weakReference(to: instance) : box(instance, teardown)
                found.finish(by: frame.owner, box, nil)
            }
            return instance
        } catch {
            frame.recorder.map { found.record($0.needs) }
            found.fail(by: frame.owner, error, teardown)
            throw error
        }
    }

    /// Creates an instance, whose function and decorators may need different actors.
    private nonisolated(nonsending) func make(
        _ injector: Injector,
        _ frame: Frame,
        _ teardown: inout Teardown?
    ) async throws -> P {
        let prepared = decorations.isEmpty ? [] : try await prepareDecorators(for: injector, frame)
        let base: P
        if let makeAsync = typedFactory?.makeAsync {
            base = try await makeAsync(injector, frame)
        } else {
            let call = try await typedFactory?.prepare?(injector, frame)
            base = try await on(factory?.traits.isolation, frame) { try call?() ?? self.make(injector) }
        }
        return isPlain ? base : try await asyncDecorate(base, prepared, frame, &teardown)
    }

    /// Performs `decorate` for decorators of several actors.
    private nonisolated(nonsending) func asyncDecorate(
        _ base: P,
        _ prepared: [(P) throws -> P],
        _ frame: Frame,
        _ teardown: inout Teardown?
    ) async throws -> P {
        teardown = end.map { Teardown($0.action(for: base), of: self) }
        var instance = base
        for (decoration, decorate) in zip(typedDecorations, prepared.reversed()) {
            let current = instance
            instance = try await on(decoration.isolation, frame) { try decoration.decorate(current, with: decorate) }
        }
        return instance
    }

    /// Runs a synchronous function of the user on an actor, as part of a construction.
    private nonisolated(nonsending) func on<Result>(
        _ actor: (any Actor)?,
        _ frame: Frame,
        _ body: () throws -> Result
    ) async throws -> Result {
        func framed() throws -> Result {
            let stack = wormer_this_thread()
            _ = wormer_push(stack, nil, nil)
            wormer_innermost(stack).pointee.task = UnsafeRawPointer(Unmanaged.passUnretained(frame).toOpaque())
            let isRecording = frame.recorder != nil
            wormer_watch(stack, isRecording ? 1 : 0)
            defer {
                wormer_pop(stack)
                wormer_watch(stack, isRecording ? -1 : 0)
                Constructions.didPop(stack)
            }
            return try body()
        }
        guard let actor else { return try framed() }
        return try await call(on: actor, framed)
    }
}

/// Runs a function on an actor.
///
/// The result leaves the actor as the answer to a lookup. If the type is not Sendable, the user is responsible for using
/// the instance safely outside the actor, as with every binding of such a type.
private nonisolated(nonsending) func call<Result>(on actor: any Actor, _ body: () throws -> Result) async throws
    -> Result
{
    func call(_ body: () throws -> Result, isolation: isolated any Actor) throws -> sending Result {
        nonisolated(unsafe) let result = try body()
        return result
    }
    nonisolated(unsafe) let body = body
    return try await call(body, isolation: actor)
}
