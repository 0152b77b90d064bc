import CWormer

/// A key that is requested, and the location of the request.
@usableFromInline
package struct Request: Sendable {
    package let key: Key
    @usableFromInline package let location: CodeLocation

    /// The contribution that is requested.
    ///
    /// A parent cannot answer such a request.
    let contribution: Snapshot.Hit?

    /// Whether the request is for a factory's parameter, so that an asynchronous request may be tried again.
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

/// The next step of a request.
enum Step {
    /// Nothing is bound.
    case absent
    /// The slot has the instance, unless its value is nil.
    case kept(InstanceSlot)
    /// The caller constructs the instance.
    case construct(Attempt)
    /// Another thread or task constructs the instance.
    case wait(Construction, for: AnyBinding)
    /// Another thread or task constructs a dependency of the instance.
    case waitForParameter(MustSuspend)
}

extension Injector {
    /// Finds the binding of a request, here or in the parents, and begins a construction if necessary.
    ///
    /// Every request that the fast path does not answer takes this step, whether it is synchronous or asynchronous.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - finding: The binding that the fast path found, if any. Its read section ends.
    ///   - canWait: Whether the request is asynchronous, so that a task may construct the instance.
    /// - Returns: The next step.
    /// - Throws: The error that prevents the instance from being constructed or shared.
    @inline(__always)
    func step(for request: borrowing Request, _ finding: Finding?, canWait: Bool) throws -> Step {
        if let finding, let (binding, injector) = finding.takeOwn() {
            do {
                return try injector.step(to: binding, in: nil, canWait: canWait, at: request.location)
            } catch {
                throw binding.explained(error, in: injector, at: request.location)
            }
        }
        return try search(for: request, canWait: canWait)
    }

    /// Searches the registries for the binding of a request.
    @inline(never)
    private func search(for request: borrowing Request, canWait: Bool) throws -> Step {
        let layer = Layer.active
        if !Tracing.isRequesting {
            ResolutionStack.record(request.key)
        }
        if let layer {
            layer.note(copy request)
        }
        var next: Injector? = resolved
        while let injector = next {
            let registry = layer?.registry(of: injector) ?? injector.ownRegistry
            if let hit = registry.find(request) {
                registry.usage?.note(hit.binding)
                do {
                    return try injector.step(
                        to: hit,
                        in: layer == nil ? nil : registry,
                        canWait: canWait,
                        at: request.location
                    )
                } catch {
                    throw hit.binding.explained(error, in: injector, at: request.location)
                }
            }
            next = request.contribution == nil ? injector.parent : nil
        }
        return .absent
    }

    /// Returns the next step for a binding.
    ///
    /// If it was found in an override, `registry` belongs to the override.
    private func step(
        to hit: Snapshot.Hit,
        in registry: Registry?,
        canWait: Bool,
        at location: CodeLocation
    ) throws -> Step {
        var binding = hit.binding
        if !hit.isOwn, let registry, let shared = try binding.sharedSlot(isByTask: false) {
            // Instances from outside are visible inside, but not the other way round. A request that adopts the binding
            // looks outside again afterwards, so that all requests inside get the same instance.
            if hit.sharesInstances, let kept = binding.keptInside(in: shared.cache),
                registry.current.ownBinding(of: binding.key) == nil
            {
                return .kept(kept)
            }
            binding = registry.adopt(binding)
        }
        return try step(to: binding, in: registry, canWait: canWait, at: location)
    }

    @inline(__always)
    private func step(
        to binding: AnyBinding,
        in registry: Registry?,
        canWait: Bool,
        at location: CodeLocation
    ) throws -> Step {
        let obstacle = canWait ? binding.obstacle(in: self, requestedAt: location) : nil
        let isByTask = if case .awaitedFactory? = obstacle { true } else { false }
        let slot = try binding.sharedSlot(isByTask: isByTask)
        if case .construction(let suspension)? = obstacle, slot?.isUnused ?? true {
            return .waitForParameter(suspension)
        }
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
                slot.fail(ResolutionError.constructedOutside)
                return .kept(kept)
            }
            let attempt = Attempt(of: binding, in: self, slot: slot, construction: construction, isByTask: isByTask)
            // In an override or an inner scope, and after its instance was dropped, a binding that is under
            // construction has another slot.
            if registry != nil || binding.isCopy || slot !== binding.slot {
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
}

extension Registry {
    /// Returns the binding of a request.
    fileprivate func find(_ request: borrowing Request) -> Snapshot.Hit? {
        if let contribution = request.contribution, has(contribution) {
            return contribution
        }
        return current.find(request.key)
    }
}

/// A construction that has begun.
///
/// It is a class because it is passed on several times.
@usableFromInline
final class Attempt: @unchecked Sendable {
    // Immutable, except for the trace, which is set before the construction continues.

    @usableFromInline let binding: AnyBinding
    @usableFromInline let injector: Injector
    /// The slot that was claimed, or nil if the instance is not shared.
    @usableFromInline let slot: InstanceSlot?
    /// The construction, if a task constructs a shared instance.
    let construction: Construction?
    let isByTask: Bool
    /// The recorder of the factory's requests, or nil if they are known.
    let recorder: Recorder?
    @usableFromInline let isRecorded: Bool
    /// The trace of the request, if requests are traced.
    @exclusivity(unchecked) var trace: Trace?

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
    ///   - error: The error that was thrown.
    ///   - teardown: The teardown of the implementation, if one was created. The implementation is not kept.
    @inline(never)
    func fail(_ error: any Error, _ teardown: Teardown?) {
        recordNeeds()
        teardown?.runUnkept(of: binding, in: slot)
        slot?.fail(error)
    }

    /// Records the type of the first instance.
    @usableFromInline
    @inline(never)
    func recordImplementation(of instance: some Any) {
        binding.recordImplementation(type(of: instance as Any))
    }

    /// Records the factory's requests.
    func recordNeeds() {
        if let recorder {
            binding.record(recorder.keys)
            binding.publishFactory()
        }
    }
}

extension AnyBinding {
    /// Returns the slot that a request shares with others.
    ///
    /// - Parameter isByTask: Whether a task would construct the instance.
    /// - Returns: The slot, or nil if the request shares nothing.
    /// - Throws: `scopeNotOpen`, `scopeEndsSynchronously`.
    fileprivate func sharedSlot(isByTask: Bool) throws -> InstanceSlot? {
        switch lifetime {
        case .transient, .singleton, .weak:
            return slot
        case .resolution:
            // An outermost request shares its own instance with nobody: only a cycle could request it again. The cache
            // for the requests of its factory belongs to the frame of the thread or task that constructs the instance.
            let cache = isByTask ? TaskFrame.current?.cache : ResolutionStack.current.cache
            return cache?.slot(for: self)
        case .scope(let scope):
            if scope.isAlwaysOpen {
                return slot
            }
            guard let open = OpenScope.innermost(scope), let slot = open.slot(for: self) else {
                throw ResolutionError.failed(.scopeNotOpen(scope))
            }
            if open.endsSynchronously, hasAsyncTeardown {
                throw ResolutionError.failed(.scopeEndsSynchronously(scope))
            }
            return slot
        }
    }

    /// Checks that no instance of the binding, or of a copy of it, is under construction around the request.
    ///
    /// - Throws: `cycle`.
    fileprivate func checkIsNotUnderConstruction(isByTask: Bool) throws {
        if ResolutionStack.current.contains(self) || isByTask && TaskFrame.contains(self) {
            throw ResolutionError.cycle(of: self)
        }
    }
}
