import CWormer

/// The binding that a request found.
///
/// It is valid while the thread is in a read section, which a method ends unless it says otherwise.
@usableFromInline
package struct FoundBinding {
    /// The binding's state; see `AnyBinding.State`.
    @usableFromInline let state: UInt
    @usableFromInline let binding: UnsafeRawPointer
    /// The injector in which the binding is registered.
    @usableFromInline let injector: UnsafeRawPointer
    @usableFromInline let thread: UnsafeMutablePointer<wormer_thread>

    /// Returns the shared instance, or nil if the request must take the slow path.
    @inlinable
    func keptInstance<P>(of interface: P.Type) -> P? {
        defer { Reader.end(thread) }
        return isKept ? instance(of: interface) : nil
    }

    /// Whether a slot keeps the shared instance.
    @inlinable var isKept: Bool {
        AnyBinding.State.isKept(state)
    }

    /// Whether the request only has to call the factory on this thread.
    @inlinable
    var canConstruct: Bool {
        state == AnyBinding.State.transient
            || state == AnyBinding.State.mainActorTransient && wormer_is_on_main_actor()
    }

    /// Whether the request only has to call the factory on this thread, for an instance that the thread's outermost
    /// request shares.
    @usableFromInline var canConstructForRequest: Bool {
        state == AnyBinding.State.resolution && thread.pointee.suspendable == 0 && Layer.unretained == nil
            && TaskFrame.current == nil
    }

    /// Returns the shared instance that a slot keeps.
    @inlinable
    func instance<P>(of interface: P.Type) -> P {
        // The key proves the type: a `Binding<P>` is only registered under a key of `P`. The same applies below.
        value(inBoxAt: state, of: interface).pointee
    }

    /// Whether the shared instance is held weakly.
    @inlinable var isWeak: Bool {
        AnyBinding.State.isWeak(state)
    }

    /// Returns the object of the shared instance that is held weakly, or nil if it was released.
    ///
    /// The read section continues.
    @inlinable
    func weakObject<P>(of interface: P.Type) -> AnyObject? {
        weakReference(of: interface)._withUnsafeGuaranteedRef { $0.object }
    }

    /// Returns the shared instance that is held weakly, and ends the read section.
    @inlinable
    func instance<P>(of interface: P.Type, as object: AnyObject) -> P {
        // The caller releases the object later, which may run a `deinit`.
        defer { Reader.end(thread) }
        return weakReference(of: interface)._withUnsafeGuaranteedRef { $0.instance(as: object) }
    }

    @inlinable
    func weakReference<P>(of interface: P.Type) -> Unmanaged<WeakInstance<P>> {
        .fromOpaque(AnyBinding.State.address(in: state))
    }

    /// The instance that the thread's outermost request shares, if it exists.
    @usableFromInline var instanceForRequest: AnyInstance? {
        Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef {
            ResolutionStack.current.existingCache?.instance(of: $0)
        }
    }

    /// Returns the instance that the thread's outermost request shares, and constructs it if necessary.
    @inlinable
    func instanceForRequest<P>(of interface: P.Type, at location: CodeLocation) throws -> P {
        if let kept = instanceForRequest {
            // End the read section first: the releases that follow may run a `deinit`.
            Reader.end(thread)
            return unsafeDowncast(kept, to: Instance<P>.self).value
        }
        let binding = Unmanaged<Binding<P>>.fromOpaque(binding).takeUnretainedValue()
        let instance = try binding.construct(in: injector, on: thread, at: location)
        if let cache = ResolutionStack.cacheToShare {
            cache.keep(Instance(instance), for: binding)
        }
        return instance
    }

    /// The open scope that keeps the instance, unless this needs further checks.
    ///
    /// The read section continues. The caller ends it before it releases the scope, which may run a `deinit`.
    var openScope: Unmanaged<ScopeInstances>? {
        // In an override, the binding may belong to the base.
        guard state == AnyBinding.State.empty, Layer.unretained == nil else { return nil }
        return Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef { binding in
            guard case .scope(let scope) = binding.lifetime else { return nil }
            return Unmanaged<Injector>.fromOpaque(injector)._withUnsafeGuaranteedRef {
                (try? ScopeInstances.find(scope, for: $0)).map { .passRetained($0) }
            }
        }
    }

    /// Finds the instance in an open scope, or begins its construction there, and ends the read section.
    ///
    /// - Parameters:
    ///   - open: The scope, which the caller has retained.
    ///   - location: The location of the request.
    ///   - isParameter: Whether the request is for a factory's parameter.
    /// - Returns: The step, or nil if the request needs further checks or must wait.
    @inline(__always)
    func step(in open: Unmanaged<ScopeInstances>, at location: CodeLocation, isParameter: Bool) -> Step? {
        let binding = Unmanaged<AnyBinding>.fromOpaque(binding)
        let claim = binding._withUnsafeGuaranteedRef { binding in
            open._withUnsafeGuaranteedRef { $0.claim(for: binding, on: thread) }
        }
        if case .own? = claim {
            defer { Reader.end(thread) }
            let frame = ThreadFrame(
                beginOn: thread,
                binding,
                for: Unmanaged.fromOpaque(injector),
                isRetaining: false,
                in: .fromOpaque(open.toOpaque()),
                isShared: true,
                maySuspend: isParameter,
                at: location
            )
            return .construct(frame)
        }
        // The read section ends before anything is released.
        Reader.end(thread)
        open.release()
        if case .kept(let instance)? = claim {
            return .kept(instance)
        }
        return nil
    }

    /// Constructs an instance with a function of the request, or returns nil if this construction is already under way.
    @inlinable
    func construct<P>(by make: () -> P) -> P? {
        guard !wormer_has_frame(thread, binding) else {
            Reader.end(thread)
            return nil
        }
        // The frame needs no location, because the binding has the location of the declaration.
        _ = wormer_push(thread, binding, injector)
        Reader.end(thread)
        let instance = make()
        wormer_pop(thread)
        ResolutionStack.didPop(thread)
        return instance
    }

    /// Returns whether the binding is registered in `asked` itself, and not in a parent.
    @inlinable
    func isOf(_ asked: Injector) -> Bool {
        injector == UnsafeRawPointer(Unmanaged.passUnretained(asked).toOpaque())
    }
}

extension Request {
    /// Creates a request with an identifier.
    ///
    /// This initializer is not inlined: otherwise the identifier would stay in the caller's stack frame while an
    /// instance is constructed.
    @inlinable
    @inline(never)
    init(_ interface: Any.Type, _ id: some Hashable, at location: CodeLocation) {
        self.init(Key(interface, .identifier(TypedIdentifier(id))), at: location)
    }

    /// Creates a request with an optional identifier.
    @inlinable
    @inline(never)
    package init(_ interface: Any.Type, id: (some Hashable)?, at location: CodeLocation) {
        self.init(Key(interface, id.map { .identifier(TypedIdentifier($0)) }), at: location)
    }
}
