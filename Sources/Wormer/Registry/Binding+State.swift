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

    /// The slot that keeps the shared instance, nil where a request has to look closer.
    final var keptSlot: InstanceSlot? {
        let state = wormer_load(stateAddress)
        return state > State.mainActorTransient.rawValue && state & 1 == 0 ? slot : nil
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

    /// Shows readers that each request constructs an instance, if nothing is left to record.
    final func publishTransient() {
        guard lifetime == .transient, isRecorded else {
            return
        }
        if factory.map({ !$0.mayNeedAwaiting }) ?? true {
            setState(.transient)
        } else if let factory, factory.isolation === MainActor.shared, !factory.isAsynchronous {
            setState(.mainActorTransient)
        }
    }
}
