import CWormer

/// The place of one shared instance, whatever its type.
///
/// Once constructed, an instance never changes, so that a reader who holds the slot needs no lock; a weak one may go.
@usableFromInline
class InstanceSlot: @unchecked Sendable {
    // The variables are guarded by `lock`; the instance in the subclass is written before the state says that it is
    // there.

    private enum State {
        case empty
        /// A thread constructs the instance, or, where there is none, a task.
        case constructing(thread: UnsafeRawPointer?)
        case kept
        case keptWeakly(WeakInstance)
    }

    /// Whether the time in which the instance was to be shared is over.
    private enum End { case ahead, over, awaited }
    @exclusivity(unchecked) private final var end = End.ahead

    /// The lock of whatever keeps the slot.
    final let lock: Lock
    @exclusivity(unchecked) private final var state: State

    /// The construction that others wait for; nil as long as nobody does.
    @exclusivity(unchecked) private final var construction: Construction?

    /// A weak instance that is gone, and that readers may still be looking at.
    @exclusivity(unchecked) private final var previous: WeakInstance?

    /// Ends the instance, where its binding says how.
    @exclusivity(unchecked) private final var teardown: Teardown?

    @usableFromInline
    required init(lock: Lock) {
        self.lock = lock
        state = .empty
    }

    /// Creates a slot that has an instance.
    @usableFromInline
    init(holdingIn lock: Lock?) {
        self.lock = lock ?? sharedOutcomeLock
        state = .kept
    }

    /// The instance if it is there: this slot, or, for a weak one, a slot that holds it.
    final var kept: InstanceSlot? {
        guard let weakInstance = lock.withLock({ keptOrWeak }) else {
            return nil
        }
        return slot(of: weakInstance)
    }

    /// The cache that keeps the slot, nil where a binding does.
    final var cache: InstanceCache? { lock as? InstanceCache }

    /// Whether the instance is there, and kept strongly.
    ///
    /// Called with the lock held.
    final var isKept: Bool {
        if case .kept = state { true } else { false }
    }

    /// A slot that holds the instance of a weak one, this one itself where there is none.
    private final func slot(of weakInstance: WeakInstance?) -> InstanceSlot? {
        weakInstance.map { holding($0) } ?? self
    }

    /// Called with the lock held.
    private final var keptOrWeak: WeakInstance?? {
        switch state {
        case .kept: .some(nil)
        case .keptWeakly(let reference): .some(reference)
        case .empty, .constructing: nil
        }
    }

    /// A slot that holds an instance that is kept weakly, nil if it is gone.
    func holding(_ weakInstance: WeakInstance) -> InstanceSlot? { nil }

    /// Whether no instance is there or under way.
    final var isUnused: Bool {
        lock.withLock { if case .empty = state { true } else { false } }
    }

    final var isUnderConstruction: Bool {
        lock.withLock { if case .constructing = state { true } else { false } }
    }

    // MARK: - Constructing

    enum Claim {
        /// The instance is there: in this slot, or, for a weak one, in one that holds it.
        case kept(InstanceSlot)
        /// The caller has to construct the instance, and to call `keep` or `fail`.
        case own(Construction?)
        /// Another thread or task constructs the instance.
        case wait(Construction)
    }

    /// Begins the construction of the instance, unless it is there or under way.
    ///
    /// - Parameters:
    ///   - binding: The binding that the instance is constructed for.
    ///   - thread: The thread that would construct it, nil for a task.
    /// - Returns: What is there, or who constructs the instance.
    final func claim(for binding: AnyBinding, thread: UnsafeRawPointer?) -> Claim {
        // A weak instance is loaded outside the lock: to let go of it may run its `deinit`.
        var gone: WeakInstance?
        while true {
            let (claim, weakInstance) = lock.withLock { claimLocked(for: binding, thread: thread, gone: gone) }
            if let claim {
                return claim
            }
            if let weakInstance, let slot = holding(weakInstance) {
                return .kept(slot)
            }
            gone = weakInstance
        }
    }

    /// As `claim`, with the lock held.
    ///
    /// - Parameters:
    ///   - binding: The binding that the instance is constructed for.
    ///   - thread: The thread that would construct it, nil for a task.
    ///   - gone: The weak instance of which the caller knows that it is gone.
    /// - Returns: The claim, or a weak instance that the caller has to load.
    private final func claimLocked(
        for binding: AnyBinding,
        thread: UnsafeRawPointer?,
        gone: WeakInstance? = nil
    ) -> (Claim?, WeakInstance?) {
        switch state {
        case .kept:
            return (.kept(self), nil)
        case .constructing(let thread):
            return (.wait(currentConstruction(of: binding, thread: thread)), nil)
        case .keptWeakly(let reference) where reference !== gone:
            return (nil, reference)
        case .keptWeakly(let reference):
            previous = reference
        case .empty:
            break
        }
        state = .constructing(thread: thread)
        return (.own(thread == nil ? currentConstruction(of: binding, thread: nil) : nil), nil)
    }

