import CWormer

// How a construction begins on a thread, and how it ends.

extension Found {
    /// Claims the slot for this thread and begins the construction, unless there is an instance.
    ///
    /// - Parameters:
    ///   - location: The location of the lookup.
    ///   - outer: The frame around an asynchronous lookup, or nil for a synchronous one.
    ///   - frame: The frame of the construction itself, if its parameters were awaited.
    ///   - isOnActor: Whether this thread runs on the actor of the factory.
    /// - Returns: What comes next. If that is the construction, it has `Started`.
    /// - Throws: The reason why this thread cannot construct the instance.
    func begin(
        at location: CodeLocation,
        below outer: Frame?,
        as frame: Frame? = nil,
        isOnActor: Bool = false
    ) throws -> Next {
        let next =
            try frame == nil
            ? claim(by: .thisThread, at: location, below: outer, isOnActor: isOnActor) : claim(by: .thisThread)
        if case .construct = next {
            push(at: location, below: outer, as: frame)
        }
        return next
    }

    /// Claims the slot for a construction that begins here.
    ///
    /// - Throws: `cycle`, or the reason why this thread cannot construct the instance.
    func claim(
        by owner: Owner,
        isPreparing: Bool = false,
        at location: CodeLocation,
        below outer: Frame?,
        isOnActor: Bool
    ) throws -> Next {
        let next = try claim(by: owner, isPreparing: isPreparing)
        guard case .construct = next else { return next }
        do {
            // In an override, in an inner scope, or after its instance was dropped, it has another slot.
            if Constructions.contain(binding, below: outer) {
                throw LookupError.cycle(of: binding)
            }
            if !isOnActor, !binding.runsAnywhere {
                if binding.isAsynchronous {
                    throw LookupError.failed(.needsAwaiting)
                }
                try checkIsolation(binding.isolation)
            }
        } catch {
            fail(by: owner, nil)
            throw error
        }
        Context.override?.noteConstruction(of: binding, in: injector, at: location, below: outer)
        return next
    }

    private func push(at location: CodeLocation, below outer: Frame?, as frame: Frame?) {
        let stack = wormer_this_thread()
        let pushed = ThreadFrame.push(frame == nil ? binding : nil, at: location)
        (pushed.found, pushed.task) = (self, frame ?? outer)
        if frame == nil ? !binding.isRecorded : frame?.recorder != nil {
            pushed.pointee.is_recording = true
            stack.pointee.watchers += 1
        }
    }
}

/// A construction that has begun on this thread: its frame is the innermost one.
struct Started {
    fileprivate let stack = wormer_this_thread()

    private var frame: ThreadFrame { wormer_innermost(stack) }

    /// Whether it is unknown what the factory looks up.
    private var isRecording: Bool { frame.pointee.is_recording }

    /// The frame around an asynchronous lookup.
    ///
    /// If the parameters were awaited, the task's frame is that of the construction itself.
    private var outer: Frame? { isAwaited ? frame.task?.outer : frame.task }

    private var isAwaited: Bool { frame.pointee.binding == nil }

    /// Constructs the instance.
    ///
    /// - Parameters:
    ///   - location: The location of the lookup.
    ///   - make: Creates the instance; nil for the factory of the binding.
    /// - Returns: The box of the instance.
    /// - Throws: The error for the lookup.
    func construct(at location: CodeLocation, by make: Injector.Maker?) throws -> AnyInstance {
        let found = frame.found.unsafelyUnwrapped
        let context = context(of: found)
        var teardown: Teardown?
        do {
            let instance: AnyInstance
            if context == nil, make == nil, found.binding.isPlain {
                instance = try found.binding.factory.make(in: found.injector)
            } else {
                instance = try self.make(found, in: context, &teardown, make)
            }
            try finish(found, instance)
            return instance
        } catch {
            throw failure(error, found, teardown, at: location)
        }
    }

    // These functions are not inlined, so that a chain of dependencies takes less of the stack.

    @inline(never)
    private func make(
        _ found: Found,
        in context: Context?,
        _ teardown: inout Teardown?,
        _ make: Injector.Maker?
    ) throws -> AnyInstance {
        func instance(_ teardown: inout Teardown?) throws -> AnyInstance {
            try make?(found.binding, found.injector, &teardown) ?? found.binding.make(in: found.injector, &teardown)
        }
        guard let context else { return try instance(&teardown) }
        return try context.run { try instance(&teardown) }
    }

    @inline(never)
    private func finish(_ found: Found, _ instance: AnyInstance) throws {
        if isRecording {
            found.binding.record(typeOf: instance)
        }
        let kept = found.binding.isWeak ? try found.binding.factory.weakReference(to: instance) : instance
        pop()
        found.finish(by: .thisThread, kept, nil)
        // This may run the user's `deinit`, whose lookups find the instance.
        Constructions.didPop(stack)
    }

    @inline(never)
    private func failure(
        _ error: any Error,
        _ found: Found,
        _ teardown: Teardown?,
        at location: CodeLocation
    ) -> any Error {
        let outer = outer
        pop()
        let explained = found.explained(error, at: location, below: outer)
        found.fail(by: .thisThread, error.concernsOthers ? error : nil, teardown)
        Constructions.didPop(stack)
        return explained
    }

    /// Returns the context in which the factory runs, or nil if it is the current one.
    private func context(of found: Found) -> Context? {
        let context =
            found.binding.isHolder ? OpenedScope.context(keptBy: found.cache as? OpenedScope) : outer?.contextBelow
        if isRecording {
            frame.scope = context == nil ? OpenedScope.innermost : context?.values.scope
        }
        return context
    }

    /// Removes the frame from the thread, and records what the factory looked up.
    private func pop() {
        let (isRecording, awaited) = (isRecording, isAwaited ? frame.task?.recorder : nil)
        let (found, recorder) = frame.pop()
        if isRecording {
            stack.pointee.watchers -= 1
            found?.record((awaited ?? recorder)?.needs ?? RecordedNeeds())
        }
    }
}

extension Found {
    /// Records what the factory looked up, so that later lookups can take the fast path.
    func record(_ needs: RecordedNeeds) {
        binding.record(needs)
        withCell { $0.update() }
    }
}

extension Error {
    /// Whether the error of a construction is one for others who wait for it.
    ///
    /// A wrong way to look up is none: the others look again.
    var concernsOthers: Bool {
        switch (self as? InjectionError)?.reason {
        case .needsAwaiting?, .wrongIsolation?: false
        default: !(self is CancellationError)
        }
    }
}
