import CWormer

extension AnyBinding {
    /// The first word of a binding, and of each slot, which tells how a request can be answered.
    ///
    /// The lowest bits are a tag. The others are an address, or the number of a state that is not an address.
    @usableFromInline
    enum State {
        /// There is no instance, and the fast path knows nothing about the binding.
        @inlinable static var empty: UInt { 0 }

        // Without a tag, the address is that of a box, from which readers copy the instance. These tags can be combined.

        /// The box is a `WeakInstance`.
        @inlinable static var weak: UInt { 2 }
        /// Readers take the slow path.
        @inlinable static var hidden: UInt { 4 }

        // The odd tags exclude each other.

        /// The address is that of the thread that constructs the instance, for which nobody waits.
        static var thread: UInt { 3 }
        /// The address is that of a retained `Construction`.
        static var construction: UInt { 5 }

        /// Each request constructs an instance, on any thread, and needs no recording.
        @inlinable static var transient: UInt { 1 }
        /// Like `transient`, but on the main actor.
        @inlinable static var mainActorTransient: UInt { 9 }
        /// Like `transient`, but the outermost request shares the instance.
        @inlinable static var resolution: UInt { 17 }
        /// The binding marks its key as unbound.
        @inlinable static var vacant: UInt { 25 }

        @inlinable static var tags: UInt { 7 }

        /// Returns whether readers can copy the instance from a box.
        @inlinable @inline(__always)
        static func isKept(_ state: UInt) -> Bool {
            state & tags == 0 && state != empty
        }

        /// Returns whether readers can copy the instance while they retain its object.
        @inlinable @inline(__always)
        static func isWeak(_ state: UInt) -> Bool {
            state & tags == weak
        }

        static func isBox(_ state: UInt) -> Bool {
            state & 1 == 0 && state != empty
        }

        static func isConstruction(_ state: UInt) -> Bool {
            state & tags == thread || state & tags == construction
        }

        @inlinable
        static func address(in state: UInt) -> UnsafeRawPointer {
            UnsafeRawPointer(bitPattern: state & ~tags).unsafelyUnwrapped
        }

        // MARK: - The second word

        /// The factory's requests are recorded.
        static var recorded: UInt { 1 }
        /// The lifetime of the instance has ended; see `Slot.isOver`.
        static var over: UInt { 2 }
    }

    /// Returns the address of a binding's state.
    @inlinable @inline(__always)
    static func state(of binding: UnsafeRawPointer) -> UnsafeMutablePointer<UInt> {
        storedProperty(of: binding, as: UInt.self)
    }

    final var stateAddress: UnsafeMutablePointer<UInt> {
        AnyBinding.state(of: Unmanaged.passUnretained(self).toOpaque())
    }

    /// The state, in one atomic read.
    @inlinable final var currentState: UInt {
        wormer_load(AnyBinding.state(of: Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Whether a request only has to copy the instance.
    @inlinable final var isKept: Bool { State.isKept(currentState) }

    /// Whether a request only has to call the factory, on any thread.
    @inlinable final var canConstruct: Bool { currentState == State.transient }

    /// Returns the shared instance as the binding's interface, or nil if the request must take the slow path.
    @inlinable
    final func published<P>(as interface: P.Type) -> P? {
        let state = currentState
        guard State.isKept(state) else { return nil }
        // The caller retains the binding, which retains the instance.
        return withExtendedLifetime(self) { value(inBoxAt: state, of: interface).pointee }
    }

    final func setState(_ state: UInt) {
        wormer_store(stateAddress, state)
    }

    /// Records the factory's requests, after its first call.
    final func recordNeeds(_ needs: RecordedNeeds) {
        record(needs)
        publishFactory()
    }

    /// Publishes to readers that a request only has to call the factory, once the factory's requests are recorded.
    final func publishFactory() {
        // A declared service that is a stand-in has its own factory, which readers must not call.
        guard isRecorded, !isUnimplemented, !isUnavailableInTests else { return }
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
