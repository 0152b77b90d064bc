import CWormer

// Synchronous lookups. The first lines of each, which find an existing instance or only have to call a factory, and
// everything else that depends on the interface are compiled into the client. Nothing in between does.

extension Injector {
    /// Returns an instance, or throws an `InjectionError`.
    @inlinable
    package func dependency<P>(_ interface: P.Type, at location: CodeLocation) throws -> P {
        let cell = lockedCell(word(of: interface))
        switch cell?.state.pointee.shortcut {
        case .kept?:
            defer { cell.unsafelyUnwrapped.release() }
            // The key proves the type: a cell of `P` has only a `FactoryBinding<P>` and an `Instance<P>`.
            let instance = cell.unsafelyUnwrapped.state.pointee.slot.instance.unsafelyUnwrapped
            return unsafeDowncast(instance, to: Instance<P>.self).value
        case .transient?,
            .onMainActor? where wormer_is_on_main_actor():
            let cell = cell.unsafelyUnwrapped
            let binding = cell.state.pointee.binding.unsafelyUnwrapped
            let injector = cell.state.pointee.injector
            cell.release()
            return try binding.construct(interface, in: injector, at: location)
        case .onMainActor?, .first?, .weak?, .cache?, Cell.Shortcut.none?, nil:
            let instance = try instance(in: cell, of: interface, at: location)
            return unsafeDowncast(instance, to: Instance<P>.self).value
        }
    }

    /// Returns an instance that exists, in the usual cases, and releases the lock of the cell.
    ///
    /// - Returns: The instance, or nil if the lookup must take the slow path.
    @usableFromInline
    func instance(takenFrom cell: Guarded<Cell>) -> AnyInstance? {
        let shortcut = cell.state.pointee.shortcut
        let instance = shortcut == .kept || shortcut == .weak ? cell.state.pointee.slot.instance : nil
        let binding = shortcut == .cache ? cell.state.pointee.binding : nil
        cell.release()
        guard let binding else { return shortcut == .kept ? instance : instance?.strong }
        if let open = Context.scope {
            return open?._withUnsafeGuaranteedRef { $0.instance(of: binding) }
        }
        return likelyBegunScope(of: binding)?.instance(of: binding)
    }

    /// Returns an instance that is not just in the cell, and releases the lock of the cell.
    ///
    /// - Parameters:
    ///   - cell: The cell of the interface, or nil if the lookup must take the slow path.
    ///   - interface: The interface.
    ///   - location: The location of the lookup.
    /// - Returns: The instance.
    /// - Throws: The error for the lookup.
    @usableFromInline
    func instance(in cell: Guarded<Cell>?, of interface: Any.Type, at location: CodeLocation) throws -> AnyInstance {
        if let cell, let instance = try instance(existingOrNewIn: cell, at: location, by: Injector.make) {
            return instance
        }
        return try require(Lookup(Key(interface), at: location))
    }

    /// Returns an instance that exists, or creates one in the usual cases, and releases the lock of the cell.
    ///
    /// - Returns: The instance, or nil if the lookup must take the slow path.
    @inline(__always)
    func instance(existingOrNewIn cell: Guarded<Cell>, at location: CodeLocation, by make: Maker) throws -> AnyInstance?
    {
        switch cell.state.pointee.shortcut {
        case .first: try firstInstance(of: cell, at: location, by: make)
        case .cache: try instance(sharedIn: cell, at: location, by: make)
        default: instance(takenFrom: cell)
        }
    }

    /// Returns the instance that a scope or the outermost lookup shares, and releases the lock of the cell.
    ///
    /// - Returns: The instance, or nil if the lookup must take the slow path.
    @inline(__always)
    func instance(
        sharedIn cell: Guarded<Cell>,
        at location: CodeLocation,
        by make: Maker
    ) throws -> AnyInstance? {
        let binding = cell.state.pointee.binding.unsafelyUnwrapped
        cell.release()
        guard binding.isHolder else { return try instance(of: binding, in: nil, cell, location, make) }
        if let open = Context.scope {
            return try open?._withUnsafeGuaranteedRef { try instance(of: binding, in: $0, cell, location, make) }
        }
        return try instance(of: binding, in: likelyBegunScope(of: binding), cell, location, make)
    }

