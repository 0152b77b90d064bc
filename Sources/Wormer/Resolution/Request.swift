import CWormer

/// What is requested, and from where.
@usableFromInline
package struct Request: Sendable {
    package let key: Key
    @usableFromInline package let location: CodeLocation

    /// Where a contribution was found, which a parent cannot answer.
    let contribution: Snapshot.Hit?

    /// Whether the request is for the parameter of a factory, where a request that can wait may be tried again.
    let isParameter: Bool

    @usableFromInline
    package init(_ key: Key, at location: CodeLocation, isParameter: Bool = false) {
        self.key = key
        self.location = location
        self.isParameter = isParameter
        contribution = nil
    }

    init(_ contribution: Snapshot.Hit, at location: CodeLocation, isParameter: Bool = false) {
        key = contribution.binding.key
        self.location = location
        self.isParameter = isParameter
        self.contribution = contribution
    }
}

/// What is next for a request.
enum Step {
    /// Nothing is bound.
    case absent
    /// The instance is there: in the slot, where the value is not nil.
    case kept(InstanceSlot)
    /// The caller constructs the instance.
    case construct(Attempt)
    /// Another thread or task constructs the instance.
    case wait(Construction, for: AnyBinding)
}

extension Injector {
    /// Finds what a request asks for, here or in the parents, and begins the construction where that is to be done.
    ///
    /// Every request that is not answered at once comes through here, whether it can wait or not.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - finding: What readers found, if they did; the reading ends.
    ///   - canWait: Whether the request can wait, so that a task may construct the instance.
    /// - Returns: What is next.
    /// - Throws: What keeps the instance from being constructed or shared.
    @inline(__always)
    func step(for request: borrowing Request, _ finding: Finding?, canWait: Bool) throws -> Step {
        if let finding, let (binding, injector) = finding.takeOwn() {
            do {
                return try injector.step(to: binding, in: nil, canWait: canWait)
            } catch {
                throw FailedConstruction(binding: binding, cause: error, injector: injector)
                    .explained(at: request.location)
            }
        }
        return try search(for: request, canWait: canWait)
    }

    /// Finds what a request asks for in the registries.
    @inline(never)
    private func search(for request: borrowing Request, canWait: Bool) throws -> Step {
        let layer = Layer.active
        ResolutionStack.record(request.key)
        if let layer {
            layer.note(copy request)
        }
        var next: Injector? = resolved
        while let injector = next {
            let registry = layer?.registry(of: injector) ?? injector.ownRegistry
            if let hit = registry.find(request) {
                registry.usage?.note(hit.binding)
                do {
                    return try injector.step(to: hit, in: layer == nil ? nil : registry, canWait: canWait)
                } catch {
                    throw FailedConstruction(binding: hit.binding, cause: error, injector: injector)
                        .explained(at: request.location)
                }
            }
            next = request.contribution == nil ? injector.parent : nil
        }
        return .absent
    }

    /// What is next for a binding, which was found in the registry of an override if that is given.
    private func step(to hit: Snapshot.Hit, in registry: Registry?, canWait: Bool) throws -> Step {
        guard !hit.isOwn, let registry, let shared = try hit.binding.sharedSlot(canWait: canWait) else {
            return try step(to: hit.binding, in: registry, canWait: canWait)
        }
        // What was constructed outside is seen inside; what is constructed here is not seen outside.
        // A request that adopts the binding looks outside once more when it has, so that all requests inside agree.
        if hit.sharesInstances, let kept = hit.binding.keptInside(in: shared.cache),
            registry.current.ownBinding(of: hit.binding.key) == nil
        {
            return .kept(kept)
        }
        return try step(to: registry.adopt(hit.binding), in: registry, canWait: canWait)
    }

    @inline(__always)
    private func step(to binding: AnyBinding, in registry: Registry?, canWait: Bool) throws -> Step {
        let slot = try binding.sharedSlot(canWait: canWait)
        let isByTask = canWait && isConstructedByTask(binding)
        guard let slot else {
            try binding.checkIsNotUnderConstruction(isByTask: isByTask)
            return .construct(Attempt(of: binding, in: self, slot: nil, construction: nil, isByTask: isByTask))
        }
        switch slot.claim(for: binding, thread: isByTask ? nil : ResolutionStack.current.thread) {
        case .kept(let slot):
            return .kept(slot)
        case .wait(let construction):
            return .wait(construction, for: binding)
        case .own(let construction):
            if binding.original != nil, let kept = binding.keptOriginal(in: slot.cache) {
                slot.fail(ConstructedOutside())
                return .kept(kept)
            }
            let attempt = Attempt(of: binding, in: self, slot: slot, construction: construction, isByTask: isByTask)
            // In an override and in an inner scope, a binding that is under construction has another slot.
            if registry != nil || isByTask || slot !== binding.slot {
                do {
                    try binding.checkIsNotUnderConstruction(isByTask: isByTask)
                } catch {
                    slot.fail(error)
                    throw error
                }
            }
            return .construct(attempt)
        }
    }

