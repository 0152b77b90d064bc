/// The place of one shared instance, whatever its type.
@usableFromInline
class AnyCell: @unchecked Sendable {
    // What changes in a cell is guarded by `lock`.

    /// The lock of whatever keeps the cell.
    @usableFromInline let lock: Lock

    /// What ends the instance, if its binding says so.
    ///
    /// Guarded by `lock`.
    @exclusivity(unchecked) fileprivate var ending: Ending?

    /// Whether the time in which the instance was to be shared is over.
    ///
    /// Guarded by `lock`.
    @exclusivity(unchecked) fileprivate var isOver = false

    @usableFromInline
    init(lock: Lock) {
        self.lock = lock
    }

    /// Ends the time of the instance, which may still be in the making.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: What ends the instance.
    func takeEnding() -> Ending? {
        isOver = true
        defer { ending = nil }
        return ending
    }

    /// Whether the instance is there.
    ///
    /// Called with the lock held.
    var isMade: Bool { fatalError("every cell is a Cell") }

    /// The instance if it is there.
    ///
    /// Called with the lock held.
    var instance: Any? { fatalError("every cell is a Cell") }

    /// Puts the instance where memory for one of its type is, if it is there.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: Whether it is there.
    func copyInstance(to result: UnsafeMutableRawPointer) -> Bool { fatalError("every cell is a Cell") }
}

/// The place of one shared instance that is made at most once.
///
/// Once made, the instance never changes, so that an override may share the cell; a weak one may go.
@usableFromInline
final class Cell<P>: AnyCell, @unchecked Sendable {
    private enum State {
        case empty
        case making(Making)
        case made(UnsafeMutablePointer<P>)
        case weak(WeakInstance<P>)
    }

    @exclusivity(unchecked) private var state: State

    @usableFromInline
    override init(lock: Lock) {
        state = .empty
        super.init(lock: lock)
    }

    /// Creates a cell that holds an instance.
    init(holding instance: P, lock: Lock) {
        state = .made(Cell.place(instance))
        super.init(lock: lock)
    }

    /// Creates a cell that holds what another one holds weakly.
    ///
    /// Called with the lock of the other held.
    init(sharingWeakly other: Cell, lock: Lock) {
        state = if case .weak = other.state { other.state } else { .empty }
        super.init(lock: lock)
    }

    deinit {
        if case .made(let place) = state {
            place.deinitialize(count: 1)
            place.deallocate()
        }
    }

    private static func place(_ instance: P) -> UnsafeMutablePointer<P> {
        let place = UnsafeMutablePointer<P>.allocate(capacity: 1)
        place.initialize(to: instance)
        return place
    }

    override var instance: Any? {
        switch state {
        case .made(let place): place.pointee
        case .weak(let reference): reference.instance
        case .empty, .making: nil
        }
    }

    override func copyInstance(to result: UnsafeMutableRawPointer) -> Bool {
        switch state {
        case .made(let place):
            result.initializeMemory(as: P.self, from: place, count: 1)
            return true
        case .weak(let reference):
            return reference.copyInstance(to: result)
        case .empty, .making:
            return false
        }
    }

    override var isMade: Bool {
        switch state {
        case .made: true
        case .weak(let reference): reference.isAlive
        case .empty, .making: false
        }
    }

    /// Where the instance is as long as the cell lives, nil unless it is held strongly.
    ///
    /// Called with the lock held.
    var address: UnsafeRawPointer? {
        if case .made(let place) = state { UnsafeRawPointer(place) } else { nil }
    }

    /// Gives the instance, after a wait if another thread is making it; otherwise it is the caller's turn to make it.
    ///
    /// - Parameters:
    ///   - binding: The binding that would make the instance.
    ///   - result: Where to put the instance.
    /// - Returns: Whether there is an instance; otherwise the caller has to `fill` the cell or `abandon` it.
    /// - Throws: `Cycle`.
    @inline(never)
    func claim(for binding: AnyBinding, into result: UnsafeMutableRawPointer) throws -> Bool {
        while true {
            switch beginMaking(for: binding, isAsynchronous: false, orFind: result) {
            case .found: return true
            case .own: return false
            case .others(let making): try making.wait()
            }
        }
    }

    /// Whose turn it is to make an instance.
    enum Turn {
        /// Nobody's: it is there.
        case found
        /// The caller's, who has to `fill` the cell or `abandon` it.
        case own(Making)
        /// Somebody else's, for whom the caller may wait.
        case others(Making)
    }

    /// Begins to make the instance, unless it is there or somebody else is making it.
    func beginMaking(
        for binding: AnyBinding,
        isAsynchronous: Bool,
        orFind result: UnsafeMutableRawPointer
    ) -> Turn {
        lock.withLock {
            if case .making(let making) = state {
                return .others(making)
            }
            if copyInstance(to: result) {
                return .found
            }
            let making = Making(of: binding, isAsynchronous: isAsynchronous)
            state = .making(making)
            return .own(making)
        }
    }

    /// Ends the making with an instance, and wakes those who wait for it.
    @inline(never)
    func fill(_ instance: P, ending: Ending?) {
        settle(.made(Cell.place(instance)), ending: ending)
    }

    /// Ends the making with an instance that is kept as long as somebody else holds it.
    func fill(weakly reference: WeakInstance<P>) {
        settle(.weak(reference), ending: nil)
    }

    /// Ends the making without an instance, and wakes those who wait, of whom one will try again.
    @inline(never)
    func abandon() {
        settle(.empty, ending: nil)
    }

    private func settle(_ outcome: State, ending: Ending?) {
        let (making, lateEnding): (Making?, Ending?) = lock.withLock {
            let making: Making? = if case .making(let making) = state { making } else { nil }
            state = outcome
            self.ending = isOver ? nil : ending
            return (making, isOver ? ending : nil)
        }
        making?.finish()
        lateEnding?.runLate()
    }
}
