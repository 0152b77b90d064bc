import CWormer

/// What is looked up, and where.
@usableFromInline
package struct Lookup: Sendable {
    package let key: Key
    @usableFromInline package let location: CodeLocation

    /// The contribution that is looked up.
    ///
    /// A parent cannot answer such a lookup.
    let contribution: Hit?

    @usableFromInline
    package init(_ key: Key, at location: CodeLocation) {
        self.key = key
        self.location = location
        contribution = nil
    }

    init(_ contribution: Hit, at location: CodeLocation) {
        key = contribution.binding.key
        self.location = location
        self.contribution = contribution
    }

    /// Creates a lookup with an optional identifier.
    ///
    /// This initializer is not inlined: otherwise the identifier would stay in the caller's stack frame while an
    /// instance is constructed.
    @inlinable
    @inline(never)
    package init(_ interface: Any.Type, id: (some Hashable)?, at location: CodeLocation) {
        self.init(Key(interface, id: id), at: location)
    }
}

/// What a lookup found: a binding, and where its instance is kept.
@usableFromInline
final class Found: Sendable {
    let hit: Hit
    /// The injector in which the binding is registered.
    let injector: Injector
    let place: Place

    var binding: AnyBinding { hit.binding }

    /// Where a shared instance is kept.
    enum Place {
        /// Nobody keeps the instance.
        case nowhere
        /// The cell keeps it. A construction retains the registry, or whatever else keeps the cell.
        case cell(of: Registry)
        case cache(InstanceCache)
    }

    init(_ hit: Hit, in injector: Injector, _ place: Place) {
        (self.hit, self.injector, self.place) = (hit, injector, place)
    }

    var isShared: Bool { if case .nowhere = place { false } else { true } }

    var cache: InstanceCache? { if case .cache(let cache) = place { cache } else { nil } }

    /// Claims the slot; see `Slot.claim`.
    ///
    /// - Returns: What the caller does; nil if the binding is not there any more.
    func claim(by owner: Owner, isPreparing: Bool = false) -> Slot.Claim? {
        switch place {
        case .nowhere: return .own
        case .cache(let cache): return cache.claim(binding, by: owner, isPreparing: isPreparing)
        case .cell(let registry):
            // A weak instance is loaded outside the lock, because releasing it may run its `deinit`.
            var gone: AnyInstance?
            while true {
                let claim = hit.cell.withLock { cell -> Slot.Claim? in
                    guard cell.binding === binding else { return nil }
                    return cell.withSlot {
                        $0.claim(for: binding, by: owner, isPreparing: isPreparing, replacing: &gone)
                    }
                }
                guard case .kept(let box)? = claim, binding.isWeak else { return claim }
                if let instance = box.strong ?? registry.borrowAgain(hit, insteadOf: box) {
                    return .kept(instance)
                }
                gone = box
            }
        }
    }

    /// Returns what others wait for, if the instance is under construction.
    func constructionUnderWay() -> Construction? {
        switch place {
        case .nowhere: nil
        case .cell: hit.cell.withLock { $0.withSlot { $0.constructionUnderWay(of: binding) } }
        case .cache(let cache): cache.constructionUnderWay(of: binding)
        }
    }

    /// Ends a construction, unless the slot does not belong to its owner any more.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - instance: The box of the instance, or nil.
    ///   - outcome: What those who wait get.
    func finish(by owner: Owner, _ instance: AnyInstance?, _ outcome: Construction.Outcome) {
        switch place {
        case .nowhere: break
        case .cell(let registry):
            let (late, waiting) = hit.cell.withLock { $0.withSlot { $0.finish(instance, by: owner) } }
            if let teardown = late?.teardown {
                registry.endNow(teardown) { waiting?.finish(outcome) }
            } else {
                waiting?.finish(outcome)
            }
        case .cache(let cache):
            let (waiting, late) = cache.finish(instance, of: binding, by: owner)
            waiting?.finish(outcome)
            late.map { cache.endNow($0, in: cache as? OpenedScope) }
            cache.endDidFinish()
        }
    }

    /// Ends a construction without an instance; see `finish`.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - error: The error for those who wait, or nil if they look again.
    ///   - teardown: The end of an instance that was created but is not kept.
    func fail(by owner: Owner, _ error: (any Error)?, _ teardown: Teardown? = nil) {
        let free = { self.finish(by: owner, nil, error.map { .failure($0) } ?? .success(nil)) }
        switch (place, teardown) {
        case (.cell(let registry), let teardown?): registry.endNow(teardown, after: free)
        case (.cache(let cache), let teardown?): cache.endNow(teardown, in: cache as? OpenedScope, after: free)
        default: free()
        }
    }
}

