import GRDB
import Notes

/// Checks the integrity of the database file.
struct DatabaseCheck: HealthCheck {
    let name = "database"
    let database: NotesDatabase

    init(database: NotesDatabase) {
        self.database = database
    }

    func check() async throws {
        let finding = try await database.queue.read { database in
            try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        }
        if let finding, finding != "ok" {
            throw Damaged(description: finding)
        }
    }

    struct Damaged: Error, CustomStringConvertible {
        let description: String
    }
}
