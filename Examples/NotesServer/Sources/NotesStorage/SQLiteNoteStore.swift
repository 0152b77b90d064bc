import GRDB
import Logging
import Notes

/// Keeps notes in an SQLite database.
package actor SQLiteNoteStore: NoteStore {
    private let database: DatabaseQueue
    private let logger: Logger
    private var lastID: Note.ID

    init(database: NotesDatabase, logger: Logger) async throws {
        self.database = database.queue
        self.logger = logger
        // SQLite remembers the highest id of a table, even after its row is deleted.
        lastID = try await database.queue.read { database in
            try Int.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'note'") ?? 0
        }
    }

    package func notes(of owner: User) async throws -> [Note] {
        try await database.read { database in
            try Note.owned(by: owner).order(Column("id")).fetchAll(database)
        }
    }

    package func note(id: Note.ID, of owner: User) async throws -> Note? {
        try await database.read { database in
            try Note.owned(by: owner).filter(key: id).fetchOne(database)
        }
    }

    package func nextID() -> Note.ID {
        lastID += 1
        return lastID
    }

    package func apply(_ changes: [Change], of owner: User) async throws {
        // A transaction, which is rolled back if the closure throws.
        try await database.write { database in
            for change in changes {
                try change.apply(to: database, for: owner)
            }
        }
    }

    /// Lets SQLite store its statistics about the tables.
    package func close() async throws {
        try await database.write { try $0.execute(sql: "PRAGMA optimize") }
        logger.info("store closed")
    }
}

extension Note: FetchableRecord, TableRecord {
    fileprivate static func owned(by owner: User) -> QueryInterfaceRequest<Note> {
        filter(Column("owner") == owner.name)
    }
}

extension Change {
    fileprivate func apply(to database: Database, for owner: User) throws {
        switch self {
        case .insert(let note):
            try database.execute(
                sql: "INSERT INTO note (id, owner, text) VALUES (?, ?, ?)",
                arguments: [note.id, owner.name, note.text]
            )
        case .update(let note):
            let text = Column("text").set(to: note.text)
            guard try Note.owned(by: owner).filter(key: note.id).updateAll(database, text) == 1 else {
                throw NoteError.unknown(id: "\(note.id)")
            }
        case .delete(let id):
            guard try Note.owned(by: owner).filter(key: id).deleteAll(database) == 1 else {
                throw NoteError.unknown(id: "\(id)")
            }
        }
    }
}
