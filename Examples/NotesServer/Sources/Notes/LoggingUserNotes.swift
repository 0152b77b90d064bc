import Logging

/// Logs the operations on a user's notes and their results.
package struct LoggingUserNotes: UserNotes {
    private let base: any UserNotes
    private let log: RequestLog

    package init(base: any UserNotes, log: RequestLog) {
        self.base = base
        self.log = log
    }

    package func notes() async throws -> [Note] {
        try await logging("notes") { try await base.notes() }
    }

    package func note(id: Note.ID) async throws -> Note? {
        try await logging("note", ["id": "\(id)"]) { try await base.note(id: id) }
    }

    package func nextID() async throws -> Note.ID {
        try await base.nextID()
    }

    package func apply(_ changes: [Change]) async throws {
        try await logging("apply", ["changes": "\(changes.count)"]) { try await base.apply(changes) }
    }

    private func logging<Result>(
        _ operation: String,
        _ metadata: Logger.Metadata = [:],
        _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body()
            log.logger.debug("store: \(operation)", metadata: metadata)
            return result
        } catch let error as NoteError {
            // The answer to the client, such as that there is no such note.
            log.logger.debug("store: \(operation) refused", metadata: metadata.merging(["error": "\(error)"]) { $1 })
            throw error
        } catch {
            log.logger.notice("store: \(operation) failed", metadata: metadata.merging(["error": "\(error)"]) { $1 })
            throw error
        }
    }
}