    /// Returns the instance that an open scope or, if that is nil, the outermost lookup shares.
    ///
    /// - Returns: The instance, or nil if the lookup must take the slow path.
    private func instance(
        of binding: Binding,
        in open: OpenedScope?,
        _ cell: Guarded<Cell>,
        _ location: CodeLocation,
        _ make: Maker
    ) throws -> AnyInstance? {
        if let instance = open?.instance(of: binding) {
            return instance
        }
        var claimed: Found?
        if let instance = try claim(binding, in: open, cell, location, &claimed) {
            return instance
        }
        return try claimed.map { try wormer_this_thread().construct($0, recordingIn: nil, at: location, by: make) }
    }

    /// Claims the slot of an instance that a scope or the outermost lookup shares, unless there is one.
    ///
    /// - Parameters:
    ///   - binding: The binding.
    ///   - open: The open scope that keeps the instance, or nil if the outermost lookup does.
    ///   - cell: The cell of the binding.
    ///   - location: The location of the lookup.
    ///   - claimed: Set to what was found if its slot is claimed.
    /// - Returns: The instance if there is one.
    /// - Throws: The reason why this thread cannot construct the instance.
    @inline(never)
    private func claim(
        _ binding: Binding,
        in open: OpenedScope?,
        _ cell: Guarded<Cell>,
        _ location: CodeLocation,
        _ claimed: inout Found?
    ) throws -> AnyInstance? {
        // In an override, the cell is one of the override, which the context keeps.
        let injector = resolved
        let keeper: (any InstanceKeeper)?
        if binding.isHolder {
            guard let open, open.scope == binding.scope, !open.endsSynchronously || !binding.hasAsyncEnd else {
                return nil
            }
            keeper = open
        } else {
            keeper = EnclosingConstructions.cache(for: injector, below: nil)
        }
        let hit = Hit(binding: binding, holder: Holder(cell, keptBy: injector))
        return try Found(hit, in: injector, keptBy: keeper).claimOrWait(at: location, &claimed)
    }

    /// The scope that has begun for a binding, if the current task has no context and the thread constructs nothing.
    private func likelyBegunScope(of binding: Binding) -> OpenedScope? {
        guard ThreadFrame.innermost == nil, case .scope(let scope) = binding.lifetime else { return nil }
        return onlyBegunScope(scope)
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
        return Watchers.areThere() ? watchedCell(word) : boundCell(word, from: firstRoot)
    }

    /// Performs `lockedCell(_:)` while there may be a reason for the slow path.
    @inline(never)
    private func watchedCell(_ word: KeyWord) -> Guarded<Cell>? {
        isWatched ? nil : Override.lockedCell(word, of: self) ?? boundCell(word, from: firstRoot)
    }

    /// Finds the cell in a registry or in those of its parents.
    @inline(__always)
    private func boundCell(_ word: KeyWord, from root: UnsafeMutablePointer<Registry.Root>?) -> Guarded<Cell>? {
        let first = firstRoot
        var next = root
        while let root = next {
            if let cell = root.cell(word) {
                cell.acquire()
                // A binding of a parent sees only the parent, which the slow path retains.
                let isFound = root == first || cell.state.pointee.shortcut == .kept
                return isFound && cell.state.pointee.binding != nil ? cell : boundCell(word, behind: cell, of: root)
            }
            next = root.pointee.parent
        }
        return nil
    }

    /// Releases the lock of a cell and, if that has no binding, finds the cell in the registries of the parents.
    @inline(never)
    private func boundCell(
        _ word: KeyWord,
        behind cell: Guarded<Cell>,
        of root: UnsafeMutablePointer<Registry.Root>
    ) -> Guarded<Cell>? {
        let isBound = cell.state.pointee.binding != nil
        cell.release()
        return isBound ? nil : boundCell(word, from: root.pointee.parent)
    }

    /// Whether nobody must see the lookups of this thread and task, which are not in an override.
    var isUnwatched: Bool {
        wormer_this_thread().pointee.watchers == 0 && (!Watchers.areThere() || !isWatched && !Override.isCurrent)
    }

    /// Whether a trace or the recorder of a task must see the lookups of this task, or the main injector must be found.
    private var isWatched: Bool {
        Watchers.areThere(Watchers.trace) || root == nil && Main.wasReplaced
            || Watchers.areThere(Watchers.recorder) && Context.liveFrame?.recorder != nil
    }

    /// Returns an instance, or nil if nothing is bound.
    ///
    /// - Throws: `InjectionError` if something is bound but no instance can be constructed.
    @inlinable
    package func find<P>(_ interface: P.Type, id: (some Hashable)?, at location: CodeLocation) throws -> P? {
        if id == nil, let cell = lockedCell(word(of: interface)), let instance = instance(takenFrom: cell) {
            return unsafeDowncast(instance, to: Instance<P>.self).value
        }
        return try resolve(Lookup(interface, id: id, at: location)).map {
            unsafeDowncast($0, to: Instance<P>.self).value
        }
    }

