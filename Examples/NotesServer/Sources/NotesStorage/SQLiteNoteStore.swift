import GRDB
import Notes

/// Keeps notes in an SQLite database.
package actor SQLiteNoteStore: NoteStore {
    private let database: any DatabaseWriter
    private var lastID: Note.ID

    init(database: any DatabaseWriter) async throws {
        self.database = database
        // SQLite remembers the highest id of a table even when that row is gone.
        lastID = try await database.read { database in
            try Int.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'note'") ?? 0
        }
    }

    package func notes() async throws -> [Note] {
        try await database.read { database in
            try Note.order(sql: "id").fetchAll(database)
        }
    }

    package func note(id: Note.ID) async throws -> Note? {
        try await database.read { database in
            try Note.fetchOne(database, key: id)
        }
    }

    package func nextID() -> Note.ID {
        lastID += 1
        return lastID
    }

    package func apply(_ changes: [Change]) async throws {
        // One transaction, which is rolled back if the closure throws.
        try await database.write { database in
            for change in changes {
                try change.apply(to: database)
            }
        }
    }
}

extension Note: FetchableRecord, PersistableRecord {}

extension Change {
    fileprivate func apply(to database: Database) throws {
        switch self {
        case .insert(let note):
            try note.insert(database)
        case .update(let note):
            guard try Note.filter(key: note.id).updateAll(database, Column("text").set(to: note.text)) == 1 else {
                throw NoteError.unknown(id: "\(note.id)")
            }
        case .delete(let id):
            guard try Note.deleteOne(database, key: id) else {
                throw NoteError.unknown(id: "\(id)")
            }
        }
    }
}
