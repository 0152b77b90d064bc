import CWormer

extension AnyBinding {
    /// The way in which the fast path can answer a request.
    ///
    /// Any other value is the address of the shared instance, or one more than the address of a `WeakInstance`.
    @usableFromInline
    enum State: UInt {
        case unknown
        /// Each request constructs an instance, on any thread, and needs no recording.
        case transient
        case vacant
        /// Like `transient`, but on the main actor.
        case mainActorTransient
        /// Like `transient`, but the outermost request shares the instance.
        case resolution
    }

    /// Returns whether a state is an address.
    @inlinable @inline(__always)
    static func isAddress(_ state: UInt) -> Bool {
        state > State.resolution.rawValue
    }

    /// Returns the address of a binding's state.
    @inlinable @inline(__always)
    static func state(of binding: UnsafeRawPointer) -> UnsafeMutablePointer<UInt> {
        firstProperty(of: binding, as: UInt.self)
    }

    final var stateAddress: UnsafeMutablePointer<UInt> {
        AnyBinding.state(of: Unmanaged.passUnretained(self).toOpaque())
    }

    final func state(is state: State) -> Bool {
        wormer_load(stateAddress) == state.rawValue
    }

    /// Returns the shared instance as the binding's interface, or nil if the request must take the slow path.
    @inlinable
    final func published<P>(as interface: P.Type) -> P? {
        let state = wormer_load(AnyBinding.state(of: Unmanaged.passUnretained(self).toOpaque()))
        guard AnyBinding.isAddress(state), state & 1 == 0 else {
            return nil
        }
        // The caller retains the binding, which retains its slot.
        return withExtendedLifetime(self) { UnsafePointer<P>(bitPattern: state).unsafelyUnwrapped.pointee }
    }

    final func setState(_ state: State) {
        wormer_store(stateAddress, state.rawValue)
    }

    /// Publishes the instance in the slot to readers.
    final func publish(_ instance: UnsafeRawPointer) {
        wormer_store(stateAddress, UInt(bitPattern: instance))
    }

    /// Publishes the weak instance of the slot to readers.
    final func publish(_ instance: WeakInstance) {
        wormer_store(stateAddress, UInt(bitPattern: Unmanaged.passUnretained(instance).toOpaque()) | 1)
    }

    /// Publishes to readers that a request only has to call the factory, once the factory's requests are recorded.
    final func publishFactory() {
        // A declared service that is a stand-in has its own factory, which readers must not call.
        guard isRecorded, !isUnimplemented else {
            return
        }
        let mayNeedAwaiting = factory?.mayNeedAwaiting ?? false
        switch lifetime {
        case .transient where !mayNeedAwaiting:
            setState(.transient)
        case .transient where factory?.isolation === MainActor.shared && factory?.isAsynchronous == false:
            setState(.mainActorTransient)
        case .resolution where !mayNeedAwaiting:
            setState(.resolution)
        default:
            break
        }
    }
}
