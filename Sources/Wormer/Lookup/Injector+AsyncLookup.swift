// Asynchronous lookups. They find bindings like synchronous ones, but suspend instead of sleeping. They await the
// parameters of a factory in order, hand its frame down to them, and claim the slot when they call the function.

extension Injector {
    /// Returns the instance of an interface and a qualifier, or throws an error.
    @inlinable
    nonisolated(nonsending) func asyncInstance<P>(
        _ interface: P.Type,
        _ qualifier: Key.Qualifier?,
        at location: CodeLocation
    ) async throws -> P {
        if qualifier == nil, let cell = lockedCell(word(of: interface)), let instance = instance(takenFrom: cell) {
            return unsafeDowncast(instance, to: Instance<P>.self).value
        }
        let instance = try await asyncRequire(Lookup(Key(interface, qualifier), at: location))
        return unsafeDowncast(instance, to: Instance<P>.self).value
    }

    /// Finds or constructs an instance, or throws an error if nothing is bound.
    ///
    /// - Parameters:
    ///   - lookup: The lookup.
    ///   - frame: The construction whose parameter this is, if any.
    /// - Returns: The box of the instance.
    /// - Throws: `InjectionError`, or `CancellationError` if the task is cancelled while it waits.
    @usableFromInline
    nonisolated(nonsending) func asyncRequire(_ lookup: Lookup, below frame: Frame? = nil) async throws -> AnyInstance {
        var waiting: (binding: Binding, injector: UnsafeRawPointer)?
        if let instance = try shortcut(to: lookup, below: frame, &waiting) {
            return instance
        }
        if let (binding, injector) = waiting {
            return try await binding.asyncConstruct(in: injector, at: lookup.location, below: frame)
        }
        guard let instance = try await asyncResolve(lookup, below: frame) else { throw notBound(lookup, below: frame) }
        return instance
    }

    /// Returns an instance that needs no `await`, in the usual cases.
    ///
    /// - Parameters:
    ///   - lookup: The lookup.
    ///   - frame: The construction whose parameter this is, if any.
    ///   - waiting: Set to a binding whose parameters must be awaited for an instance that is not shared.
    /// - Returns: The instance.
    /// - Throws: The error of a factory.
    @inline(never)
    private func shortcut(
        to lookup: Lookup,
        below frame: Frame?,
        _ waiting: inout (binding: Binding, injector: UnsafeRawPointer)?
    ) throws -> AnyInstance? {
        guard lookup.key.qualifier == nil, frame?.isRecording != true,
            let cell = lockedCell(word(of: lookup.key.interface))
        else {
            return nil
        }
        switch cell.state.pointee.shortcut {
        case .transient where frame?.entersScopes != true:
            let binding = cell.state.pointee.binding.unsafelyUnwrapped
            let injector = cell.state.pointee.injector
            cell.release()
            if binding.isImmediate {
                return try Unmanaged<Injector>.fromOpaque(injector)._withUnsafeGuaranteedRef { owner in
                    try frame?.construct(binding, in: owner, at: lookup.location)
                        ?? binding.construct(in: injector, at: lookup.location) { try binding.make(in: owner) }
                }
            }
            if binding.traits?.preferredActor == nil {
                waiting = (binding, injector)
            }
            return nil
        case .cache where frame != nil:
            // A parameter sees the scopes of the instance that is constructed, not those of the task.
            cell.release()
            return nil
        default:
            return instance(takenFrom: cell)
        }
    }

    /// Performs `resolve(_:)` for an asynchronous lookup.
    nonisolated(nonsending) func asyncResolve(_ lookup: Lookup, below frame: Frame?) async throws -> AnyInstance? {
        if let instance = try await asyncAnswer(lookup, below: frame) {
            return instance
        }
        guard let parts = parts(of: lookup.key) else { return nil }
        let instances = try await asyncInstances(of: parts, at: lookup.location, below: frame)
        return box((instances, parts, lookup.key, self))
    }

    /// Performs `answer(_:by:)` for an asynchronous lookup.
    ///
    /// Each part of an asynchronous function has a copy of all that may follow. So what needs no `await` is elsewhere.
    /// In a call of a declared function, `call` takes the place of the factory.
    nonisolated(nonsending) func asyncAnswer(
        _ lookup: Lookup,
        below frame: Frame?,
        by call: AsyncCall? = nil
    ) async throws -> AnyInstance? {
        let attempts = AsyncAttempts(of: lookup, below: frame ?? EnclosingConstructions.taskFrame, by: call)
        do {
            while let found = try attempts.find(in: self) {
                if let instance = try await found.asyncInstance(for: attempts) {
                    return attempts.end(with: instance)
                }
            }
            return attempts.end(with: nil)
        } catch {
            throw attempts.explained(error)
        }
    }
}

extension Found {
    /// The location of a wait, or nil if that cannot be cancelled, because the function that is called cannot throw it.
    func placeOfWait(_ location: CodeLocation) -> CodeLocation? {
        call?.isCancellable == false ? nil : location
    }

    /// Returns the instance, and constructs it if necessary; nil if the lookup must look again.
    @inline(never)
    fileprivate nonisolated(nonsending) func asyncInstance(for attempts: AsyncAttempts) async throws -> AnyInstance? {
        let next = try await binding.construct(self, at: attempts.lookup.location, below: attempts.frame)
        guard case .wait(let construction) = next else { return attempts.instance(next) }
        do {
            return try await construction.wait(below: attempts.frame, at: placeOfWait(attempts.lookup.location))
        } catch {
            try attempts.check(error, awaiting: self)
            return nil
        }
    }
}

/// The attempts to answer an asynchronous lookup, of which more than one is necessary if bindings change meanwhile.
private final class AsyncAttempts: @unchecked Sendable {
    // Unchecked because only the task of the lookup uses it.
    let lookup: Lookup
    let frame: Frame?
    private let call: AsyncCall?
    private let trace: Trace?
    private var last: Found?
    private var isNew = false

    @inline(never)
    init(of lookup: Lookup, below frame: Frame?, by call: AsyncCall?) {
        (self.lookup, self.frame, self.call) = (lookup, frame, call)
        let handler = Watchers.areThere(Watchers.trace) ? Trace.handler : nil
        trace = handler.map { Trace(of: lookup, to: $0) }
    }

    @inline(never)
    func find(in injector: Injector) throws -> Found? {
        let found = try injector.find(lookup, below: frame)
        found?.call = call
        last = found ?? last
        return found
    }

    @inline(never)
    func instance(_ next: Next) -> AnyInstance? {
        switch next {
        case .kept(let instance): return instance
        case .constructed(let instance):
            isNew = true
            return instance
        case .wait, .construct, .lookAgain: return nil
        }
    }

    /// Checks the error of a construction that the lookup waited for.
    @inline(never)
    func check(_ error: any Error, awaiting found: Found) throws {
        if error is CancellationError, Task.isCancelled {
            throw error
        }
        try found.binding.checkAwaited(error, in: found.injector, at: lookup.location, below: frame)
    }

    @inline(never)
    func end(with instance: AnyInstance?) -> AnyInstance? {
        trace?.end(instance == nil ? .notBound : isNew ? .created : .cached, below: frame)
        return instance
    }

    @inline(never)
    func explained(_ error: any Error) -> any Error {
        // The cancellation of the task stays what it is.
        let isCancelled = error is CancellationError && Task.isCancelled
        let reported = isCancelled ? error : last?.explained(error, at: lookup.location, below: frame) ?? error
        trace?.end(.failed, reported, below: frame)
        return reported
    }
}
