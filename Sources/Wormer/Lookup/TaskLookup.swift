// Asynchronous lookups. They find bindings like synchronous ones, but suspend instead of sleeping. They await the
// parameters of a factory in order, hand its frame down to them, and claim the slot when they call the function.
//
// A linker keeps or drops the variables of a file together, and each asynchronous function has one. So a program without
// asynchronous lookups is without these functions only if nothing else is in their files, and if files whose names come
// first have the variables that both use. The same applies to the other files whose names begin with 'Task'.

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
        guard lookup.key.qualifier == nil, frame?.recorder == nil,
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
        if let instance = try await resolved.asyncAnswer(lookup, below: frame) {
            return instance
        }
        guard let parts = parts(of: lookup.key) else { return nil }
        let instances = try await asyncInstances(of: parts, at: lookup.location, below: frame)
        return box((instances, parts, lookup.key, self))
    }

    /// Performs `instances(of:at:)` for an asynchronous lookup.
    nonisolated(nonsending) func asyncInstances(
        of parts: [Part],
        at location: CodeLocation,
        below outer: Frame?
    ) async throws -> [AnyInstance?] {
        let outer = outer ?? EnclosingConstructions.taskFrame
        let frame = Frame(nil, at: location, below: outer)
        var instances: [AnyInstance?] = []
        for part in parts {
            let lookup = Lookup(part.key, at: location, asksParents: part.asksParents)
            instances.append(try await part.injector.asyncResolve(lookup, below: frame))
        }
        return instances
    }

    /// Awaits parameters in order, and hands the frame of the construction down to them.
    nonisolated(nonsending) func asyncResolve(_ lookups: [Lookup], below frame: Frame) async throws -> Parameters {
        var instances: [AnyInstance] = []
        instances.reserveCapacity(lookups.count)
        for lookup in lookups {
            instances.append(try await asyncRequire(lookup, below: frame))
        }
        return Parameters(instances)
    }

    /// Performs `answer(_:by:)` for an asynchronous lookup.
    ///
    /// In a call of a declared function, `call` takes the place of the factory. The result is nil if the caller must find
    /// its binding again.
    nonisolated(nonsending) func asyncAnswer(
        _ lookup: Lookup,
        below outer: Frame?,
        by call: AsyncCall? = nil,
        in trace: Trace? = nil
    ) async throws -> AnyInstance? {
        let frame = outer ?? EnclosingConstructions.taskFrame
        if trace == nil, Watchers.areThere(Watchers.trace), let trace = Trace(of: lookup, isAwaited: true) {
            return try await trace.context.run(in: Context.liveFrame) {
                try await asyncAnswer(lookup, below: frame, by: call, in: trace)
            }
        }
        var last: Found?
        do {
            while let found = try find(lookup, below: frame, at: call?.hit) {
                (found.call, last) = (call, found)
                switch try await found.binding.construct(found, at: lookup.location, below: frame) {
                case .constructed(let instance):
                    trace?.end(.created, of: found.binding, below: frame)
                    return instance
                case .kept(let instance):
                    trace?.end(.cached, below: frame)
                    return instance
                case .wait(let construction):
                    if let instance = try await found.wait(for: construction, at: lookup.location, below: frame) {
                        trace?.end(.cached, below: frame)
                        return instance
                    }
                case .construct, .lookAgain: break
                }
                if call != nil {
                    return nil
                }
            }
            trace?.end(.notBound, below: frame)
            return nil
        } catch {
            // The cancellation of the task stays what it is.
            let isCancelled = error is CancellationError && Task.isCancelled
            let reported = isCancelled ? error : last?.explained(error, at: lookup.location, below: frame) ?? error
            trace?.end(.failed, reported, of: last?.binding, below: frame)
            throw reported
        }
    }
}

extension Found {
    /// The location of a wait, or nil if that cannot be cancelled, because the function that is called cannot throw it.
    func placeOfWait(_ location: CodeLocation) -> CodeLocation? {
        call?.isCancellable == false ? nil : location
    }

    /// Returns the instance that somebody else prepares or constructs; nil if the lookup must look again.
    fileprivate nonisolated(nonsending) func wait(
        for construction: Construction,
        at location: CodeLocation,
        below frame: Frame?
    ) async throws -> AnyInstance? {
        let begun = Trace.now
        defer { Trace.didWait(since: begun) }
        do {
            return try await construction.wait(below: frame, at: placeOfWait(location))
        } catch {
            if error is CancellationError, Task.isCancelled {
                throw error
            }
            try binding.checkAwaited(error, in: injector, at: location, below: frame)
            return nil
        }
    }
}
