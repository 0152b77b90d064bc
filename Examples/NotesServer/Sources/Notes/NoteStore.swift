/// Where the notes of all users are kept.
///
/// For each user, the notes of others do not exist.
package protocol NoteStore: Sendable {
    /// Every note of a user, the oldest first.
    func notes(of owner: User) async throws -> [Note]

    func note(id: Note.ID, of owner: User) async throws -> Note?

    /// An id that no note has had and that is not given out again.
    func nextID() async throws -> Note.ID

    /// Makes all of the changes or, if one of them is impossible, none.
    func apply(_ changes: [Change], of owner: User) async throws

    /// Ends the use of the store.
    func close() async throws
}

package enum Change: Sendable, Equatable {
    case insert(Note)
    /// Fails with `NoteError.unknown` if the user has no such note.
    case update(Note)
    /// Fails with `NoteError.unknown` if the user has no such note.
    case delete(Note.ID)
}
