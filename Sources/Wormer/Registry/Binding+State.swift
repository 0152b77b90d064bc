import CWormer

extension AnyBinding {
    /// How a request may be answered without looking closer.
    ///
    /// Any other value is the address of the shared instance, or, one more than an address, that of a `WeakInstance`.
    @usableFromInline
    enum State: UInt {
        case unknown
        /// Each request constructs an instance, on any thread, and nothing about that is left to record.
        case transient
        case vacant
        /// As `transient`, on the main actor.
        case mainActorTransient
        /// As `transient`, where the outermost request shares the instance.
        case resolution
    }

    /// Whether a state is an address.
    @inlinable @inline(__always)
    static func isAddress(_ state: UInt) -> Bool {
        state > State.resolution.rawValue
    }

    /// The address of the state of a binding.
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

    /// The shared instance, for the interface of the binding; nil where a request has to look closer.
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

    /// Shows readers the instance that the slot keeps.
    final func publish(_ instance: UnsafeRawPointer) {
        wormer_store(stateAddress, UInt(bitPattern: instance))
    }

    /// Shows readers that the slot has a weak instance.
    final func publish(_ instance: WeakInstance) {
        wormer_store(stateAddress, UInt(bitPattern: Unmanaged.passUnretained(instance).toOpaque()) | 1)
    }

    /// Shows readers that a request has only to call the factory, if nothing is left to record.
    final func publishFactory() {
        // A declared service that is a stand-in has a factory of its own, which readers do not call.
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
