import CWormer

// Synchronous lookups. The first lines of each, which find an existing instance or only have to call a factory, and
// everything else that depends on the interface are compiled into the client. What comes between does not depend on it.

extension Injector {
    /// Returns an instance, or throws an `InjectionError`.
    @inlinable
    package func dependency<P>(_ interface: P.Type, at location: CodeLocation) throws -> P {
        let cell = lockedCell(word(of: interface))
        switch cell?.state.pointee.shortcut {
        case .kept?:
            defer { cell.unsafelyUnwrapped.release() }
            // The key proves the type: a cell of `P` has only a `Binding<P>` and an `Instance<P>`.
            let instance = cell.unsafelyUnwrapped.state.pointee.slot.instance.unsafelyUnwrapped
            return unsafeDowncast(instance, to: Instance<P>.self).value
        case .transient?:
            let cell = cell.unsafelyUnwrapped
            let binding = unsafeDowncast(cell.state.pointee.binding.unsafelyUnwrapped, to: Binding<P>.self)
            let injector = cell.state.pointee.injector
            cell.release()
            return try binding.construct(in: injector, at: location)
        case .weak?, .scope?, Cell.Shortcut.none?, nil:
            if let cell, let instance = instance(takenFrom: cell) {
                return unsafeDowncast(instance, to: Instance<P>.self).value
            }
            return try require(interface, Lookup(Key(interface), at: location), in: cell)
        }
    }

    /// Returns an instance that exists, in the usual cases, and releases the lock of the cell.
    ///
    /// - Returns: The instance, or nil if the lookup must take the slow path.
    @usableFromInline
    func instance(takenFrom cell: Guarded<Cell>) -> AnyInstance? {
        let shortcut = cell.state.pointee.shortcut
        let instance = shortcut == .kept || shortcut == .weak ? cell.state.pointee.slot.instance : nil
        let binding = shortcut == .scope ? cell.state.pointee.binding : nil
        cell.release()
        guard let binding else { return shortcut == .kept ? instance : instance?.strong }
        return likelyScope(of: binding)?.instance(of: binding)
    }

    /// The innermost open scope or, where no scope is open, the one that has begun for a binding.
    private func likelyScope(of binding: AnyBinding) -> OpenedScope? {
        if let context = Context.unretained {
            return context._withUnsafeGuaranteedRef { $0.scope }
        }
        guard wormer_this_thread().pointee.count == 0 else { return nil }
        return binding.scope.flatMap { resolved.onlyBegunScope($0) }
    }

    /// Finds the cell of a bound interface or declared service, and acquires its lock.
    ///
    /// - Returns: The cell, or nil if the lookup must take the slow path.
    @usableFromInline
    @inline(never)
    func lockedCell(_ word: KeyWord) -> Guarded<Cell>? {
        assertNoLock()
        if wormer_this_thread().pointee.watchers != 0 {
            return nil
        }
        if Watchers.areThere {
            if isWatched || root == nil && Watchers.areThere(Watchers.main) {
                return nil
            }
            if let override = Context.override {
                return lockedCell(word, in: override)
            }
        }
        var next = root ?? wormer_load_main_root()?.assumingMemoryBound(to: Registry.Root.self)
        let first = next
        while let root = next {
            if let cell = root.cell(word) {
                cell.acquire()
                if cell.state.pointee.binding != nil {
                    // A binding of a parent sees only the parent, which the slow path retains.
                    if root == first || cell.state.pointee.shortcut == .kept {
                        return cell
                    }
                    cell.release()
                    return nil
                }
                cell.release()
            }
            next = root.pointee.parent
        }
        return nil
    }

    /// Performs `lockedCell(_:)` for what the override has in front of this injector.
    ///
    /// A test must see each lookup.
    private func lockedCell(_ word: KeyWord, in override: Override) -> Guarded<Cell>? {
        guard !override.isInTest, let cell = override.knownRegistry(of: resolved.home)?.root.cell(word) else {
            return nil
        }
        // The context retains the override, and that the registry.
        cell.acquire()
        if cell.state.pointee.shortcut != .none {
            return cell
        }
        cell.release()
        return nil
    }

    /// Whether nobody must see the lookups of this thread and task, which are not in an override.
    var isUnwatched: Bool {
        wormer_this_thread().pointee.watchers == 0 && (!Watchers.areThere || !isWatched && Context.override == nil)
    }

    /// Whether a trace or the recorder of a task must see the lookups of this task.
    private var isWatched: Bool {
        Watchers.areThere(Watchers.trace)
            || Watchers.areThere(Watchers.recorder) && Context.liveFrame?.recorder != nil
    }

    /// Returns an instance for an optional identifier.
    @inlinable
    func dependency<P>(_ interface: P.Type, id: (some Hashable)?, at location: CodeLocation) throws -> P {
        guard let id else { return try dependency(interface, at: location) }
        return try require(interface, Lookup(interface, id: id, at: location))
    }

