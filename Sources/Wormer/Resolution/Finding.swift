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
        return state > AnyBinding.State.mainActorTransient.rawValue
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
        state > AnyBinding.State.mainActorTransient.rawValue && state & 1 == 0
    }

    /// Whether the factory has only to be called, here.
    @inlinable
    @inline(__always)
    var canConstruct: Bool {
        state == AnyBinding.State.transient.rawValue
            || state == AnyBinding.State.mainActorTransient.rawValue && wormer_is_on_main_queue()
    }

    /// The shared instance, which a slot keeps.
    @inlinable
    @inline(__always)
    func instance<P>(of interface: P.Type) -> P {
        // The key proves the type: a `Binding<P>` is registered under a key of `P` and nothing else; here as below.
        UnsafePointer<P>(bitPattern: state).unsafelyUnwrapped.pointee
    }

    /// The shared instance that is kept weakly, nil if it is gone; the reading goes on.
    @inlinable
    @inline(never)
    func weakInstance<P>(of interface: P.Type) -> P? {
        guard state & 1 == 1, state > AnyBinding.State.mainActorTransient.rawValue else {
            return nil
        }
        let reference = Unmanaged<WeakInstance>.fromOpaque(UnsafeRawPointer(bitPattern: state & ~1).unsafelyUnwrapped)
        return reference._withUnsafeGuaranteedRef { $0.instance(of: interface) }
    }

    /// Constructs an instance with a function that comes with the request; nil if that is under way already.
    @inlinable
    @inline(__always)
    func construct<P>(by make: () -> P) -> P? {
        guard !wormer_has_frame(thread, binding) else {
            Reader.end(thread)
            return nil
        }
        wormer_push(thread, binding, nil)
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