    private final func currentConstruction(of binding: AnyBinding, thread: UnsafeRawPointer?) -> Construction {
        if let construction {
            return construction
        }
        let created = Construction(of: binding, thread: thread)
        construction = created
        return created
    }

    /// Ends the construction with an instance.
    ///
    /// - Parameters:
    ///   - weakInstance: The reference to keep, where the lifetime is weak.
    ///   - address: The address of the instance, where the lifetime is not weak.
    ///   - teardown: Ends the instance.
    ///   - binding: The binding of the slot.
    ///   - outcome: A slot that has the instance for those who wait.
    @usableFromInline
    final func keep(
        _ weakInstance: WeakInstance?,
        at address: UnsafeRawPointer?,
        teardown: Teardown?,
        for binding: AnyBinding,
        outcome: InstanceSlot
    ) {
        let replaced = state(set: weakInstance.map(State.keptWeakly) ?? .kept, teardown)
        if binding.slot === self {
            if let weakInstance {
                binding.publish(weakInstance)
                replaced.previous.map { DeferredRelease.keepWhileUsed([$0], bindings: []) }
            } else if let address {
                binding.publish(address)
            }
        }
        replaced.late?.runLate()
        replaced.construction?.finish(.success(outcome))
    }

    /// Ends the construction without an instance.
    final func fail(_ error: any Error) {
        let construction = lock.withLock { () -> Construction? in
            defer {
                state = .empty
                self.construction = nil
            }
            return self.construction
        }
        construction?.finish(.failure(error))
    }

    private final func state(
        set outcome: State,
        _ teardown: Teardown?
    ) -> (construction: Construction?, late: Teardown?, previous: WeakInstance?) {
        lock.withLock {
            defer {
                state = outcome
                construction = nil
                previous = nil
            }
            if case .over = end {
                return (construction, teardown, previous)
            }
            self.teardown = teardown
            return (construction, nil, previous)
        }
    }

    // MARK: - Ending

    /// Ends the time of the instance; called with the lock held.
    ///
    /// - Returns: What ends the instance, or a construction that is under way, after which `takeTeardown` has it.
    final func endTimeLocked(of binding: AnyBinding) -> (teardown: Teardown?, construction: Construction?) {
        defer { teardown = nil }
        if case .constructing(let thread) = state {
            end = .awaited
            return (nil, currentConstruction(of: binding, thread: thread))
        }
        end = .over
        return (teardown, nil)
    }

    /// What ends an instance whose construction was awaited; one that is still under way ends by itself.
    final func takeTeardown() -> Teardown? {
        lock.withLock {
            end = .over
            defer { teardown = nil }
            return teardown
        }
    }
}

/// The place of a shared instance of the interface `P`.
@usableFromInline
final class Slot<P>: InstanceSlot, @unchecked Sendable {
    /// The instance, where it is kept strongly.
    @exclusivity(unchecked) @usableFromInline var value: P?

    /// The address of the instance: an optional begins with what it wraps, and the object does not move.
    ///
    /// It is even, because the last property of the superclass is a reference: a state with an odd address is that of a
    /// weak instance.
    @inlinable var address: UnsafeRawPointer {
        let address = withUnsafeMutablePointer(to: &value) { UnsafeRawPointer($0) }
        precondition(UInt(bitPattern: address) & 1 == 0)
        return address
    }

    @usableFromInline
    required init(lock: Lock) {
        super.init(lock: lock)
    }

    /// Creates a slot that has an instance.
    @usableFromInline
    init(holding instance: P, lock: Lock?) {
        value = instance
        super.init(holdingIn: lock)
    }

    /// The instance if it is there.
    var instance: P? {
        kept.flatMap { unsafeDowncast($0, to: Slot<P>.self).value }
    }

    override func holding(_ weakInstance: WeakInstance) -> InstanceSlot? {
        weakInstance.instance(of: P.self).map { Slot(holding: $0, lock: nil) }
    }
}

/// The lock of slots that are not shared.
private let sharedOutcomeLock = Lock()

/// In an override, the instance was constructed outside before it could be inside.
struct ConstructedOutside: Error {}
