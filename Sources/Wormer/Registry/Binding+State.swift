import CWormer

extension AnyBinding {
    /// The way in which the fast path can answer a request.
    ///
    /// Any other value is the address of the shared instance, or one more than the address of a `WeakInstance`. The slot
    /// keeps the box as long as the binding exists.
    @usableFromInline
    enum State {
        @inlinable static var unknown: UInt { 0 }
        /// Each request constructs an instance, on any thread, and needs no recording.
        @inlinable static var transient: UInt { 1 }
        @inlinable static var vacant: UInt { 2 }
        /// Like `transient`, but on the main actor.
        @inlinable static var mainActorTransient: UInt { 3 }
        /// Like `transient`, but the outermost request shares the instance.
        @inlinable static var resolution: UInt { 4 }
    }

    /// Returns whether a state is an address.
    @inlinable @inline(__always)
    static func isAddress(_ state: UInt) -> Bool {
        state > State.resolution
    }

    /// Returns the address of a binding's state.
    @inlinable @inline(__always)
    static func state(of binding: UnsafeRawPointer) -> UnsafeMutablePointer<UInt> {
        firstProperty(of: binding, as: UInt.self)
    }

    final var stateAddress: UnsafeMutablePointer<UInt> {
        AnyBinding.state(of: Unmanaged.passUnretained(self).toOpaque())
    }

    final func state(is state: UInt) -> Bool {
        wormer_load(stateAddress) == state
    }

    /// The state, in one atomic read.
    @inlinable final var currentState: UInt {
        wormer_load(AnyBinding.state(of: Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Whether a request only has to copy the instance.
    @inlinable final var isKept: Bool {
        let state = currentState
        return AnyBinding.isAddress(state) && state & 1 == 0
    }

    /// Whether a request only has to call the factory, on any thread.
    @inlinable final var canConstruct: Bool { currentState == State.transient }

    /// Returns the shared instance as the binding's interface, or nil if the request must take the slow path.
    @inlinable
    final func published<P>(as interface: P.Type) -> P? {
        let state = currentState
        guard AnyBinding.isAddress(state), state & 1 == 0 else {
            return nil
        }
        // The caller retains the binding, which retains the instance.
        return withExtendedLifetime(self) { UnsafePointer<P>(bitPattern: state).unsafelyUnwrapped.pointee }
    }

    final func setState(_ state: UInt) {
        wormer_store(stateAddress, state)
    }

    /// Records the factory's requests, after its first call.
    final func recordNeeds(_ keys: [Key]) {
        record(keys)
        publishFactory()
    }

    /// Publishes to readers that a request only has to call the factory, once the factory's requests are recorded.
    final func publishFactory() {
        // A declared service that is a stand-in has its own factory, which readers must not call.
        guard isRecorded, !isUnimplemented, !isUnavailableInTests else {
            return
        }
        let mayNeedAwaiting = factory?.traits.mayNeedAwaiting ?? false
        switch lifetime {
        case .transient where !mayNeedAwaiting:
            setState(State.transient)
        case .transient where factory?.traits.isolation === MainActor.shared && factory?.traits.isAsynchronous == false:
            setState(State.mainActorTransient)
        case .resolution where !mayNeedAwaiting:
            setState(State.resolution)
        default:
            break
        }
    }
}
