import CWormer

/// The binding that a request found, which is there while the thread is marked as a reader.
///
/// Each of its functions ends the reading.
@usableFromInline
package struct Finding {
    /// The binding's state, see `AnyBinding.State`.
    @usableFromInline let state: UInt
    @usableFromInline let binding: UnsafeRawPointer
    /// The injector in which the binding is registered.
    @usableFromInline let injector: UnsafeRawPointer
    @usableFromInline let thread: UnsafeMutablePointer<wormer_thread>

    /// Whether the shared instance is there; a weak one may go.
    var hasInstance: Bool {
        Reader.end(thread)
        return AnyBinding.isAddress(state)
    }

    /// The shared instance; nil where the request has to look closer.
    @inlinable
    @inline(__always)
    func keptInstance<P>(of interface: P.Type) -> P? {
        defer { Reader.end(thread) }
        return isKept ? instance(of: interface) : nil
    }

    /// Whether a slot keeps the shared instance.
    @inlinable var isKept: Bool {
        AnyBinding.isAddress(state) && state & 1 == 0
    }

    /// Whether the factory has only to be called, here.
    @inlinable
    @inline(__always)
    var canConstruct: Bool {
        state == AnyBinding.State.transient.rawValue
            || state == AnyBinding.State.mainActorTransient.rawValue && wormer_is_on_main_queue()
    }

    /// Whether the factory has only to be called, here, for an instance that the outermost request of this thread
    /// shares.
    @usableFromInline var canConstructForRequest: Bool {
        state == AnyBinding.State.resolution.rawValue && thread.pointee.suspendable == 0 && Layer.unretained == nil
            && TaskFrame.current == nil
    }

    /// The shared instance, which a slot keeps.
    @inlinable
    @inline(__always)
    func instance<P>(of interface: P.Type) -> P {
        // The key proves the type: a `Binding<P>` is registered under a key of `P` and nothing else; here as below.
        UnsafePointer<P>(bitPattern: state).unsafelyUnwrapped.pointee
    }

    /// The shared instance that is kept weakly, by an open scope or for the outermost request; nil where the request
    /// has to look closer.
    ///
    /// The reading ends if there is one, and goes on otherwise.
    ///
    /// - Throws: `InjectionError`.
    @inlinable
    @inline(never)
    func sharedInstance<P>(of interface: P.Type, at location: CodeLocation) throws -> P? {
        if !AnyBinding.isAddress(state), let slot = keptSlot() {
            // What is released now may run a `deinit`.
            Reader.end(thread)
            return unsafeDowncast(slot, to: Slot<P>.self).value
        }
        if canConstructForRequest {
            let binding = Unmanaged<Binding<P>>.fromOpaque(binding).takeUnretainedValue()
            let instance = try binding.construct(in: injector, on: thread, at: location)
            if let cache = binding.cacheToShare(on: thread) {
                cache.keep(Slot(holding: instance, lock: cache), for: binding)
            }
            return instance
        }
        guard state & 1 == 1, AnyBinding.isAddress(state) else {
            return nil
        }
        let reference = Unmanaged<WeakInstance>.fromOpaque(UnsafeRawPointer(bitPattern: state & ~1).unsafelyUnwrapped)
        guard let instance = reference._withUnsafeGuaranteedRef({ $0.instance(of: interface) }) else {
            return nil
        }
        Reader.end(thread)
        return instance
    }

    /// The slot in which an open scope or the outermost request keeps the instance; nil inside an override, where the
    /// binding may be that of the base.
    @usableFromInline
    @inline(never)
    func keptSlot() -> InstanceSlot? {
        guard Layer.unretained == nil else {
            return nil
        }
        return Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef { binding in
            switch binding.lifetime {
            case .scope(let scope):
                OpenScope.innermost(scope)?._withUnsafeGuaranteedRef { $0.keptSlot(for: binding) }
            case .resolution: ResolutionStack.current.existingCache?.keptSlot(for: binding)
            case .transient, .singleton, .weak: nil
            }
        }
    }

    /// Constructs an instance with a function that comes with the request; nil if that is under way already.
    @inlinable
    @inline(__always)
    func construct<P>(by make: () -> P) -> P? {
        guard !wormer_has_frame(thread, binding) else {
            Reader.end(thread)
            return nil
        }
        // The binding has the place of the declaration.
        _ = wormer_push(thread, binding, nil)
        Reader.end(thread)
        let instance = make()
        wormer_pop(thread)
        ResolutionStack.didPop(thread)
        return instance
    }

    /// Whether the binding is registered in an injector itself, rather than in a parent.
    @inlinable
    @inline(__always)
    func isOf(_ asked: Injector) -> Bool {
        injector == UnsafeRawPointer(Unmanaged.passUnretained(asked).toOpaque())
    }

    /// The binding and its injector, retained; nil inside an override, where the binding may be that of the base.
    func takeOwn() -> (AnyBinding, Injector)? {
        defer { Reader.end(thread) }
        guard Layer.unretained == nil else {
            return nil
        }
        return (
            Unmanaged<AnyBinding>.fromOpaque(binding).takeUnretainedValue(),
            Unmanaged<Injector>.fromOpaque(injector).takeUnretainedValue()
        )
    }
}

extension Request {
    /// Not part of its caller, below whose frame the identifier would stay while an instance is constructed.
    @inlinable
    @inline(never)
    init(_ interface: Any.Type, _ id: some Hashable, at location: CodeLocation) {
        self.init(Key(interface, .identifier(TypedIdentifier(id))), at: location)
    }

    /// As above, for what may have an identifier.
    @inlinable
    @inline(never)
    package init(_ interface: Any.Type, id: (some Hashable)?, at location: CodeLocation) {
        self.init(Key(interface, id.map { .identifier(TypedIdentifier($0)) }), at: location)
    }
}
