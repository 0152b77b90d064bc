import GRDB
import Logging
import Notes

/// Opens the database file and brings it up to date.
func openDatabase(configuration: NotesConfiguration, logger: Logger) async throws -> DatabaseQueue {
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
    return queue
}

private var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("notes") { database in
        try database.create(table: "note") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("text", .text).notNull()
        }
    }
    return migrator
}
