import CWormer

// How a construction begins on a thread, and how it ends.

extension Found {
    /// Claims the slot for a construction that begins here.
    ///
    /// - Throws: `cycle`, or the reason why this thread cannot construct the instance.
    func claim(
        by owner: Owner,
        as claim: Claim = .constructing,
        at location: CodeLocation,
        below outer: Frame?
    ) throws -> Next {
        let next = try self.claim(by: owner, as: claim)
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
        if let override = Context.override {
            override.noteConstruction(of: binding, in: injector, at: location, below: outer)
        } else if Watchers.areThere(Watchers.override) {
            Override.noteConstruction(outside: binding, in: injector, at: location, below: outer)
        }
        return next
    }

    /// Records what the factory looked up, so that later lookups can take the fast path, and what it created.
    func record(_ recorder: Recorder?, _ instance: AnyInstance? = nil) {
        binding.record(recorder?.needs ?? RecordedNeeds())
        if let instance {
            binding.record(typeOf: instance)
        }
        withCell { $0.update() }
    }
}

extension Found {
    /// Fills the slot with the instance that its owner has constructed.
    ///
    /// - Throws: `notAnObject`.
    func finish(by owner: Owner, with instance: AnyInstance) throws {
        finish(by: owner, binding.isWeak ? try binding.weakReference(to: instance) : instance, nil)
    }
}

extension ThreadStack {
    /// Constructs the instance of a slot that this thread has claimed.
    ///
    /// - Parameters:
    ///   - found: What the lookup has found, which the caller retains.
    ///   - location: The location of the lookup.
    ///   - make: Creates the instance.
    /// - Returns: The box of the instance.
    /// - Throws: The error for the lookup.
    func construct(_ found: Found, at location: CodeLocation, by make: Injector.Maker) throws -> AnyInstance {
        let binding = found.binding
        let isRecording = !binding.isRecorded
        var remains = ThreadFrame.Remains()
        var teardown: Teardown?
        do {
            let context = binding.isHolder ? OpenedScope.context(keptBy: found.cache as? OpenedScope) : nil
            let instance = try call(
                binding,
                at: location,
                keptBy: found.cache,
                seeing: context,
                isRecording: isRecording,
                leaving: &remains
            ) {
                try make(binding, found.injector, &teardown)
            }
            try finish(found, instance, isRecording, remains.recorder)
            return instance
        } catch {
            throw failure(error, found, teardown, isRecording, remains.recorder, at: location)
        }
    }

    // These functions are not inlined, so that a chain of dependencies takes less of the stack.

    @inline(never)
    private func finish(_ found: Found, _ instance: AnyInstance, _ isRecording: Bool, _ recorder: Recorder?) throws {
        if isRecording {
            found.record(recorder, instance)
        }
        try found.finish(by: .thisThread, with: instance)
        // This may run the user's `deinit`, whose lookups find the instance.
        Constructions.didPop(self)
    }

    @inline(never)
    private func failure(
        _ error: any Error,
        _ found: Found,
        _ teardown: Teardown?,
        _ isRecording: Bool,
        _ recorder: Recorder?,
        at location: CodeLocation
    ) -> any Error {
        if isRecording {
            found.record(recorder)
        }
        let explained = found.explained(error, at: location, below: nil)
        found.fail(by: .thisThread, error.concernsOthers ? error : nil, teardown)
        Constructions.didPop(self)
        return explained
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
