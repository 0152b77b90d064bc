import Notes
import Wormer

/// Binds the store that keeps notes in a file.
///
/// It needs a `NotesConfiguration` and a `Logger`.
package func bindStorage(in injector: Injector) {
    injector.bind(
        NotesDatabase.self,
        lifetime: .singleton,
        to: .async(NotesDatabase.open(configuration:logger:)).onEnd { database in try database.close() }
    )
    injector.bind(
        (any NoteStore).self,
        lifetime: .singleton,
        to: .async(SQLiteNoteStore.init(database:logger:)).onEnd { store in try await store.close() }
    )
    injector.contribute(to: (any HealthCheck).self, .using(DatabaseCheck.init(database:)))
}
