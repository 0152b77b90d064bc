import Logging

/// Logs what a store is asked for and how it went.
package struct LoggingNoteStore: NoteStore {
    private let base: any NoteStore
    private let logger: Logger

    package init(base: any NoteStore, logger: Logger) {
        self.base = base
        self.logger = logger
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
            logger.debug("store: \(operation)", metadata: metadata)
            return result
        } catch {
            logger.notice("store: \(operation) failed", metadata: metadata.merging(["error": "\(error)"]) { $1 })
            throw error
        }
    }
}
