import Fusion
import Notes

extension Container {
    /// The file with the notes.
    @Provides(.singleton, onEnd: { (database: NotesDatabase) in try database.close() })
    func database() async throws -> NotesDatabase {
        try await NotesDatabase.open(configuration: configuration, logger: injector.throwingInstance())
    }
}

/// Binds the store that keeps notes in a file.
///
/// It needs a `NotesConfiguration` and a `Logger`.
package func bindStorage(in injector: Injector) {
    // A parameter of this type resolves to the function.
    injector.bind(NotesDatabase.self, to: .async { injector in try await Container(injector).database() })
    injector.bind(
        (any NoteStore).self,
        lifetime: .singleton,
        to: .async(SQLiteNoteStore.init(database:logger:)).onEnd { store in try await store.close() }
    )
    injector.contribute(to: (any HealthCheck).self, .using(DatabaseCheck.init(database:)))
}
