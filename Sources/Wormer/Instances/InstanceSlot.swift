import CWormer

/// The place of one shared instance, whatever its type.
///
/// Once constructed, an instance never changes, so that a reader who holds the slot needs no lock; a weak one may go.
@usableFromInline
class InstanceSlot: @unchecked Sendable {
    // What changes is guarded by `lock`; the instance in the subclass is written before the state says that it is there.

    private enum State {
        case empty
        /// A thread constructs the instance, or, where there is none, a task.
        case constructing(thread: UnsafeRawPointer?)
        case kept
        case keptWeakly(WeakInstance)
    }

    /// The lock of whatever keeps the slot.
    private let lock: Lock
    @exclusivity(unchecked) private var state: State

    /// The construction that others wait for; nil as long as nobody does.
    @exclusivity(unchecked) private var construction: Construction?

    /// Ends the instance, where its binding says how.
    @exclusivity(unchecked) private var teardown: Teardown?

    /// Whether the time in which the instance was to be shared is over.
    private enum End { case ahead, over, awaited }
    @exclusivity(unchecked) private var end = End.ahead

    init(lock: Lock, isKept: Bool) {
        self.lock = lock
        state = isKept ? .kept : .empty
    }

    /// Whether an instance is there; for a weak one, the object, which the caller releases outside every lock.
    final var isKept: (Bool, AnyObject?) {
        lock.withLock {
            switch state {
            case .kept: (true, nil)
            case .keptWeakly(let reference): reference.object.map { (true, $0) } ?? (false, nil)
            case .empty, .constructing: (false, nil)
            }
        }
    }

    /// Whether no instance is there or under way.
    final var isUnused: Bool {
        lock.withLock { if case .empty = state { true } else { false } }
    }

    /// The weak instance that was kept last.
    final var weakInstance: WeakInstance? {
        lock.withLock { if case .keptWeakly(let reference) = state { reference } else { nil } }
    }

    // MARK: - Constructing

    enum Claim {
        /// The instance is there; a weak one is held by the object.
        case kept(AnyObject?)
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
    final func claim(for binding: AnyBinding, thread: UnsafeRawPointer?) -> Claim {
        lock.withLock {
            switch state {
            case .kept:
                return .kept(nil)
            case .constructing(let thread):
                return .wait(currentConstruction(of: binding, thread: thread))
            case .keptWeakly(let reference):
                if let object = reference.object {
                    return .kept(object)
                }
            case .empty:
                break
            }
            state = .constructing(thread: thread)
            return .own(thread == nil ? currentConstruction(of: binding, thread: nil) : nil)
        }
    }

    private func currentConstruction(of binding: AnyBinding, thread: UnsafeRawPointer?) -> Construction {
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
    ///   - outcome: A slot that has the instance for those who wait.
    final func keep(_ weakInstance: WeakInstance?, teardown: Teardown?, for binding: AnyBinding, outcome: InstanceSlot) {
        let replaced = state(set: weakInstance.map(State.keptWeakly) ?? .kept, teardown)
        if binding.slot === self, weakInstance == nil {
            binding.publishInstance()
        }
        replaced.late?.runLate()
        replaced.construction?.finish(.success(outcome))
    }

    /// Ends the construction without an instance.
    final func fail(_ error: any Error) {
        state(set: .empty, nil).construction?.finish(.failure(error))
    }

    private func state(
        set outcome: State,
        _ teardown: Teardown?
    ) -> (construction: Construction?, late: Teardown?, state: State) {
        lock.withLock {
            defer {
                state = outcome
                construction = nil
            }
            if case .over = end {
                return (construction, teardown, state)
            }
            self.teardown = teardown
            return (construction, nil, state)
        }
    }

    // MARK: - Ending

    /// Ends the time of the instance.
    ///
    /// - Returns: What ends the instance, or a construction that is under way, after which `takeTeardown` has it.
    final func endTime(of binding: AnyBinding) -> (teardown: Teardown?, construction: Construction?) {
        lock.withLock {
            defer { teardown = nil }
            if case .constructing(let thread) = state {
                end = .awaited
                return (nil, currentConstruction(of: binding, thread: thread))
            }
            end = .over
            return (teardown, nil)
        }
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

    @usableFromInline
    init(lock: Lock) {
        super.init(lock: lock, isKept: false)
    }

    /// Creates a slot that has an instance.
    init(holding instance: P, lock: Lock = Slot.outcomeLock) {
        value = instance
        super.init(lock: lock, isKept: true)
    }

    private static var outcomeLock: Lock { sharedOutcomeLock }

    /// The instance if it is there.
    var instance: P? {
        switch isKept {
        case (true, nil): value
        case (true, let object?): weakValue(holding: object)
        case (false, _): nil
        }
    }

    /// The weak instance, whose object the caller has.
    func weakValue(holding object: AnyObject) -> P? {
        guard let reference = weakInstance else {
            return nil
        }
        // While the object is held, the bytes are as good as any reference to it.
        return withExtendedLifetime(object) { reference.bytes.assumingMemoryBound(to: P.self).pointee }
    }

    /// Ends the construction with an instance, which is kept as the binding's lifetime says.
    ///
    /// - Throws: `NotAnObject`; then the construction goes on.
    func keep(_ instance: P, teardown: Teardown?, for binding: AnyBinding) throws {
        guard binding.lifetime == .weak else {
            value = instance
            return keep(nil, teardown: teardown, for: binding, outcome: self)
        }
        guard let reference = WeakInstance(instance) else {
            throw NotAnObject(actual: type(of: instance as Any))
        }
        keep(reference, teardown: nil, for: binding, outcome: Slot(holding: instance))
    }
}

/// The lock of slots that are not shared.
private let sharedOutcomeLock = Lock()
