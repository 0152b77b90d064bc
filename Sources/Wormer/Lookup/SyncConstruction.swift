import CWormer

// How a construction begins on a thread, and how it ends.

extension Found {
    /// Claims the slot for a construction that begins here.
    ///
    /// - Throws: `cycle`, or the reason why this thread cannot construct the instance.
    func claim(
        by owner: Owner,
        as purpose: Claim.Purpose = .constructing,
        at location: CodeLocation,
        below outer: Frame?
    ) throws -> Next {
        let next = try claimSlot(by: owner, as: purpose)
        guard case .construct = next else { return next }
        do {
            // In an override, in an inner scope, or after its instance was dropped, it has another slot.
            if Constructions.contain(binding, below: outer), !binding.mayRecur {
                throw LookupError.cycle(of: binding)
            }
            if owner.isThread, !binding.runsAnywhere {
                if binding.isAsynchronous {
                    throw LookupError.failed(.needsAwaiting)
                }
                try checkIsolation(binding.isolation)
            }
        } catch {
            giveBack(by: owner)
            throw error
        }
        if let override = Context.override {
            override.noteConstruction(of: binding, in: injector, at: location, below: outer)
        } else if Watchers.areThere(Watchers.override) {
            Override.noteConstruction(outside: binding, in: injector, at: location, below: outer)
        }
        return next
    }

    /// Claims the slot for this thread, or waits for whoever constructs the instance.
    ///
    /// - Parameters:
    ///   - location: The location of the lookup.
    ///   - claimed: Set to this if the slot is claimed.
    /// - Returns: The instance; nil if the slot is claimed, or the lookup must look again.
    /// - Throws: The reason why this thread cannot construct the instance.
    func claim(at location: CodeLocation, _ claimed: inout Found?) throws -> AnyInstance? {
        do {
            switch try claim(by: .thisThread, at: location, below: nil) {
            case .kept(let instance), .constructed(let instance): return instance
            case .construct: claimed = self
            case .lookAgain: break
            case .wait(let construction):
                do {
                    return try construction.wait(at: location)
                } catch {
                    try binding.checkAwaited(error, in: injector, at: location, below: nil)
                }
            }
            return nil
        } catch {
            throw explained(error, at: location, below: nil)
        }
    }

    /// Records what the factory looked up, so that later lookups can take the fast path, and what it created.
    func record(_ recorder: Recorder?, _ instance: AnyInstance? = nil) {
        binding.record(recorder, instance)
        withCell { $0.update() }
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
            try fill(found, with: instance, isRecording, remains.recorder)
            return instance
        } catch {
            throw giveBack(found, after: error, teardown, isRecording, remains.recorder, at: location)
        }
    }

    // These functions are not inlined, so that a chain of dependencies takes less of the stack.

    @inline(never)
    private func fill(
        _ found: Found,
        with instance: AnyInstance,
        _ isRecording: Bool,
        _ recorder: Recorder?
    ) throws {
        if isRecording {
            found.record(recorder, instance)
        }
        try found.fill(with: instance, by: .thisThread)
        // This may run the user's `deinit`, whose lookups find the instance.
        Constructions.didPop(self)
    }

    @inline(never)
    private func giveBack(
        _ found: Found,
        after error: any Error,
        _ teardown: Teardown?,
        _ isRecording: Bool,
        _ recorder: Recorder?,
        at location: CodeLocation
    ) -> any Error {
        if isRecording {
            found.record(recorder)
        }
        let explained = found.explained(error, at: location, below: nil)
        found.giveBack(by: .thisThread, error.concernsOthers ? error : nil, teardown)
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
