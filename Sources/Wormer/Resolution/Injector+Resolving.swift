import CWormer

// Synchronous requests. Code that depends on the interface is compiled into the client. The steps before and after the
// call of a factory do not depend on it.

extension Injector {
    /// Finds or constructs an instance, here or in the parents.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - found: The binding that the fast path found, if any. Its read section ends.
    ///   - request: The request.
    /// - Returns: The instance, or nil if nothing is bound.
    /// - Throws: `InjectionError` if something is bound but no instance can be constructed.
    @inlinable
    package func resolve<P>(_ interface: P.Type, _ found: FoundBinding?, _ request: Request) throws -> P? {
        try bound(interface, found, request) ?? absence(of: interface, for: request)
    }

    /// Finds or constructs an instance, or throws an error if nothing is bound.
    @inlinable
    package func require<P>(_ interface: P.Type, _ found: FoundBinding?, _ request: Request) throws -> P {
        switch try begin(request, found) {
        case .construct(let frame): try frame.construct(interface, at: request.location)
        case .kept(let instance): unsafeDowncast(instance, to: Instance<P>.self).value
        default: try requiredAbsence(of: interface, for: request)
        }
    }

    /// Returns an instance of a binding, or nil if nothing is bound.
    @inlinable
    func bound<P>(_ interface: P.Type, _ found: FoundBinding?, _ request: Request) throws -> P? {
        switch try begin(request, found) {
        case .construct(let frame): try frame.construct(interface, at: request.location)
        // The cast is safe: a key of `P` leads only to a `Binding<P>`, which keeps an `Instance<P>`. The same applies
        // elsewhere.
        case .kept(let instance): unsafeDowncast(instance, to: Instance<P>.self).value
        default: nil
        }
    }

    /// Finds an instance, sleeping while another thread constructs it, or begins a construction on this thread.
    ///
    /// - Returns: `kept`, `construct` or `absent`.
    @usableFromInline
    func begin(_ request: borrowing Request, _ found: FoundBinding?, isTraced: Bool = false) throws -> Step {
        if Watchers.areThere(Watchers.trace), !isTraced, let handler = Trace.handler {
            return try begin(request, found, tracedBy: handler)
        }
        if let found, let step = try awaited(found, at: request.location, request.isParameter) {
            return step
        }
        while true {
            let step = try search(for: request, canWait: false)
            if let step = try awaited(step, at: request.location, request.isParameter) {
                return step
            }
        }
    }

    /// Performs `begin` for a request that finds its binding by a type.
    @usableFromInline
    func begin(
        _ interface: Any.Type,
        _ found: FoundBinding?,
        at location: CodeLocation,
        isParameter: Bool
    ) throws -> Step {
        var known = found
        if let found, let open = found.openScope {
            if let step = found.step(in: open, at: location, isParameter: isParameter) {
                return step
            }
            known = nil
        }
        return try beginOutsideScope(interface, known, at: location, isParameter: isParameter)
    }

    /// Performs `begin` for an instance that no open scope keeps, or that needs further checks.
    ///
    /// This function is not inlined: most requests in a scope do not need it. Most others need no `Request`.
    @inline(never)
    private func beginOutsideScope(
        _ interface: Any.Type,
        _ found: FoundBinding?,
        at location: CodeLocation,
        isParameter: Bool
    ) throws -> Step {
        let isTraced = Watchers.areThere(Watchers.trace)
        if let found, !isTraced, let step = try awaited(found, at: location, isParameter) {
            return step
        }
        let request = Request(Key(interface), at: location, isParameter: isParameter)
        return try begin(request, isTraced ? found : nil)
    }

    /// Returns the step for the binding that the fast path found, or nil if the request must search.
    private func awaited(_ found: FoundBinding, at location: CodeLocation, _ isParameter: Bool) throws -> Step? {
        try step(for: found, at: location, isParameter: isParameter, canWait: false).flatMap {
            try awaited($0, at: location, isParameter)
        }
    }

    /// Returns a step, after waiting if that is the step; nil if the request must be tried again.
    private func awaited(_ step: Step, at location: CodeLocation, _ isParameter: Bool) throws -> Step? {
        guard case .wait(let construction, let binding) = step else { return step }
        return try wait(for: construction, of: binding, at: location, isParameter).map(Step.kept)
    }

