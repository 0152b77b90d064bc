// Constructions whose parameters or functions are awaited.

extension Binding {
    /// Whether the function, and the decorators, run on a single actor without awaiting anything but parameters.
    private var isSynchronous: Bool {
        if runsAnywhere {
            return true
        }
        guard !isAsynchronous else { return false }
        let actor = isolation
        let isolations = [traits?.isolation] + decorations.map(\.isolation)
        return isolations.allSatisfy { $0 == nil || $0 === actor }
    }

    /// Finds the instance, or constructs it.
    nonisolated(nonsending) func construct(
        _ found: Found,
        at location: CodeLocation,
        below outer: Frame?
    ) async throws -> Next {
        try await isSynchronous
            ? prepare(found, at: location, below: outer) : constructInTask(found, at: location, below: outer)
    }

    /// Awaits the parameters, and then calls the function with them.
    ///
    /// Until then, other tasks wait for this one, but a thread that is ready to call takes the slot over.
    private nonisolated(nonsending) func prepare(
        _ found: Found,
        at location: CodeLocation,
        below outer: Frame?
    ) async throws -> Next {
        let frame = Frame(self, at: location, keptBy: found.scope, recordingIn: found.cellToLearn, below: outer)
        let next = try found.claim(by: frame.owner, as: .preparing, at: location, below: outer)
        guard case .construct = next else { return next }
        do {
            let (decorators, parameters) = try await awaitParameters(in: found.injector, frame)
            let next = try await call(on: isolation ?? traits?.preferredActor) {
                try self.attempt(found, as: frame, parameters, decorators)
            }
            // The task still has the slot if a thread constructs the instance elsewhere.
            found.giveBack(by: frame.owner)
            return next
        } catch {
            frame.record()
            found.giveBack(by: frame.owner, error.concernsOthers ? error : nil)
            throw error
        }
    }

    /// Awaits the parameters of the decorators, the outermost first, and those of the factory.
    private nonisolated(nonsending) func awaitParameters(
        in injector: Injector,
        _ frame: Frame
    ) async throws -> (decorators: [Parameters], factory: Parameters?) {
        var decorators: [Parameters] = []
        if isDecorated {
            for decoration in decorations.reversed() {
                decorators.append(try await injector.asyncResolve(decoration.dependencies, below: frame))
            }
        }
        guard let dependencies = traits?.dependencies, !dependencies.isEmpty else { return (decorators, nil) }
        return (decorators, try await injector.asyncResolve(dependencies, below: frame))
    }

    /// Calls a synchronous factory.
    private func make(in injector: Injector, _ parameters: Parameters?) throws -> AnyInstance {
        var parameters = parameters ?? Parameters()
        return try make(in: injector, &parameters)
    }

    /// Constructs an instance that is not shared after awaiting the parameters, on the fast path.
    ///
    /// The caller of the lookup retains the injector.
    @inline(never)
    nonisolated(nonsending) func asyncConstruct(
        in injector: UnsafeRawPointer,
        at location: CodeLocation,
        below frame: Frame?
    ) async throws -> AnyInstance {
        let injector = Unmanaged<Injector>.fromOpaque(injector).takeUnretainedValue()
        let outer = frame ?? EnclosingConstructions.taskFrame
        do {
            if EnclosingConstructions.contain(self, below: outer) {
                throw LookupError.cycle(of: self)
            }
            let frame = Frame(self, at: location, below: outer)
            let parameters = try await injector.asyncResolve(traits?.dependencies ?? [], below: frame)
            return try frame.call { try make(in: injector, parameters) }
        } catch {
            if error is CancellationError, Task.isCancelled {
                throw error
            }
            throw explained(error, in: injector, at: location, below: outer)
        }
    }

