/// Where notes are kept.
package protocol NoteStore: Sendable {
    /// Every note, the oldest first.
    func notes() async throws -> [Note]

    func note(id: Note.ID) async throws -> Note?

    /// An id that no note has had and that is not given out again.
    func nextID() async throws -> Note.ID

    /// Makes all of the changes or, if one of them is impossible, none.
    func apply(_ changes: [Change]) async throws
}

package enum Change: Sendable, Equatable {
    case insert(Note)
    /// Fails with `NoteError.unknown` if the note is gone.
    case update(Note)
    /// Fails with `NoteError.unknown` if the note is gone.
    case delete(Note.ID)
}