extension Injector {
    /// Finds the binding of a lookup, here or in the parents.
    ///
    /// - Parameters:
    ///   - lookup: The lookup.
    ///   - frame: The frame of an asynchronous lookup, or nil for a synchronous one.
    /// - Returns: The binding, or nil if nothing is bound.
    /// - Throws: The error that prevents the instance from being shared.
    func find(_ lookup: borrowing Lookup, below frame: Frame?) throws -> Found? {
        Recorder.record(lookup.key, below: frame)
        let override = Context.override
        override?.note(copy lookup)
        var next: Injector? = resolved
        while let injector = next {
            let registry = override?.registry(of: injector) ?? injector.home
            if let hit = registry.look(lookup) {
                do {
                    try injector.checkAvailability(of: hit.binding, at: lookup.location, below: frame)
                    let place = try injector.place(of: hit, in: registry, below: frame)
                    return Found(hit, in: injector, place)
                } catch {
                    let error = aboutBegunScopes(error, of: injector)
                    throw hit.binding.explained(error, in: injector, at: lookup.location, below: frame)
                }
            }
            next = lookup.contribution == nil ? injector.parent : nil
        }
        return nil
    }

    /// Returns where the instance of a binding is kept.
    ///
    /// - Throws: `scopeNotOpen`, `captiveDependency`, `scopeEndsSynchronously`.
    private func place(of hit: Hit, in registry: Registry, below frame: Frame?) throws -> Found.Place {
        switch hit.binding.lifetime {
        case .transient: return .nowhere
        case .singleton, .weak: return .cell(of: registry)
        case .resolution:
            // An outermost lookup shares its own instance with nobody: only a cycle could look it up again.
            return Constructions.cache(below: frame).map { .cache($0) } ?? .nowhere
        case .scope(let scope):
            if scope.isAlwaysOpen {
                return .cell(of: registry)
            }
            guard let open = try OpenedScope.find(scope, for: self, below: frame) else {
                throw LookupError.failed(.scopeNotOpen(scope))
            }
            if open.endsSynchronously, hit.binding.hasAsyncEnd {
                throw LookupError.failed(.scopeEndsSynchronously(scope))
            }
            return .cache(open)
        }
    }

    /// Returns an error, or a better one if a scope that is not open for a parent's binding has begun here.
    private func aboutBegunScopes(_ error: any Error, of injector: Injector) -> any Error {
        guard injector !== resolved, case LookupError.failed(.scopeNotOpen(let scope, nil, _)) = error,
            let begun = begunScopes.first(where: { $0.scope == scope })
        else {
            return error
        }
        return LookupError.failed(.scopeNotOpen(scope, openedAt: begun.location))
    }
}

extension Registry {
    /// Returns the binding of a lookup.
    fileprivate func look(_ lookup: borrowing Lookup) -> Hit? {
        if let contribution = lookup.contribution, base == nil, !isOfTest, has(contribution) {
            return contribution
        }
        return look(lookup.key)
    }
}

// MARK: - Beginning a construction

/// A construction that has begun on this thread: its frame is the innermost one.
@usableFromInline
struct Started {
    let found: Found
    @usableFromInline let stack: UnsafeMutablePointer<wormer_stack>
    /// Whether it is unknown what the factory looks up.
    @usableFromInline let isRecording: Bool
    /// The context in which the factory runs, if it differs from the current one.
    @usableFromInline let context: Context?
    /// The frame around an asynchronous lookup.
    let outer: Frame?

    @usableFromInline var binding: AnyBinding { found.binding }
    @usableFromInline var injector: Injector { found.injector }
    @usableFromInline var isShared: Bool { found.isShared }
}

extension Found {
    /// What comes next in a lookup.
    enum Next {
        case kept(AnyInstance)
        /// The caller constructs the instance on this thread.
        case construct(Started)
        case wait(Construction)
        /// The binding was replaced, or its instance dropped.
        case lookAgain
    }

    /// Claims the slot for this thread and begins the construction, unless there is an instance.
    ///
    /// - Parameters:
    ///   - location: The location of the lookup.
    ///   - outer: The frame around an asynchronous lookup, or nil for a synchronous one.
    ///   - frame: The frame of the construction itself, if its parameters were awaited.
    ///   - isOnActor: Whether this thread runs on the actor of the factory.
    /// - Returns: What comes next.
    /// - Throws: The reason why this thread cannot construct the instance.
    func begin(
        at location: CodeLocation,
        below outer: Frame?,
        as frame: Frame? = nil,
        isOnActor: Bool = false
    ) throws -> Next {
        let owner = Owner.thisThread
        switch claim(by: owner) {
        case .kept(let instance)?: return .kept(instance)
        case .wait(let construction)?: return .wait(construction)
        case .own?: break
        case nil:
            guard let unshared = try unshared else { return .lookAgain }
            return try unshared.begin(at: location, below: outer, as: frame, isOnActor: isOnActor)
        }
        do {
            if frame == nil {
                try checkIsNotUnderConstruction(below: outer)
            }
            if binding.isAsynchronous {
                throw LookupError.failed(.needsAwaiting)
            }
            try checkIsolation(isOnActor ? nil : binding.isolation)
        } catch {
            fail(by: owner, nil)
            throw error
        }
        if frame == nil {
            Context.override?.noteConstruction(of: binding, in: injector, at: location, below: outer)
        }
        return .construct(push(at: location, below: outer, as: frame))
    }

