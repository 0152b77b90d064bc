/// What one request changes: all of it or, if the request fails, nothing.
///
/// Changes are collected and applied together when the request's scope ends, so that no transaction stays open while a
/// request waits for something. Unless somebody says `complete()`, they are dropped: a request that throws, is cancelled
/// or is answered with an error leaves no trace.
package actor UnitOfWork {
    private let store: any NoteStore
    private var changes: [Change] = []
    private var isComplete = false

    package init(store: any NoteStore) {
        self.store = store
    }

    package func register(_ change: Change) {
        changes.append(change)
    }

    /// Says that the request succeeded.
    package func complete() {
        isComplete = true
    }

    /// Commits or rolls back; the `onEnd` of the binding.
    package func end() async throws {
        guard isComplete, !changes.isEmpty else {
            return
        }
        try await store.apply(changes)
    }
}
