/// The changes of one request, which are applied together if the request succeeds.
///
/// Changes are collected, and applied when the request's scope ends, so that no transaction stays open in between.
/// Without a call of `complete()`, they are dropped: a request that throws, is cancelled or is answered with an error
/// changes nothing.
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

    /// Marks the request as successful.
    package func complete() {
        isComplete = true
    }

    /// Commits the changes or drops them, as the `onEnd` of the binding.
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
