import CWormer

/// A key that is requested, and the location of the request.
@usableFromInline
package struct Request: Sendable {
    package let key: Key
    @usableFromInline package let location: CodeLocation

    /// The contribution that is requested.
    ///
    /// A parent cannot answer such a request.
    let contribution: Hit?

    /// Whether the request is for a factory's parameter, so that an asynchronous request may be tried again.
    let isParameter: Bool

    @usableFromInline
    package init(_ key: Key, at location: CodeLocation, isParameter: Bool = false) {
        self.key = key
        self.location = location
        self.isParameter = isParameter
        contribution = nil
    }

    init(_ contribution: Hit, at location: CodeLocation, isParameter: Bool = false) {
        key = contribution.binding.key
        self.location = location
        self.isParameter = isParameter
        self.contribution = contribution
    }
}

/// The next step of a request.
@usableFromInline
enum Step {
    /// Nothing is bound.
    case absent
    case kept(AnyInstance)
    /// The caller constructs the instance. The frame of this thread has begun.
    case construct(ThreadFrame)
    /// The caller constructs the instance in a task.
    case constructInTask(TaskFrame, of: AnyBinding, Injector)
    /// Another thread or task constructs the instance.
    case wait(Construction, for: AnyBinding)
    /// Another thread or task constructs a dependency of the instance.
    case waitForParameter(MustSuspend)
}

extension Injector {
    /// Returns the next step for a binding that the fast path found, or nil if the request must search.
    ///
    /// The read section ends.
    func step(for found: FoundBinding, at location: CodeLocation, isParameter: Bool, canWait: Bool) throws -> Step? {
        let binding = Unmanaged<AnyBinding>.fromOpaque(found.binding).takeUnretainedValue()
        let injector = Unmanaged<Injector>.fromOpaque(found.injector).takeUnretainedValue()
        Reader.end(found.thread)
        // In an override, the binding may belong to the base.
        if Layer.unretained != nil || binding.isUnavailableInTests {
            return nil
        }
        // Without looking for what would have to be awaited.
        if canWait, let kept = binding.keptInCache(for: injector) {
            return .kept(kept)
        }
        do {
            return try injector.step(to: binding, in: nil, at: location, isParameter: isParameter, canWait: canWait)
        } catch {
            throw binding.explained(aboutBegunScopes(error, of: injector), in: injector, at: location)
        }
    }

