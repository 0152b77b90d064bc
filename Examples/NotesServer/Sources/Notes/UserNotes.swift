/// The notes of the user who sent the current request; those of others are not there.
package protocol UserNotes: Sendable {
    /// Every note, the oldest first.
    func notes() async throws -> [Note]

    func note(id: Note.ID) async throws -> Note?

    /// An id that no note has had and that is not given out again.
    func nextID() async throws -> Note.ID

    /// Makes all of the changes or, if one of them is impossible, none.
    func apply(_ changes: [Change]) async throws
}

/// A user's part of a store.
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
