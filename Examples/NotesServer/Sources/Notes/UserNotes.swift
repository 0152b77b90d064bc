/// The notes of the current request's user, without the notes of other users.
package protocol UserNotes: Sendable {
    /// Returns the notes, the oldest first.
    func notes() async throws -> [Note]

    func note(id: Note.ID) async throws -> Note?

    /// Returns a new id, which is never used again.
    func nextID() async throws -> Note.ID

    /// Makes all changes, or none if one of them is impossible.
    func apply(_ changes: [Change]) async throws
}

/// The notes of one user in a store.
package struct StoredUserNotes: UserNotes {
    private let store: any NoteStore
    private let user: User

    package init(store: any NoteStore, user: User) {
        self.store = store
        self.user = user
    }

    package func notes() async throws -> [Note] {
        try await store.notes(of: user)
    }

    package func note(id: Note.ID) async throws -> Note? {
        try await store.note(id: id, of: user)
    }

    package func nextID() async throws -> Note.ID {
        try await store.nextID()
    }

    package func apply(_ changes: [Change]) async throws {
        try await store.apply(changes, of: user)
    }
}