    /// Whether a request that can wait must, for the factory, for its actor or for what its parameters name.
    private func isConstructedByTask(_ binding: AnyBinding) -> Bool {
        guard let factory = binding.factory else {
            return false
        }
        if factory.mayNeedAwaiting || factory.dependencies.isEmpty {
            return factory.mayNeedAwaiting
        }
        var seen: Set<ObjectIdentifier> = []
        return binding.needsAwaiting(in: self, seen: &seen)
    }
}

extension Registry {
    /// Where the binding of a request is found.
    fileprivate func find(_ request: borrowing Request) -> Snapshot.Hit? {
        if let contribution = request.contribution, has(contribution) {
            return contribution
        }
        return current.find(request.key)
    }
}

/// A construction that was begun; by reference, because it is handed on several times.
@usableFromInline
final class Attempt: @unchecked Sendable {
    // Immutable, but for the trace, which is set before the construction goes on.

    @usableFromInline let binding: AnyBinding
    @usableFromInline let injector: Injector
    /// The slot that was claimed, nil where the instance is not shared.
    @usableFromInline let slot: InstanceSlot?
    /// The construction, where a task constructs an instance that is shared.
    let construction: Construction?
    let isByTask: Bool
    /// Records what the factory requests, if that is not known.
    let recorder: Recorder?
    @usableFromInline let isRecorded: Bool
    /// Shows the request, while requests are traced.
    var trace: Trace?

    init(
        of binding: AnyBinding,
        in injector: Injector,
        slot: InstanceSlot?,
        construction: Construction?,
        isByTask: Bool
    ) {
        self.binding = binding
        self.injector = injector
        self.slot = slot
        self.construction = construction
        self.isByTask = isByTask
        isRecorded = binding.isRecorded
        recorder = isRecorded ? nil : Recorder()
    }

    /// Ends the construction without an instance.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - teardown: What ends the implementation, if one was made: nobody keeps it.
    @inline(never)
    func fail(_ error: any Error, _ teardown: Teardown?) {
        recordNeeds()
        if let teardown, (slot?.lock as? OpenScope)?.end(with: teardown) != true {
            teardown.runLate()
        }
        slot?.fail(error)
    }

    /// Records the type of the first instance.
    @usableFromInline
    @inline(never)
    func recordImplementation(of instance: some Any) {
        binding.recordImplementation(type(of: instance as Any))
    }

    /// Records what the factory requested.
    func recordNeeds() {
        if let recorder {
            binding.record(recorder.keys)
            binding.publishFactory()
        }
    }
}

extension AnyBinding {
    /// The slot that a request shares with others, nil if it shares nothing.
    ///
    /// - Throws: `ScopeNotOpen`, `ScopeEndsSynchronously`.
    fileprivate func sharedSlot(canWait: Bool) throws -> InstanceSlot? {
        switch lifetime {
        case .transient, .singleton, .weak:
            return slot
        case .resolution:
            // What the outermost request of a task asks for is shared with nobody: a thread's cache is not a task's.
            let isOutermost = canWait && factory?.isAsynchronous == true && TaskFrame.current == nil
            return isOutermost ? nil : ResolutionStack.current.cache.slot(for: self)
        case .scope(let scope):
            if scope.isAlwaysOpen {
                return slot
            }
            guard let open = OpenScope.innermost(scope)?.takeUnretainedValue(), let slot = open.slot(for: self) else {
                throw ScopeNotOpen(scope: scope)
            }
            if open.endsSynchronously, hasAsyncTeardown {
                throw ScopeEndsSynchronously(scope: scope)
            }
            return slot
        }
    }

    /// Makes sure that no instance of the binding, or of a copy of it, is being constructed around the request.
    ///
    /// - Throws: `Cycle`.
    fileprivate func checkIsNotUnderConstruction(isByTask: Bool) throws {
        if ResolutionStack.current.contains(self) || isByTask && TaskFrame.contains(self) {
            throw Cycle(of: self)
        }
    }
}
