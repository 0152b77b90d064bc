import GRDB
import Logging
import Notes

/// The open database file.
struct NotesDatabase: Sendable {
    let queue: DatabaseQueue
    private let logger: Logger

    /// Opens the file and brings it up to date.
    static func open(configuration: NotesConfiguration, logger: Logger) async throws -> NotesDatabase {
        var settings = GRDB.Configuration()
        settings.prepareDatabase { database in
            // The ids that are given out are counted in this process, so it has the file for itself.
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

/// The steps from an empty file to the tables of today.
package var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("notes") { database in
        try database.create(table: "note") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("text", .text).notNull()
        }
    }
    migrator.registerMigration("owners") { database in
        // A note from before there were users belongs to none: it stays in the file, and no request finds it until
        // the operator gives it an owner.
        try database.alter(table: "note") { table in
            table.add(column: "owner", .text).indexed()
        }
    }
    return migrator
}
