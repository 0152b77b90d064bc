import GRDB
import Logging
import Notes

/// An open database file.
struct NotesDatabase: Sendable {
    let queue: DatabaseQueue
    private let logger: Logger

    /// Opens the file and migrates it to the current schema.
    static func open(configuration: NotesConfiguration, logger: Logger) async throws -> NotesDatabase {
        var settings = GRDB.Configuration()
        settings.prepareDatabase { database in
            // This process counts the ids, so no other process may use the file.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        }
        let queue = try DatabaseQueue(path: configuration.database, configuration: settings)
        do {
            try await queue.writeWithoutTransaction { database in
                try database.inTransaction(.exclusive) { .commit }
            }
            try migrations.migrate(queue)
        } catch {
            try? queue.close()
            throw error
        }
        logger.info("database opened", metadata: ["path": "\(configuration.database)"])
        return NotesDatabase(queue: queue, logger: logger)
    }

    func close() throws {
        try queue.close()
        logger.info("database closed")
    }
}

/// The migrations from an empty file to the current tables.
package var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("notes") { database in
        try database.create(table: "note") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("text", .text).notNull()
        }
    }
    migrator.registerMigration("owners") { database in
        // A note from a version without users has no owner. It stays in the file, but no request finds it until
        // the operator sets its owner.
        try database.alter(table: "note") { table in
            table.add(column: "owner", .text).indexed()
        }
    }
    return migrator
}