    /// Claims the slot for this thread and calls the function, unless there is an instance.
    private func attempt(
        _ found: Found,
        as frame: Frame,
        _ parameters: Parameters?,
        _ decorators: [Parameters]
    ) throws -> Next {
        let next = try found.keeper?.claim(found.hit, by: .thisThread, as: .constructing) ?? .construct(nil)
        guard case .construct = next else { return next }
        var teardown: Teardown?
        do {
            let instance = try frame.call {
                let base = try make(in: found.injector, parameters)
                return isPlain ? base : try decorate(base, decorators, &teardown)
            }
            frame.record(instance)
            try found.fill(with: instance, by: .thisThread)
            return .constructed(instance)
        } catch {
            found.giveBack(by: .thisThread, error.concernsOthers ? error : nil, teardown)
            throw error
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
    ) async throws -> Next {
        let isShared = found.keeper != nil
        let frame = Frame(
            self,
            at: location,
            keptBy: found.scope,
            recordingIn: found.cellToLearn,
            hasOwnTask: isShared,
            below: outer
        )
        let next = try found.claim(by: frame.owner, as: isShared ? .inTask : .constructing, at: location, below: outer)
        guard case .construct(let construction) = next else { return next }
        guard let construction else { return .constructed(try await run(found, in: frame)) }
        let box = try await construction.wait(below: outer, at: found.placeOfWait(location)) {
            Task { _ = try? await self.run(found, in: frame) }
        }
        return box.map { .constructed($0) } ?? .lookAgain
    }

    /// Runs the factory in this task.
    private nonisolated(nonsending) func run(_ found: Found, in frame: Frame) async throws -> AnyInstance {
        var teardown: Teardown?
        do {
            let instance = try await make(found, frame, &teardown)
            frame.record(instance)
            try found.fill(with: instance, by: frame.owner)
            return instance
        } catch {
            frame.record()
            found.giveBack(by: frame.owner, error, teardown)
            throw error
        }
    }

    /// Creates an instance, whose function and decorators may need different actors.
    private nonisolated(nonsending) func make(
        _ found: Found,
        _ frame: Frame,
        _ teardown: inout Teardown?
    ) async throws -> AnyInstance {
        let injector = found.injector
        let (decorators, parameters) = try await awaitParameters(in: injector, frame)
        let base: AnyInstance
        if let makeAsync = found.call?.make ?? traits?.makeAsync {
            base = try await frame.call { try await makeAsync(injector, parameters ?? Parameters()) }
        } else {
            base = try await call(on: traits?.isolation) {
                try frame.call { try make(in: injector, parameters) }
            }
        }
        return isPlain ? base : try await asyncDecorate(base, decorators, frame, &teardown)
    }

    /// Performs `decorate` for decorators of several actors.
    private nonisolated(nonsending) func asyncDecorate(
        _ base: AnyInstance,
        _ parameters: [Parameters],
        _ frame: Frame,
        _ teardown: inout Teardown?
    ) async throws -> AnyInstance {
        teardown = self.teardown(of: base)
        var instance = base
        for (decoration, parameters) in zip(decorations, parameters.reversed()) {
            let current = instance
            instance = try await call(on: decoration.isolation) {
                try frame.call { try decoration.decorate(current, with: parameters) }
            }
        }
        return teardown.map { box(instance, endedBy: $0) } ?? instance
    }
}

/// Runs a function on an actor, if there is one.
///
/// The result leaves the actor as the answer to a lookup. If the type is not Sendable, the user is responsible for using
/// the instance safely outside the actor, as with every binding of such a type.
@inline(never)
private nonisolated(nonsending) func call<Result>(on actor: (any Actor)?, _ body: () throws -> Result) async throws
    -> Result
{
    guard let actor else { return try body() }
    let begun = Trace.now
    func call(_ body: () throws -> Result, isolation: isolated any Actor) throws -> sending Result {
        if begun > 0 { Trace.didWait(since: begun, isForActor: true) }
        nonisolated(unsafe) let result = try body()
        return result
    }
    nonisolated(unsafe) let body = body
    return try await call(body, isolation: actor)
}