    private func begin(
        _ request: borrowing Request,
        _ found: FoundBinding?,
        tracedBy handler: @escaping @Sendable (TraceEvent) -> Void
    ) throws -> Step {
        let trace = Trace(of: copy request, to: handler)
        do {
            let step = try begin(request, found, isTraced: true)
            switch step {
            case .construct(let frame): frame.setTrace(trace)
            case .absent: trace.end(.notBound)
            default: trace.end(.cached)
            }
            return step
        } catch {
            trace.end(.failed, error)
            throw error
        }
    }

    /// Sleeps until a construction is finished.
    ///
    /// - Returns: The instance, or nil if the request must be tried again.
    private func wait(
        for construction: Construction,
        of binding: AnyBinding,
        at location: CodeLocation,
        _ isParameter: Bool
    ) throws -> AnyInstance? {
        let stack = ResolutionStack.current
        // A construction on this thread closes a cycle, which `wait` reports.
        if isParameter, stack.canSuspend, !construction.isConstructed(by: stack.thread) {
            throw MustSuspend(construction: construction, path: stack.path, location: location, injector: self)
        }
        do {
            return try construction.wait(at: location)?.sharedInstance(of: binding)
        } catch {
            throw binding.explained(error, in: self, at: location, isAwaited: true)
        }
    }
}

extension Result<AnyInstance, any Error> {
    /// Returns the instance.
    ///
    /// A request that waited tries again after a construction that was abandoned before the factory was called, and
    /// after one that failed because of a cycle through constructions that are around it, but not around the request.
    ///
    /// - Parameters:
    ///   - binding: The binding of the construction.
    ///   - path: The constructions around the request that have already ended.
    /// - Returns: The instance, or nil if the request must be tried again.
    /// - Throws: The error of the construction.
    func sharedInstance(of binding: AnyBinding, below path: [RequestedBinding] = []) throws -> AnyInstance? {
        switch self {
        case .success(let instance): return instance
        case .failure(is MustSuspend), .failure(ResolutionError.cycle), .failure(ResolutionError.abandoned):
            return nil
        case .failure(let error as InjectionError) where error.isOfCycle(around: binding, butNotAround: path):
            return nil
        case .failure(let error): throw error
        }
    }
}

// MARK: - Calling a factory

extension ThreadFrame {
    /// Constructs the instance.
    @inlinable
    func construct<P>(_ interface: P.Type, at location: CodeLocation) throws -> P {
        // A method of the binding, which knows its type: code that is not specialized needs no metadata to call it.
        try Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef {
            try unsafeDowncast($0, to: Binding<P>.self).construct(self, at: location)
        }
    }
}

extension Binding {
    /// Constructs an instance on this thread, after its construction has begun.
    @inlinable
    func construct(_ frame: ThreadFrame, at location: CodeLocation) throws -> P {
        try construct(frame, at: location, by: make)
    }

    /// Constructs an instance with a function that may come with the request.
    @inlinable
    func construct(
        _ frame: ThreadFrame,
        at location: CodeLocation,
        by make: (Injector, UnsafeMutablePointer<Teardown?>?) throws -> P
    ) throws -> P {
        var teardown: Teardown?
        do {
            let instance = try Unmanaged<Injector>.fromOpaque(frame.injector)._withUnsafeGuaranteedRef {
                try make($0, &teardown)
            }
            if !frame.isRecorded {
                frame.recordImplementation(type(of: instance as Any))
            }
            if frame.isShared {
                try end(frame, keeping: instance, teardown)
            } else {
                frame.end()
            }
            return instance
        } catch {
            throw frame.failure(error, teardown, at: location)
        }
    }

    /// Keeps a shared instance, and ends its construction.
    ///
    /// - Throws: `notAnObject`.
    @inlinable
    func end(_ frame: ThreadFrame, keeping instance: P, _ teardown: Teardown?) throws {
        frame.end(keeping: isWeak ? try weakReference(to: instance) : box(instance, teardown))
    }

    @usableFromInline
    func weakReference(to instance: P) throws -> AnyInstance {
        guard let reference = WeakInstance(instance) else {
            throw ResolutionError.failed(.notAnObject(actual: type(of: instance as Any)))
        }
        return reference
    }
}
