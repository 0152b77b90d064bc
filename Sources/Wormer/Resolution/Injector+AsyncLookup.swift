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
            switch cell.state.pointee.shortcut {
            case .transient where frame?.isOfKept != true:
                let binding = cell.state.pointee.binding.unsafelyUnwrapped
                let injector = cell.state.pointee.injector
                cell.release()
                if binding.factory.isImmediate {
                    return try binding.construct(interface, in: injector, at: location, below: frame)
                }
                if let instance = try await binding.asyncConstruct(in: injector, at: location, below: frame) {
                    return unsafeDowncast(instance, to: Instance<P>.self).value
                }
            case .cache where frame != nil:
                // A parameter sees the scopes of the instance that is constructed, not those of the task.
                cell.release()
            default:
                if let instance = instance(takenFrom: cell) {
                    return unsafeDowncast(instance, to: Instance<P>.self).value
                }
            }
        }
        let instance = try await asyncRequire(Lookup(Key(interface), at: location), below: frame)
        return unsafeDowncast(instance, to: Instance<P>.self).value
    }

    /// Finds or constructs an instance, or throws an error if nothing is bound.
    @usableFromInline
    nonisolated(nonsending) func asyncRequire(_ lookup: Lookup, below frame: Frame? = nil) async throws -> AnyInstance {
        guard let instance = try await asyncResolve(lookup, below: frame) else { throw notBound(lookup, below: frame) }
        return instance
    }

    /// Performs `answer(_:by:)` for an asynchronous lookup.
    nonisolated(nonsending) func asyncAnswer(_ lookup: Lookup, below frame: Frame?) async throws -> AnyInstance? {
        let outer = frame ?? Constructions.taskFrame
        let handler = Watchers.areThere(Watchers.trace) ? Trace.handler : nil
        let trace = handler.map { Trace(of: lookup, to: $0) }
        var last: Found?
        do {
            while let found = try find(lookup, below: outer) {
                last = found
                switch try await found.binding.construct(found, at: lookup.location, below: outer) {
                case .kept(let instance):
                    trace?.end(.cached, below: outer)
                    return instance
                case .constructed(let instance):
                    trace?.end(.created, below: outer)
                    return instance
                case .wait(let construction):
                    do {
                        if let instance = try await construction.wait(below: outer, at: lookup.location) {
                            trace?.end(.cached, below: outer)
                            return instance
                        }
                    } catch let error where !(error is CancellationError && Task.isCancelled) {
                        try found.binding.checkAwaited(error, in: found.injector, at: lookup.location, below: outer)
                    }
                case .construct, .lookAgain: continue
                }
            }
            trace?.end(.notBound, below: outer)
            return nil
        } catch {
            // The cancellation of the task stays what it is.
            let isCancelled = error is CancellationError && Task.isCancelled
            let reported = isCancelled ? error : last?.explained(error, at: lookup.location, below: outer) ?? error
            trace?.end(.failed, reported, below: outer)
            throw reported
        }
    }
}
