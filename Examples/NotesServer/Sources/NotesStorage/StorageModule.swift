import GRDB
import Notes
import Wormer

/// Binds the store that keeps notes in a file.
///
/// It needs a `NotesConfiguration` and a `Logger`.
package func bindStorage(in injector: Injector) {
    injector.bind(
        interface: (any DatabaseWriter).self,
        toImplementation: DatabaseQueue.self,
        lifetime: .singleton,
        onEnd: { database in try database.close() },
        asyncInitializer: openDatabase(configuration:logger:)
    )
    injector.bind(
        interface: (any NoteStore).self,
        toImplementation: SQLiteNoteStore.self,
        asSingleton: true,
        asyncInitializer: SQLiteNoteStore.init(database:)
    )
    injector.contribute(to: (any HealthCheck).self, initializer: DatabaseCheck.init(database:))
}
