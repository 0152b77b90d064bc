/// Holds an instance that is made at most once.
///
/// Every access is guarded by the lock of the storage that holds the cell's binding. Once made, a cell never changes,
/// so that an override may share it.
final class Cell<P>: @unchecked Sendable {
    enum State {
        case empty
        case making(Making)
        case made(P)
    }

    var state: State

    init(_ state: State = .empty) {
        self.state = state
    }

    var instance: P? {
        if case .made(let instance) = state { instance } else { nil }
    }

    /// Ends the making with an instance, and wakes those who wait for it.
    ///
    /// Called without the lock.
    @inline(never)
    func fill(_ instance: P, in storage: Storage) {
        settle(.made(instance), in: storage)
    }

    /// Ends the making without an instance, and wakes those who wait, of whom one will try again.
    ///
    /// Called without the lock.
    @inline(never)
    func abandon(in storage: Storage) {
        settle(.empty, in: storage)
    }

    private func settle(_ outcome: State, in storage: Storage) {
        let making = storage.lock.withLock {
            let making: Making? = if case .making(let making) = state { making } else { nil }
            state = outcome
            return making
        }
        making?.finish()
    }
}
