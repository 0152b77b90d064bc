import Logging

/// Logs what a store is asked for and how it went.
struct LoggingNoteStore: NoteStore {
    let base: any NoteStore
    let logger: Logger

    func notes() async throws -> [Note] {
        try await logging("notes") { try await base.notes() }
    }

    func note(id: Note.ID) async throws -> Note? {
        try await logging("note", ["id": "\(id)"]) { try await base.note(id: id) }
    }

    func nextID() async throws -> Note.ID {
        try await base.nextID()
    }

    func apply(_ changes: [Change]) async throws {
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
