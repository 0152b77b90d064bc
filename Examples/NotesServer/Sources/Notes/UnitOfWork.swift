/// What one request changes: all of it or, if the request fails, nothing.
///
/// Changes are collected and applied together when the request's scope ends, so that no transaction stays open while a
/// request waits for something. Unless somebody says `complete()`, they are dropped: a request that throws, is cancelled
/// or is answered with an error leaves no trace.
package actor UnitOfWork {
    private let notes: any UserNotes
    private let log: RequestLog
    private var changes: [Change] = []
    private var isComplete = false

    package init(notes: any UserNotes, log: RequestLog) {
        self.notes = notes
        self.log = log
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
        guard !changes.isEmpty else {
            return
        }
        guard isComplete else {
            log.logger.debug("unit of work: rolled back")
            return
        }
        try await notes.apply(changes)
        log.logger.debug("unit of work: committed")
    }
}
