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
}