    /// The same binding with an instance that nobody keeps, or nil if the binding was replaced and the lookup looks again.
    ///
    /// A task that a factory started may look up after the outermost lookup has been answered.
    ///
    /// - Throws: The reason why a scope keeps no more instances.
    var unshared: Found? {
        get throws {
            if let scope = cache as? OpenedScope {
                throw LookupError.failed(scope.failure)
            }
            return cache == nil ? nil : Found(hit, in: injector, .nowhere)
        }
    }

    /// Checks that no instance of the binding is under construction around the lookup: in an override, in an inner scope,
    /// or after its instance was dropped, it has another slot.
    ///
    /// - Throws: `cycle`.
    func checkIsNotUnderConstruction(below frame: Frame?) throws {
        if Constructions.contain(binding, below: frame) {
            throw LookupError.cycle(of: binding)
        }
    }

    private func push(at location: CodeLocation, below outer: Frame?, as frame: Frame?) -> Started {
        let stack = wormer_this_thread()
        let isRecording = frame == nil ? !binding.isRecorded : frame?.recorder != nil
        let identity = frame == nil ? Unmanaged.passUnretained(binding).toOpaque() : nil
        let context = binding.isHolder ? OpenedScope.context(keptBy: cache as? OpenedScope) : outer?.contextBelow
        wormer_push(stack, identity, Unmanaged.passUnretained(injector).toOpaque())
            .storeBytes(of: location, as: CodeLocation.self)
        let pushed = wormer_innermost(stack)
        pushed.pointee.keeper = cache.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        pushed.pointee.task = (frame ?? outer).map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        if isRecording {
            let start = context == nil ? OpenedScope.innermost : context?.scope
            pushed.pointee.scope = start.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
            pushed.pointee.is_recording = true
            wormer_watch(stack, 1)
        }
        return Started(found: self, stack: stack, isRecording: isRecording, context: context, outer: outer)
    }
}

extension Started {
    private var owner: Owner { Owner(address: UnsafeRawPointer(stack), isThread: true) }

    func setTrace(_ trace: Trace) {
        wormer_innermost(stack).pointee.trace = Unmanaged.passRetained(trace).toOpaque()
    }

    /// Ends the construction with an instance.
    ///
    /// - Parameter box: The box of the instance, or nil if nobody keeps it.
    @usableFromInline
    func finish(_ box: AnyInstance?) {
        let trace = pop()
        if let box {
            found.finish(by: owner, box, .success(box.strong ?? box))
        }
        // This may run the user's `deinit`, whose lookups find the instance.
        Constructions.didPop(stack)
        trace?.end(.created, below: outer)
    }

    /// Ends the construction without an instance.
    ///
    /// - Parameters:
    ///   - error: The error that was thrown.
    ///   - teardown: The end of the implementation, if one was created. The implementation is not kept.
    ///   - location: The location of the lookup.
    /// - Returns: The error for the lookup.
    @usableFromInline
    func failure(_ error: any Error, _ teardown: Teardown?, at location: CodeLocation) -> any Error {
        let trace = pop()
        let explained = binding.explained(error, in: injector, at: location, below: outer)
        trace?.end(.failed, explained, below: outer)
        found.fail(by: owner, error.concernsOthers ? error : nil, teardown)
        Constructions.didPop(stack)
        return explained
    }

    /// Removes the frame from the thread, and records what the factory looked up.
    private func pop() -> Trace? {
        let frame = wormer_innermost(stack)
        let trace = frame.pointee.trace.map { Unmanaged<Trace>.fromOpaque($0).takeRetainedValue() }
        let recorder = frame.pointee.recorder.map { Unmanaged<Recorder>.fromOpaque($0).takeRetainedValue() }
        let task =
            frame.pointee.binding == nil
            ? frame.pointee.task.map { Unmanaged<Frame>.fromOpaque($0).takeUnretainedValue() } : nil
        wormer_pop(stack)
        if isRecording {
            wormer_watch(stack, -1)
            found.record((task?.recorder ?? recorder)?.needs ?? RecordedNeeds())
        }
        return trace
    }
}

extension Found {
    /// Records what the factory looked up, so that later lookups can take the fast path.
    func record(_ needs: RecordedNeeds) {
        binding.record(needs)
        hit.cell.withLock { $0.update() }
    }
}

extension Error {
    /// Whether the error of a construction is one for others who wait for it.
    ///
    /// What is wrong with a way to look up is none: the others look again.
    var concernsOthers: Bool {
        switch (self as? InjectionError)?.reason {
        case .needsAwaiting?, .wrongIsolation?: false
        default: !(self is CancellationError)
        }
    }
}
