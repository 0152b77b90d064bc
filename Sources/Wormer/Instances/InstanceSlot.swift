import CWormer

/// The storage of one shared instance of any type.
///
/// An instance never changes after its construction, so a reader that holds the slot needs no lock. A weak instance may
/// be released.
@usableFromInline
class InstanceSlot: @unchecked Sendable {
    // The variables are guarded by `lock`. The subclass stores the instance before the state says that it exists.

    private enum State {
        case empty
        /// A thread constructs the instance, or a task if there is no thread.
        case constructing(thread: UnsafeRawPointer?)
        case kept
        case keptWeakly(WeakInstance)
    }

    /// Whether the lifetime of the instance has ended, and the end does not wait for a construction.
    @exclusivity(unchecked) private final var isOver = false

    /// The lock of the slot's owner.
    final let lock: Lock
    @exclusivity(unchecked) private final var state: State

    /// The construction that other requests wait for, or nil if no request waits.
    @exclusivity(unchecked) private final var construction: Construction?

    /// A weak instance that was released and that readers may still be using.
    @exclusivity(unchecked) private final var previous: WeakInstance?

    /// The teardown of the instance, if its binding has an `onEnd`.
    @exclusivity(unchecked) private final var teardown: Teardown?

    @usableFromInline
    required init(lock: Lock) {
        self.lock = lock
        state = .empty
    }

    /// Creates a slot with an instance.
    @usableFromInline
    init(holdingIn lock: Lock?) {
        self.lock = lock ?? sharedOutcomeLock
        state = .kept
    }

    /// A slot that holds the instance: this slot, or another one for a weak instance.
    ///
    /// Nil if there is no instance.
    final var kept: InstanceSlot? {
        guard let weakInstance = lock.withLock({ keptOrWeak }) else {
            return nil
        }
        return slot(of: weakInstance)
    }

    /// The cache that owns the slot, or nil if a binding owns it.
    final var cache: InstanceCache? { lock as? InstanceCache }

    /// Whether the slot has an instance and holds it strongly.
    ///
    /// Called with the lock held.
    final var isKept: Bool {
        if case .kept = state { true } else { false }
    }

    /// Returns a slot that holds the weak instance, or this slot if there is no weak instance.
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

    /// Returns a slot that holds a weak instance, or nil if the instance was released.
    func holding(_ weakInstance: WeakInstance) -> InstanceSlot? { nil }

    /// Whether no instance exists or is under construction.
    final var isUnused: Bool {
        lock.withLock { isUnusedLocked }
    }

    /// Performs `isUnused` with the lock held.
    final var isUnusedLocked: Bool {
        if case .empty = state { true } else { false }
    }

    final var isUnderConstruction: Bool {
        lock.withLock { if case .constructing = state { true } else { false } }
    }

    /// Returns the construction of the instance, or nil if none is under way.
    final func constructionUnderWay(of binding: AnyBinding) -> Construction? {
        lock.withLock {
            if case .constructing(let thread) = state { currentConstruction(of: binding, thread: thread) } else { nil }
        }
    }

    // MARK: - Constructing

    enum Claim {
        /// The instance exists: in this slot, or in another one that holds a weak instance.
        case kept(InstanceSlot)
        /// The caller must construct the instance, and then call `keep` or `fail`.
        case own(Construction?)
        /// Another thread or task constructs the instance.
        case wait(Construction)
    }

    /// Begins the construction of the instance, unless the instance exists or is under construction.
    ///
    /// - Parameters:
    ///   - binding: The binding of the instance.
    ///   - thread: The thread that would construct the instance, or nil for a task.
    /// - Returns: The instance, or the construction to perform or to wait for.
    final func claim(for binding: AnyBinding, thread: UnsafeRawPointer?) -> Claim {
        // A weak instance is loaded outside the lock, because releasing it may run its `deinit`.
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

    /// Performs `claim` with the lock held.
    ///
    /// - Parameters:
    ///   - binding: The binding of the instance.
    ///   - thread: The thread that would construct the instance, or nil for a task.
    ///   - gone: A weak instance that the caller knows to be released.
    /// - Returns: The claim, or a weak instance that the caller must load.
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
    ///   - weakInstance: The reference to keep, if the lifetime is weak.
    ///   - address: The address of the instance, if the lifetime is not weak.
    ///   - teardown: Ends the instance.
    ///   - binding: The binding of the slot.
    ///   - outcome: A slot with the instance, for waiting requests.
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
                replaced.previous.map { DeferredRelease.keepWhileUsed([$0]) }
            } else if let address {
                binding.publish(address)
            }
        }
        replaced.late?.runUnkept(of: binding, in: self)
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
            if isOver {
                return (construction, teardown, previous)
            }
            self.teardown = teardown
            return (construction, nil, previous)
        }
    }

    // MARK: - Ending

    /// Ends the lifetime of the instance.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: The teardown of the instance, or a construction that is under way. In the second case, call
    ///   `takeTeardown()` after the construction.
    final func endTimeLocked(of binding: AnyBinding) -> (teardown: Teardown?, construction: Construction?) {
        defer { teardown = nil }
        if case .constructing(let thread) = state {
            isOver = false
            return (nil, currentConstruction(of: binding, thread: thread))
        }
        isOver = true
        return (teardown, nil)
    }

    /// Returns the teardown of an instance after its construction.
    ///
    /// An instance that is still under construction ends itself.
    final func takeTeardown() -> Teardown? {
        lock.withLock {
            isOver = true
            defer { teardown = nil }
            return teardown
        }
    }
}

/// The storage of a shared instance of the interface `P`.
@usableFromInline
final class Slot<P>: InstanceSlot, @unchecked Sendable {
    /// The instance, if it is held strongly.
    @exclusivity(unchecked) @usableFromInline var value: P?

    /// The address of the instance.
    ///
    /// An optional begins with its wrapped value, and the object does not move.
    ///
    /// The address is even, because the last property of the superclass is a reference. An odd address in a binding's
    /// state therefore belongs to a weak instance.
    @inlinable var address: UnsafeRawPointer {
        let address = withUnsafeMutablePointer(to: &value) { UnsafeRawPointer($0) }
        precondition(UInt(bitPattern: address) & 1 == 0)
        return address
    }

    @usableFromInline
    required init(lock: Lock) {
        super.init(lock: lock)
    }

    /// Creates a slot with an instance.
    @usableFromInline
    init(holding instance: P, lock: Lock?) {
        value = instance
        super.init(holdingIn: lock)
    }

    /// The instance, if it exists.
    var instance: P? {
        kept.flatMap { unsafeDowncast($0, to: Slot<P>.self).value }
    }

    override func holding(_ weakInstance: WeakInstance) -> InstanceSlot? {
        weakInstance.instance(of: P.self).map { Slot(holding: $0, lock: nil) }
    }
}

/// The lock of slots that are not shared.
private let sharedOutcomeLock = Lock()
