import CWormer

// How a construction begins on a thread, and how it ends.

extension Found {
    /// Claims the slot for this thread and begins the construction, unless there is an instance.
    ///
    /// - Parameters:
    ///   - location: The location of the lookup.
    ///   - frame: The frame of an asynchronous construction, whose parameters were awaited, on the factory's actor.
    /// - Returns: What comes next. If that is the construction, its frame is the innermost one of this thread.
    /// - Throws: The reason why this thread cannot construct the instance.
    func begin(at location: CodeLocation, as frame: Frame? = nil) throws -> Next {
        let next = try frame == nil ? claim(by: .thisThread, at: location, below: nil) : claim(by: .thisThread)
        if case .construct = next {
            let isRecording = frame == nil ? !binding.isRecorded : frame?.recorder != nil
            ThreadFrame.push(
                frame == nil ? binding : nil,
                at: location,
                in: frame,
                keptBy: cache,
                isRecording: isRecording
            )
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
        below outer: Frame?
    ) throws -> Next {
        let next = try claim(by: owner, isPreparing: isPreparing)
        guard case .construct = next else { return next }
        do {
            // In an override, in an inner scope, or after its instance was dropped, it has another slot.
            if Constructions.contain(binding, below: outer) {
                throw LookupError.cycle(of: binding)
            }
            if owner.isThread, !binding.runsAnywhere {
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

    /// Records what the factory looked up, so that later lookups can take the fast path.
    func record(_ needs: RecordedNeeds) {
        binding.record(needs)
        withCell { $0.update() }
    }
}

// The construction that has begun on a thread: its frame is the innermost one. A frame moves when others are pushed.
extension ThreadStack {
    private var frame: ThreadFrame { wormer_innermost(self) }

    /// The frame around an asynchronous lookup, whose own frame is that of the construction.
    private var outer: Frame? { frame.task?.outer }

    /// Constructs the instance.
    ///
    /// - Parameters:
    ///   - found: What the lookup has found, which the caller retains.
    ///   - location: The location of the lookup.
    ///   - make: Creates the instance; nil for the factory of the binding.
    /// - Returns: The box of the instance.
    /// - Throws: The error for the lookup.
    func construct(_ found: Found, at location: CodeLocation, by make: Injector.Maker?) throws -> AnyInstance {
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
        if frame.pointee.is_recording {
            found.binding.record(typeOf: instance)
        }
        let kept = found.binding.isWeak ? try found.binding.factory.weakReference(to: instance) : instance
        pop(found)
        found.finish(by: .thisThread, kept, nil)
        // This may run the user's `deinit`, whose lookups find the instance.
        Constructions.didPop(self)
    }

    @inline(never)
    private func failure(
        _ error: any Error,
        _ found: Found,
        _ teardown: Teardown?,
        at location: CodeLocation
    ) -> any Error {
        let outer = outer
        pop(found)
        let explained = found.explained(error, at: location, below: outer)
        found.fail(by: .thisThread, error.concernsOthers ? error : nil, teardown)
        Constructions.didPop(self)
        return explained
    }

    /// Returns the context in which the factory runs, or nil if it is the current one.
    private func context(of found: Found) -> Context? {
        let context =
            found.binding.isHolder ? OpenedScope.context(keptBy: found.cache as? OpenedScope) : outer?.contextBelow
        if frame.pointee.is_recording {
            frame.scope = context == nil ? OpenedScope.innermost : context?.values.scope
        }
        return context
    }

    /// Removes the frame from the thread, and records what the factory looked up.
    private func pop(_ found: Found) {
        let (isRecording, awaited) = (frame.pointee.is_recording, frame.task?.recorder)
        let recorder = frame.pop()
        if isRecording {
            found.record((awaited ?? recorder)?.needs ?? RecordedNeeds())
        }
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
