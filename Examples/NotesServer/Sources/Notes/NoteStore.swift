/// A store of the notes of all users.
///
/// A user cannot see the notes of other users.
package protocol NoteStore: Sendable {
    /// Returns the notes of a user, the oldest first.
    func notes(of owner: User) async throws -> [Note]

    func note(id: Note.ID, of owner: User) async throws -> Note?

    /// Returns a new id, which is never used again.
    func nextID() async throws -> Note.ID

    /// Makes all changes, or none if one of them is impossible.
    func apply(_ changes: [Change], of owner: User) async throws

    /// Closes the store.
    func close() async throws
}

package enum Change: Sendable, Equatable {
    case insert(Note)
    /// Fails with `NoteError.unknown` if the user has no such note.
    case update(Note)
    /// Fails with `NoteError.unknown` if the user has no such note.
    case delete(Note.ID)
}
