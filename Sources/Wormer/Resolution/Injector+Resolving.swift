import CWormer

// Synchronous requests. Code that depends on the interface is compiled into the client. The steps before and after the
// call of a factory do not depend on it.

extension Injector {
    /// Finds or constructs an instance, here or in the parents.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - finding: The binding that the fast path found, if any. Its read section ends.
    ///   - request: The request.
    /// - Returns: The instance, or nil if nothing is bound.
    /// - Throws: `InjectionError` if something is bound but no instance can be constructed.
    @inlinable
    package func resolve<P>(_ interface: P.Type, _ finding: Finding?, _ request: Request) throws -> P? {
        try bound(interface, finding, request) ?? absence(of: interface, for: request)
    }

    /// Finds or constructs an instance, or throws an error if nothing is bound.
    @inlinable
    package func require<P>(_ interface: P.Type, _ finding: Finding?, _ request: Request) throws -> P {
        try bound(interface, finding, request) ?? requiredAbsence(of: interface, for: request)
    }

    /// Returns an instance of a binding, or nil if nothing is bound.
    @inlinable
    @inline(never)
    func bound<P>(_ interface: P.Type, _ finding: Finding?, _ request: Request) throws -> P? {
        let answer = try begin(request, finding)
        if let attempt = answer.attempt {
            // The cast is safe: a key of `P` leads only to a `Binding<P>`, whose slots are for `P`. The same applies
            // below.
            return try unsafeDowncast(attempt.binding, to: Binding<P>.self).construct(attempt, for: request)
        }
        return answer.slot.flatMap { unsafeDowncast($0, to: Slot<P>.self).value }
    }

    /// Finds an instance, sleeping while another thread constructs it, or begins a construction on this thread.
    @usableFromInline
    @inline(never)
    func begin(_ request: borrowing Request, _ finding: Finding?, isTraced: Bool = false) throws -> Answer {
        if Watchers.areThere(Watchers.trace), !isTraced, let handler = Tracing.handler {
            return try begin(request, finding, tracedBy: handler)
        }
        var finding = finding
        while true {
            switch try step(for: request, finding, canWait: false) {
            case .absent:
                return (nil, nil)
            case .kept(let slot):
                return (slot, nil)
            case .construct(let attempt):
                try attempt.begin(for: request, canWait: false)
                return (nil, attempt)
            case .wait(let construction, let binding):
                if let slot = try wait(for: construction, of: binding, request) {
                    return (slot, nil)
                }
                finding = nil
            case .waitForParameter:
                preconditionFailure("Only an asynchronous request waits for a parameter in advance.")
            }
        }
    }

    @inline(never)
    private func begin(
        _ request: borrowing Request,
        _ finding: Finding?,
        tracedBy handler: @escaping @Sendable (TraceEvent) -> Void
    ) throws -> Answer {
        let trace = Trace(of: copy request, to: handler)
        do {
            let answer = try begin(request, finding, isTraced: true)
            if answer.attempt == nil {
                trace.end(answer.slot == nil ? .notBound : .cached)
            } else {
                answer.attempt?.trace = trace
            }
            return answer
        } catch {
            trace.end(.failed, error)
            throw error
        }
    }

    /// Sleeps until a construction is finished.
    ///
    /// - Returns: A slot with the instance, or nil if the request must be tried again.
    @inline(never)
    private func wait(
        for construction: Construction,
        of binding: AnyBinding,
        _ request: borrowing Request
    ) throws -> InstanceSlot? {
        if request.isParameter, ResolutionStack.current.canSuspend {
            throw MustSuspend(
                construction: construction,
                path: ResolutionStack.current.path,
                location: request.location,
                injector: self
            )
        }
        do {
            return try construction.wait(at: request.location)?.sharedSlot(of: binding)
        } catch {
            throw binding.explained(error, in: self, at: request.location, isAwaited: true)
        }
    }
}

/// The answer to a request: an instance in a slot, a construction that has begun, or nothing.
@usableFromInline
typealias Answer = (slot: InstanceSlot?, attempt: Attempt?)