    /// Finds the binding of a request, here or in the parents, and begins a construction if necessary.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - canWait: Whether the request is asynchronous, so that a task may construct the instance.
    ///   - mustWait: Whether a task must construct it if it has parameters.
    /// - Returns: The next step.
    /// - Throws: The error that prevents the instance from being constructed or shared.
    func search(for request: borrowing Request, canWait: Bool, mustWait: Bool = false) throws -> Step {
        let layer = Layer.active
        if !Trace.isRequesting {
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
                    try injector.checkAvailability(of: hit.binding, at: request.location)
                    return try injector.step(
                        to: hit,
                        in: layer == nil ? nil : registry,
                        at: request.location,
                        isParameter: request.isParameter,
                        canWait: canWait,
                        mustWait: mustWait
                    )
                } catch {
                    throw hit.binding.explained(
                        aboutBegunScopes(error, of: injector),
                        in: injector,
                        at: request.location
                    )
                }
            }
            next = request.contribution == nil ? injector.parent : nil
        }
        return .absent
    }

    /// Returns an error, or a better one if a scope that is not open for a parent's binding has begun here.
    private func aboutBegunScopes(_ error: any Error, of injector: Injector) -> any Error {
        guard injector !== resolved, case ResolutionError.failed(.scopeNotOpen(let scope)) = error,
            let begun = begun(scope)
        else {
            return error
        }
        return ResolutionError.failed(.scopeBegunInChild(scope, begunAt: begun.location))
    }

    /// Returns the next step for a binding.
    ///
    /// If it was found in an override, `registry` belongs to the override.
    private func step(
        to hit: Hit,
        in registry: Registry?,
        at location: CodeLocation,
        isParameter: Bool,
        canWait: Bool,
        mustWait: Bool
    ) throws -> Step {
        var binding = hit.binding
        if !hit.isOwn, let registry {
            let cache = try binding.sharedCache(for: self, isByTask: false)
            if cache != nil || binding.keepsInstance {
                // Instances from outside are visible inside, but not the other way round. A request that adopts the
                // binding looks outside again afterwards, so that all requests inside get the same instance.
                if hit.sharesInstances, let kept = binding.keptInside(in: cache),
                    registry.ownBinding(of: binding.key) == nil
                {
                    return .kept(kept)
                }
                binding = registry.adopt(binding)
            }
        }
        return try step(
            to: binding,
            in: registry,
            at: location,
            isParameter: isParameter,
            canWait: canWait,
            mustWait: mustWait
        )
    }

    private func step(
        to binding: AnyBinding,
        in registry: Registry?,
        at location: CodeLocation,
        isParameter: Bool,
        canWait: Bool,
        mustWait: Bool = false
    ) throws -> Step {
        let obstacle = canWait ? binding.obstacle(in: self, requestedAt: location, isKnown: mustWait) : nil
        let isByTask = if case .awaitedFactory? = obstacle { true } else { false }
        var cache = try binding.sharedCache(for: self, isByTask: isByTask)
        var isShared = cache != nil || binding.keepsInstance
        if case .construction(let suspension)? = obstacle,
            !isShared || binding.withSlot(in: cache, { $0.isUnused }) != false
        {
            return .waitForParameter(suspension)
        }
        let thread = wormer_this_thread()
        var construction: Construction?
        if isShared {
            switch binding.claim(in: cache, thread: isByTask ? nil : UnsafeRawPointer(thread)) {
            case .kept(let instance)?: return .kept(instance)
            case .wait(let construction)?: return .wait(construction, for: binding)
            case .own(let own)?: construction = own
            case nil:
                if let ended = cache as? ScopeInstances {
                    throw ResolutionError.failed(ended.failure)
                }
                // The outermost request has ended. This one comes from a task that its factory started.
                (cache, isShared) = (nil, false)
            }
            if binding.original != nil, let kept = binding.keptOriginal(in: cache) {
                binding.fail(in: cache, ResolutionError.abandoned)
                return .kept(kept)
            }
        }
        // In an override or an inner scope, and after its instance was dropped, a binding that is under construction has
        // another slot.
        let hasOtherSlots = !isShared || registry != nil || binding.registration.isCopy || cache != nil
        do {
            if hasOtherSlots {
                try binding.checkIsNotUnderConstruction(isByTask: isByTask)
            }
            if !isByTask {
                try binding.factory?.traits.checkThatItCanRun()
            }
        } catch {
            if isShared {
                binding.fail(in: cache, ResolutionError.abandoned)
            }
            let stack = ResolutionStack.current
            // The outermost request found another instance, which may have been dropped since then.
            guard isParameter, stack.canSuspend, case ResolutionError.failed = error else { throw error }
            throw MustSuspend(construction: nil, path: stack.path, location: location, injector: self)
        }
        if registry != nil {
            Layer.active?.noteConstruction(of: binding, in: self, at: location)
        }
        guard isByTask else {
            let maySuspend = canWait || isParameter
            let frame = ThreadFrame(
                beginOn: thread,
                Unmanaged.passUnretained(binding),
                for: Unmanaged.passUnretained(self),
                isRetaining: true,
                in: cache.map { .passRetained($0) },
                isShared: isShared,
                maySuspend: maySuspend,
                at: location
            )
            return .construct(frame)
        }
        let frame = TaskFrame(
            RequestedBinding(binding: binding, location: location),
            in: cache,
            construction: construction,
            recorder: binding.isRecorded ? nil : Recorder(),
            outer: .current,
            known: obstacle?.known
        )
        return .constructInTask(frame, of: binding, self)
    }
}

extension Registry {
    /// Returns the binding of a request.
    fileprivate func find(_ request: borrowing Request) -> Hit? {
        if let contribution = request.contribution, has(contribution) {
            return contribution
        }
        return find(request.key)
    }
}

extension AnyBinding {
    /// Returns the cache that keeps an instance for several requests.
    ///
    /// - Parameters:
    ///   - injector: The injector in which the binding is registered.
    ///   - isByTask: Whether a task would construct the instance.
    /// - Returns: The cache, or nil if the binding keeps the instance, or nobody does.
    /// - Throws: `scopeNotOpen`, `captiveDependency`, `scopeEndsSynchronously`.
    fileprivate func sharedCache(for injector: Injector, isByTask: Bool) throws -> InstanceCache? {
        switch lifetime {
        case .transient, .singleton, .weak:
            return nil
        case .resolution:
            // An outermost request shares its own instance with nobody: only a cycle could request it again. The cache
            // for the requests of its factory belongs to the frame of the thread or task that constructs the instance.
            return isByTask ? TaskFrame.current?.cache : ResolutionStack.current.cache
        case .scope(let scope):
            if scope.isAlwaysOpen {
                return nil
            }
            guard let open = try ScopeInstances.find(scope, for: injector) else {
                throw ResolutionError.failed(.scopeNotOpen(scope))
            }
            if open.endsSynchronously, hasAsyncTeardown {
                throw ResolutionError.failed(.scopeEndsSynchronously(scope))
            }
            return open
        }
    }

    /// Returns the instance that an open scope or the outermost request keeps.
    fileprivate func keptInCache(for injector: Injector) -> AnyInstance? {
        switch lifetime {
        case .transient, .singleton, .weak: nil
        case .resolution: ResolutionStack.current.existingCache?.instance(of: self)
        case .scope(let scope): (try? ScopeInstances.find(scope, for: injector))?.instance(of: self)
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