    /// Returns an instance, or nil if nothing is bound.
    ///
    /// - Throws: `InjectionError` if something is bound but no instance can be constructed.
    @inlinable
    package func find<P>(_ interface: P.Type, id: (some Hashable)?, at location: CodeLocation) throws -> P? {
        if id == nil, let cell = lockedCell(word(of: interface)), let instance = instance(takenFrom: cell) {
            return unsafeDowncast(instance, to: Instance<P>.self).value
        }
        return try resolve(interface, Lookup(interface, id: id, at: location))
    }

    /// Finds or constructs an instance, or returns nil if nothing is bound and the type has no value of its own.
    @inlinable
    package func resolve<P>(_ interface: P.Type, _ lookup: Lookup) throws -> P? {
        try bound(interface, lookup) ?? absence(of: interface, for: lookup)
    }

    /// Finds or constructs an instance, or throws an error if nothing is bound.
    @inlinable
    func require<P>(_ interface: P.Type, _ lookup: Lookup, in cell: Guarded<Cell>? = nil) throws -> P {
        switch try begin(lookup, in: cell) {
        case .construct(let started): try started.construct(interface, at: lookup.location)
        case .kept(let instance): unsafeDowncast(instance, to: Instance<P>.self).value
        case .call(let binding, let injector): try binding.construct(interface, in: injector, at: lookup.location)
        case .absent: try requiredAbsence(of: interface, for: lookup)
        }
    }

    /// Returns an instance of a binding, or nil if nothing is bound.
    @inlinable
    func bound<P>(_ interface: P.Type, _ lookup: Lookup) throws -> P? {
        switch try begin(lookup) {
        case .construct(let started): try started.construct(interface, at: lookup.location)
        case .kept(let instance): unsafeDowncast(instance, to: Instance<P>.self).value
        case .call(let binding, let injector): try binding.construct(interface, in: injector, at: lookup.location)
        case .absent: nil
        }
    }

    /// What a synchronous lookup leads to.
    @usableFromInline
    enum Begun {
        case absent
        case kept(AnyInstance)
        /// Call the factory of a transient binding.
        case call(AnyBinding, Injector)
        case construct(Started)
    }

    /// Finds an instance, sleeping while another thread constructs it, or begins a construction on this thread.
    ///
    /// - Parameters:
    ///   - lookup: The lookup.
    ///   - cell: The cell that the fast path has found without an instance.
    /// - Returns: What the lookup leads to.
    /// - Throws: The reason why there is no instance, and this thread cannot construct one.
    @usableFromInline
    func begin(_ lookup: borrowing Lookup, in cell: Guarded<Cell>? = nil) throws -> Begun {
        if let cell, let started = try begin(in: cell, at: lookup.location) {
            return started
        }
        if lookup.contribution == nil, let begun = shortcut(to: lookup.key) {
            return begun
        }
        guard Watchers.areThere(Watchers.trace), let handler = Trace.handler else { return try beginUntraced(lookup) }
        let trace = Trace(of: copy lookup, to: handler)
        do {
            let begun = try beginUntraced(lookup)
            switch begun {
            case .construct(let started): started.setTrace(trace)
            case .absent: trace.end(.notBound)
            case .kept, .call: trace.end(.cached)
            }
            return begun
        } catch {
            trace.end(.failed, error)
            throw error
        }
    }

    /// Performs `lockedCell(_:)` for a key with an identifier, or for a main injector that may be replaced meanwhile.
    private func shortcut(to key: borrowing Key) -> Begun? {
        guard key.qualifier != nil || root == nil && Watchers.areThere(Watchers.main), isUnwatched else { return nil }
        let first = resolved
        var next: Injector? = first
        while let injector = next {
            if let holder = injector.home.holder(of: copy key) {
                let (binding, shortcut, instance) = holder.cell.withLock { ($0.binding, $0.shortcut, $0.slot.instance) }
                if let binding {
                    switch shortcut {
                    case .kept: return instance.map { .kept($0) }
                    case .transient where injector === first && binding.key.declaration == nil:
                        return .call(binding, first)
                    default: return nil
                    }
                }
            }
            next = injector.parent
        }
        return nil
    }

    /// Begins the construction of an instance of an open scope, in the usual cases.
    private func begin(in cell: Guarded<Cell>, at location: CodeLocation) throws -> Begun? {
        guard let binding = cell.withLock({ $0.shortcut == .scope ? $0.binding : nil }),
            let open = likelyScope(of: binding), open.scope == binding.scope,
            !open.endsSynchronously || !binding.hasAsyncEnd
        else {
            return nil
        }
        let injector = resolved
        let hit = Hit(binding: binding, cell: cell, owner: injector)
        return try begin(Found(hit, in: injector, .cache(open)), location)
    }