    /// Finds or constructs an instance, or throws an error if nothing is bound.
    @usableFromInline
    func require(_ lookup: Lookup) throws -> AnyInstance {
        guard let instance = try resolve(lookup) else { throw notBound(lookup, below: nil) }
        return instance
    }

    /// Finds or constructs an instance, or returns nil if nothing is bound and the type has no value of its own.
    @usableFromInline
    @inline(never)
    func resolve(_ lookup: Lookup) throws -> AnyInstance? {
        try answer(lookup) ?? compose(lookup)
    }

    /// Returns the value of a type that is not bound, or nil if it has none.
    @inline(never)
    private func compose(_ lookup: Lookup) throws -> AnyInstance? {
        guard let parts = parts(of: lookup.key) else { return nil }
        return box((try instances(of: parts, at: lookup.location), parts, lookup.key, self))
    }

    /// Creates an instance of a binding in the injector in which it is registered, and sets the end that must run even
    /// if the function throws.
    typealias Maker = (Binding, Injector, inout Teardown?) throws -> AnyInstance

    /// Creates an instance with the factory of the binding.
    @inline(never)
    static func make(_ binding: Binding, in injector: Injector, _ teardown: inout Teardown?) throws -> AnyInstance {
        try binding.isPlain ? binding.make(in: injector) : binding.make(in: injector, &teardown)
    }

    /// Finds an instance, sleeping while another thread constructs it, or constructs it on this thread.
    ///
    /// - Parameters:
    ///   - lookup: The lookup.
    ///   - hit: The binding in this injector, if the caller has found or inserted it.
    ///   - make: Creates the instance.
    /// - Returns: The box of the instance, or nil if nothing is bound, or the caller must find the binding again.
    /// - Throws: The reason why there is no instance, and this thread cannot construct one.
    func answer(_ lookup: borrowing Lookup, at hit: Hit? = nil, by make: Maker = make) throws -> AnyInstance? {
        if Watchers.areThere(Watchers.trace), let trace = Trace(of: copy lookup, isAwaited: false) {
            return try answer(copy lookup, at: hit, by: make, in: trace)
        }
        var claimed: Found?
        return try findOrConstruct(lookup, at: hit, by: make, &claimed)
    }

    /// Performs `answer(_:at:by:)` for a lookup that is traced.
    @inline(never)
    private func answer(_ lookup: Lookup, at hit: Hit?, by make: Maker, in trace: Trace) throws -> AnyInstance? {
        var claimed: Found?
        do {
            let instance = try trace.context.run { try findOrConstruct(lookup, at: hit, by: make, &claimed) }
            // A caller that has found the binding finds it again.
            if instance != nil || hit == nil {
                trace.end(claimed != nil ? .created : instance != nil ? .cached : .notBound, of: claimed?.binding)
            }
            return instance
        } catch {
            trace.end(.failed, error, of: claimed?.binding)
            throw error
        }
    }

    /// Finds an instance, or constructs the one whose slot it claims.
    @inline(__always)
    private func findOrConstruct(
        _ lookup: borrowing Lookup,
        at hit: Hit?,
        by make: Maker,
        _ claimed: inout Found?
    ) throws -> AnyInstance? {
        if let instance = try findOrClaim(lookup, at: hit, &claimed) {
            return instance
        }
        return try claimed.map {
            try wormer_this_thread().construct($0, recordingIn: $0.cellToLearn, at: lookup.location, by: make)
        }
    }

    /// Finds an instance, or claims the slot in which it will be.
    ///
    /// - Returns: The instance; nil if `claimed` is set, nothing is bound, or the caller must find the binding again.
    @inline(never)
    private func findOrClaim(
        _ lookup: borrowing Lookup,
        at hit: Hit?,
        _ claimed: inout Found?
    ) throws -> AnyInstance? {
        // Found once: another thread may replace the main injector meanwhile.
        let injector = resolved
        if let instance = try injector.shortcut(to: lookup, at: hit) {
            return instance
        }
        while claimed == nil, let found = try injector.find(lookup, below: nil, at: hit) {
            if let instance = try found.claimOrWait(at: lookup.location, &claimed) {
                return instance
            }
            if hit != nil {
                break
            }
        }
        return nil
    }
}
