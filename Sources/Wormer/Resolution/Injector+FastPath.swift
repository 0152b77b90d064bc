import CWormer

// Most requests take the fast path: the instance exists, or the request only has to call a factory. Code that depends
// on the interface is specialized in the client. This avoids every lookup, cast, retain, and allocation that the answer
// does not need.

extension Injector {
    /// Finds the binding for a word that belongs to a single key.
    ///
    /// - Returns: The binding, with the thread in a read section, or nil if the request must take the slow path.
    @usableFromInline
    func find(_ word: KeyWord) -> FoundBinding? {
        guard let thread = beginReading() else { return nil }
        var next = startingRoot
        while let root = next {
            let (binding, state, isInherited) = root.table._withUnsafeGuaranteedRef { $0.read(word) }
            guard state == AnyBinding.State.vacant else {
                // The override may have adopted the base's binding in the meantime, for its own instance.
                guard let binding, !isInherited || root.table._withUnsafeGuaranteedRef({ $0.object(at: word) }) == nil
                else {
                    break
                }
                let injector = root.pointee.injector.unsafelyUnwrapped
                return FoundBinding(state: state, binding: binding, injector: injector, thread: thread)
            }
            next = root.pointee.parent
        }
        Reader.end(thread)
        return nil
    }

    /// Finds the binding for a word that several keys may share.
    ///
    /// - Returns: The binding. The caller compares its key outside the read section, because that runs the user's `==`.
    @usableFromInline
    func findCandidate(_ word: KeyWord) -> AnyBinding? {
        guard let thread = beginReading() else { return nil }
        defer { Reader.end(thread) }
        return startingRoot?.table._withUnsafeGuaranteedRef { $0.object(at: word) }
            .map { Unmanaged<AnyBinding>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Finds the contributions to an interface, starting with the parents' contributions.
    ///
    /// - Returns: The bindings, and their injector unless they belong to several; nil if the request must take the slow
    ///   path.
    @usableFromInline
    func findContributions(
        _ interface: ObjectIdentifier
    ) -> (bindings: [AnyBinding], injector: Injector?)? {
        guard let thread = beginReading() else { return nil }
        defer { Reader.end(thread) }
        var found: (bindings: [AnyBinding], injector: Injector?) = ([], nil)
        var next = Layer.unretained == nil ? startingRoot : nil
        guard next != nil else { return nil }
        while let root = next {
            guard let list = root.table._withUnsafeGuaranteedRef({ $0.publishedContributions(to: interface) }) else {
                return nil
            }
            let own = list._withUnsafeGuaranteedRef { $0.bindings }
            if found.bindings.isEmpty {
                let injector = Unmanaged<Injector>.fromOpaque(root.pointee.injector.unsafelyUnwrapped)
                found = (own, injector.takeUnretainedValue())
            } else if !own.isEmpty {
                found = (own + found.bindings, nil)
            }
            next = root.pointee.parent
        }
        return found
    }

    /// Begins a read section, unless the requests of this thread are watched.
    @inline(__always)
    private func beginReading() -> UnsafeMutablePointer<wormer_thread>? {
        if Watchers.areThere, isWatched {
            return nil
        }
        let thread = wormer_begin_reading()
        if thread.pointee.recordings == 0 {
            return thread
        }
        Reader.end(thread)
        return nil
    }

    /// The entry point for readers, to be used in a read section.
    @inline(__always)
    private var startingRoot: UnsafePointer<RegistryRoot>? {
        if let layer = Layer.unretained {
            return layer._withUnsafeGuaranteedRef { $0.root(of: self) }
        }
        return root ?? UnsafePointer(bitPattern: wormer_main_root())
    }

    /// Whether a trace or the recorder of a task must see the requests of this task.
    private var isWatched: Bool {
        Watchers.areThere(Watchers.trace) || TaskFrame.isRecording
    }
}

extension Table {
    /// Returns the binding for a word that belongs to a single key, its state, and whether it is the base's.
    ///
    /// Without a binding, the state is `vacant`, or `empty` if there may be a binding whose instances are not visible
    /// here.
    fileprivate func read(_ word: KeyWord) -> (UnsafeRawPointer?, UInt, isInherited: Bool) {
        if let found = object(at: word) {
            return (found, wormer_load(AnyBinding.state(of: found)), false)
        }
        return base.map { $0.read(word) } ?? (nil, AnyBinding.State.vacant, false)
    }
}

extension Base {
    fileprivate func read(_ word: KeyWord) -> (UnsafeRawPointer?, UInt, isInherited: Bool) {
        guard sharesInstances else { return (nil, AnyBinding.State.empty, true) }
        let (binding, state, _) = table.read(word)
        return (binding, state, true)
    }
}

extension Binding {
    /// Constructs an instance that is not shared, and ends the read section in which the binding was found.
    ///
    /// The table keeps the binding alive until the read section ends. After that, the frame keeps the binding and the
    /// injector alive; see `DeferredRelease`.
    @inlinable
    func construct(
        in injector: UnsafeRawPointer,
        on thread: UnsafeMutablePointer<wormer_thread>,
        at location: CodeLocation
    ) throws -> P {
        let identity = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        guard !wormer_has_frame(thread, identity) else { throw cycle(in: injector, on: thread, at: location) }
        wormer_push(thread, identity, injector).storeBytes(of: location, as: CodeLocation.self)
        Reader.end(thread)
        do {
            let instance = try Unmanaged<Injector>.fromOpaque(injector)._withUnsafeGuaranteedRef { try make($0, nil) }
            wormer_pop(thread)
            ResolutionStack.didPop(thread)
            return instance
        } catch {
            throw failure(error, in: injector, on: thread, at: location)
        }
    }
}

extension AnyBinding {
    /// Ends a construction without an instance, and returns the error of the request.
    @usableFromInline
    func failure(
        _ error: any Error,
        in injector: UnsafeRawPointer,
        on thread: UnsafeMutablePointer<wormer_thread>,
        at location: CodeLocation
    ) -> any Error {
        // Until here, the frame has kept both alive.
        let (binding, injector) = (Unmanaged.passRetained(self), Unmanaged<Injector>.fromOpaque(injector).retain())
        defer {
            binding.release()
            injector.release()
        }
        wormer_pop(thread)
        ResolutionStack.didPop(thread)
        return explained(error, in: injector.takeUnretainedValue(), at: location)
    }

    /// Ends the read section, and returns the error of a request for an instance that is under construction.
    @usableFromInline
    func cycle(
        in injector: UnsafeRawPointer,
        on thread: UnsafeMutablePointer<wormer_thread>,
        at location: CodeLocation
    ) -> any Error {
        // The frame of that construction keeps both alive.
        Reader.end(thread)
        return explained(
            ResolutionError.cycle(of: self),
            in: Unmanaged<Injector>.fromOpaque(injector).takeUnretainedValue(),
            at: location
        )
    }
}

// MARK: - Requests that try the fast path

extension Injector {
    /// Returns an instance, or throws an `InjectionError`.
    @inlinable
    package func dependency<P>(_ interface: P.Type, at location: CodeLocation) throws -> P {
        guard let found = find(word(of: interface)) else { return try require(interface, nil, at: location) }
        if found.isKept {
            defer { Reader.end(found.thread) }
            return found.instance(of: interface)
        }
        if found.canConstruct {
            return try Unmanaged<Binding<P>>.fromOpaque(found.binding)._withUnsafeGuaranteedRef {
                try $0.construct(in: found.injector, on: found.thread, at: location)
            }
        }
        return try require(interface, found, at: location)
    }

    /// Returns an instance for a parameter of a factory.
    @inlinable
    func parameter<P>(_ interface: P.Type, at location: CodeLocation) throws -> P {
        guard let found = find(word(of: interface)) else {
            return try require(interface, nil, at: location, isParameter: true)
        }
        if found.isKept {
            defer { Reader.end(found.thread) }
            return found.instance(of: interface)
        }
        if found.thread.pointee.suspendable == 0, found.canConstruct {
            return try Unmanaged<Binding<P>>.fromOpaque(found.binding)._withUnsafeGuaranteedRef {
                try $0.construct(in: found.injector, on: found.thread, at: location)
            }
        }
        return try require(interface, found, at: location, isParameter: true)
    }

    /// Returns an instance for an optional identifier.
    @inlinable
    func dependency<P>(_ interface: P.Type, id: (some Hashable)?, at location: CodeLocation) throws -> P {
        guard let id else { return try dependency(interface, at: location) }
        if let instance = identified(interface, id) {
            return instance
        }
        return try require(interface, nil, Request(interface, id, at: location))
    }

    /// Returns an instance, or nil if nothing is bound.
    ///
    /// - Throws: `InjectionError` if something is bound but no instance can be constructed.
    @inlinable
    package func find<P>(_ interface: P.Type, id: (some Hashable)?, at location: CodeLocation) throws -> P? {
        guard let id else {
            let found = find(word(of: interface))
            if let found, found.isKept {
                defer { Reader.end(found.thread) }
                return found.instance(of: interface)
            }
            return try resolve(interface, found, at: location)
        }
        if let instance = identified(interface, id) {
            return instance
        }
        return try resolve(interface, nil, Request(interface, id, at: location))
    }

    /// Returns the shared instance of a binding whose identifier has the same type, or nil if the request must take the
    /// slow path.
    @inlinable
    func identified<P, ID: Hashable>(_ interface: P.Type, _ id: ID) -> P? {
        guard let binding = findCandidate(word(of: interface, hash: hashValue(of: id))),
            binding.key.interface == interface, case .identifier(let identifier)? = binding.key.qualifier,
            identifier.type == ID.self,
            unsafeDowncast(identifier, to: TypedIdentifier<ID>.self).base == id
        else {
            return nil
        }
        return binding.published(as: interface)
    }

    @inlinable
    @inline(never)
    func require<P>(
        _ interface: P.Type,
        _ found: FoundBinding?,
        at location: CodeLocation,
        isParameter: Bool = false
    ) throws -> P {
        if let found {
            if found.isWeak, let object = found.weakObject(of: interface) {
                return found.instance(of: interface, as: object)
            }
            if found.canConstructForRequest {
                return try found.instanceForRequest(of: interface, at: location)
            }
        }
        switch try begin(interface, found, at: location, isParameter: isParameter) {
        case .construct(let frame): return try frame.construct(interface, at: location)
        case .kept(let instance): return unsafeDowncast(instance, to: Instance<P>.self).value
        default:
            let request = Request(Key(interface), at: location, isParameter: isParameter)
            return try requiredAbsence(of: interface, for: request)
        }
    }

    @inlinable
    func resolve<P>(_ interface: P.Type, _ found: FoundBinding?, at location: CodeLocation) throws -> P? {
        if let found {
            if found.isWeak, let object = found.weakObject(of: interface) {
                return found.instance(of: interface, as: object)
            }
            if found.canConstructForRequest {
                return try found.instanceForRequest(of: interface, at: location)
            }
        }
        return try resolve(interface, found, Request(Key(interface), at: location))
    }
}