    private func beginUntraced(_ lookup: borrowing Lookup) throws -> Begun {
        while true {
            guard let found = try find(lookup, below: nil) else { return .absent }
            if let begun = try begin(found, lookup.location) {
                return begun
            }
        }
    }

    /// Begins the construction of what was found, unless there is an instance.
    ///
    /// - Returns: What the lookup leads to, or nil if it must look again.
    private func begin(_ found: Found, _ location: CodeLocation) throws -> Begun? {
        let next: Found.Next
        do {
            next = try found.begin(at: location, below: nil)
        } catch {
            throw found.binding.explained(error, in: found.injector, at: location, below: nil)
        }
        switch next {
        case .kept(let instance): return .kept(instance)
        case .construct(let started): return .construct(started)
        case .lookAgain: return nil
        case .wait(let construction):
            do {
                return try construction.wait(at: location).map { .kept($0) }
            } catch {
                try found.binding.checkAwaited(error, in: found.injector, at: location, below: nil)
                return nil
            }
        }
    }
}

// MARK: - Calling a factory

extension Binding {
    /// Constructs an instance that is not shared, on the fast path.
    ///
    /// The caller retains the binding, and whoever looks something up retains the injector.
    @inlinable
    func construct(in injector: UnsafeRawPointer, at location: CodeLocation) throws -> P {
        let stack = wormer_this_thread()
        let identity = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        guard !wormer_is_constructing(stack, identity) else { throw cycle(in: injector, at: location) }
        wormer_push(stack, identity, injector).storeBytes(of: location, as: CodeLocation.self)
        do {
            let instance = try Unmanaged<Injector>.fromOpaque(injector)._withUnsafeGuaranteedRef { try make($0) }
            wormer_pop(stack)
            Constructions.didPop(stack)
            return instance
        } catch {
            wormer_pop(stack)
            Constructions.didPop(stack)
            throw explained(error, in: injector, at: location)
        }
    }
}

extension AnyBinding {
    /// Constructs an instance of a declared service with a function that comes with the lookup, on the fast path.
    ///
    /// - Returns: The instance, or nil if this construction is already under way.
    @inlinable
    final func construct<P>(in injector: UnsafeRawPointer, by make: () -> P) -> P? {
        let stack = wormer_this_thread()
        let identity = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        guard !wormer_is_constructing(stack, identity) else { return nil }
        wormer_push(stack, identity, injector).storeBytes(of: location, as: CodeLocation.self)
        let instance = make()
        wormer_pop(stack)
        Constructions.didPop(stack)
        return instance
    }

    /// Constructs an instance of a transient binding.
    @inlinable
    func construct<P>(_ interface: P.Type, in injector: Injector, at location: CodeLocation) throws -> P {
        let binding = unsafeDowncast(self, to: Binding<P>.self)
        return try withExtendedLifetime(injector) {
            try binding.construct(in: UnsafeRawPointer(Unmanaged.passUnretained(injector).toOpaque()), at: location)
        }
    }

    @usableFromInline
    func cycle(in injector: UnsafeRawPointer, at location: CodeLocation) -> any Error {
        explained(LookupError.cycle(of: self), in: injector, at: location)
    }

    @usableFromInline
    func explained(_ error: any Error, in injector: UnsafeRawPointer, at location: CodeLocation) -> any Error {
        let injector = Unmanaged<Injector>.fromOpaque(injector).takeUnretainedValue()
        return explained(error, in: injector, at: location, below: nil)
    }
}

extension Started {
    /// Constructs the instance with the binding's factory.
    @inlinable
    func construct<P>(_ interface: P.Type, at location: CodeLocation) throws -> P {
        try unsafeDowncast(binding, to: Binding<P>.self).construct(self, at: location)
    }
}

extension Binding {
    /// Constructs an instance on this thread, after its construction has begun.
    @inlinable
    func construct(_ started: Started, at location: CodeLocation) throws -> P {
        try construct(started, at: location) { teardown in
            isPlain ? try make(started.injector) : try complete(for: started.injector, &teardown, make)
        }
    }

    /// Constructs an instance with a function.
    @inlinable
    func construct(
        _ started: Started,
        at location: CodeLocation,
        by make: (inout Teardown?) throws -> P
    ) throws -> P {
        var teardown: Teardown?
        do {
            let instance =
                if let context = started.context() {
                    try context.run { try make(&teardown) }
                } else {
                    try make(&teardown)
                }
            if started.isRecording {
                record(type(of: instance as Any))
            }
            if started.isShared {
                started.finish(isWeak ? try weakReference(to: instance) : box(instance, teardown))
            } else {
                started.finish(nil)
            }
            return instance
        } catch {
            throw started.failure(error, teardown, at: location)
        }
    }
}
