import CWormer

// The construction of an instance on a thread.

extension ThreadStack {
    /// Constructs the instance of a slot that this thread has claimed.
    ///
    /// - Parameters:
    ///   - found: What the lookup has found, which the caller retains.
    ///   - cell: The cell of the binding, if it is unknown what the factory looks up.
    ///   - location: The location of the lookup.
    ///   - make: Creates the instance.
    /// - Returns: The box of the instance.
    /// - Throws: The error for the lookup.
    @inline(never)
    func construct(
        _ found: Found,
        recordingIn cell: Guarded<Cell>?,
        at location: CodeLocation,
        by make: Injector.Maker
    ) throws -> AnyInstance {
        let (binding, scope) = (found.binding, found.scope)
        var details = ThreadFrame.Details(keptBy: scope, recordingIn: cell)
        var teardown: Teardown?
        do {
            let context = binding.isHolder ? OpenedScope.context(keptBy: scope) : nil
            let instance = try call(binding, at: location, seeing: context, &details) {
                try make(binding, found.injector, &teardown)
            }
            try fill(found, with: instance, &details)
            return instance
        } catch {
            throw giveBack(found, after: error, teardown, at: location)
        }
    }

    @inline(never)
    private func fill(_ found: Found, with instance: AnyInstance, _ details: inout ThreadFrame.Details) throws {
        try found.fill(with: instance, by: .thisThread)
        // This may run the user's `deinit`, whose lookups find the instance.
        extendLifetime(details.cache)
        EnclosingConstructions.didPop(self)
    }

    @inline(never)
    private func giveBack(
        _ found: Found,
        after error: any Error,
        _ teardown: Teardown?,
        at location: CodeLocation
    ) -> any Error {
        let explained = found.explained(error, at: location, below: nil)
        found.giveBack(by: .thisThread, error.concernsOthers ? error : nil, teardown)
        EnclosingConstructions.didPop(self)
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