extension Result<InstanceSlot, any Error> {
    /// Returns the slot with the instance.
    ///
    /// A request that waited tries again after a construction that was abandoned before the factory was called, and
    /// after one that failed because of a cycle through constructions that are around it, but not around the request.
    ///
    /// - Parameters:
    ///   - binding: The binding of the construction.
    ///   - path: The constructions around the request that have already ended.
    /// - Returns: The slot, or nil if the request must be tried again.
    /// - Throws: The error of the construction.
    func sharedSlot(of binding: AnyBinding, below path: [RequestedBinding] = []) throws -> InstanceSlot? {
        switch self {
        case .success(let slot): return slot
        case .failure(is MustSuspend), .failure(ResolutionError.cycle), .failure(ResolutionError.constructedOutside):
            return nil
        case .failure(let error as InjectionError) where error.isOfCycle(around: binding, butNotAround: path):
            return nil
        case .failure(let error): throw error
        }
    }
}

// MARK: - Calling a factory

extension Binding {
    /// Constructs an instance on this thread, after its construction has begun.
    @inlinable
    @inline(__always)
    func construct(_ attempt: Attempt, for request: Request) throws -> P {
        try construct(attempt, for: request) { teardown in
            if let makeWithTeardown {
                try makeWithTeardown(attempt.injector, &teardown)
            } else {
                try make(attempt.injector)
            }
        }
    }

    /// Constructs an instance with a function that may come with the request.
    @inlinable
    @inline(__always)
    func construct(
        _ attempt: Attempt,
        for request: Request,
        by make: (inout Teardown?) throws -> P
    ) throws -> P {
        var teardown: Teardown?
        do {
            let instance = try make(&teardown)
            if !attempt.isRecorded {
                attempt.recordImplementation(of: instance)
            }
            if let slot = attempt.slot {
                try keep(instance, in: slot, teardown)
            }
            attempt.end()
            return instance
        } catch {
            throw attempt.failure(error, teardown, request)
        }
    }

    /// Stores a shared instance.
    ///
    /// - Throws: `notAnObject`.
    @inlinable
    @inline(__always)
    func keep(_ instance: P, in slot: InstanceSlot, _ teardown: Teardown?) throws {
        if isWeak {
            return try keepWeakly(instance, in: slot)
        }
        let typed = unsafeDowncast(slot, to: Slot<P>.self)
        typed.value = instance
        slot.keep(nil, at: typed.address, teardown: teardown, for: self, outcome: slot)
    }

    @usableFromInline
    @inline(never)
    func keepWeakly(_ instance: P, in slot: InstanceSlot) throws {
        guard let reference = WeakInstance(instance) else {
            throw ResolutionError.failed(.notAnObject(actual: type(of: instance as Any)))
        }
        slot.keep(reference, at: nil, teardown: nil, for: self, outcome: Slot(holding: instance, lock: nil))
    }
}

extension Attempt {
    /// Pushes the construction onto the thread's stack.
    ///
    /// - Throws: `InjectionError` if the factory cannot be called here.
    func begin(for request: borrowing Request, canWait: Bool) throws {
        let maySuspend = canWait || request.isParameter
        ResolutionStack.current.push(
            binding,
            for: injector,
            recorder: recorder,
            maySuspend: maySuspend,
            at: request.location
        )
        if let factory = binding.factory {
            do {
                try factory.checkThatItCanRun()
            } catch {
                throw failure(error, nil, copy request)
            }
        }
    }

    /// Pops the construction from the thread's stack, with an instance.
    @usableFromInline
    @inline(never)
    func end() {
        ResolutionStack.pop()
        recordNeeds()
        trace?.end(.created)
    }

    /// Pops the construction from the thread's stack, without an instance.
    ///
    /// - Returns: The error for the request.
    @usableFromInline
    @inline(never)
    func failure(_ error: any Error, _ teardown: Teardown?, _ request: Request) -> any Error {
        ResolutionStack.pop()
        if error is MustSuspend {
            trace?.end(.failed)
            slot?.fail(error)
            return error
        }
        let explained = binding.explained(error, in: injector, at: request.location)
        trace?.end(.failed, explained)
        fail(error, teardown)
        return explained
    }
}
