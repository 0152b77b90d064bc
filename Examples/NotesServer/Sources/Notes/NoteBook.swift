/// The operations of one request on notes.
package struct NoteBook: Sendable {
    private let kept: any UserNotes
    private let unitOfWork: UnitOfWork

    package init(kept: any UserNotes, unitOfWork: UnitOfWork) {
        self.kept = kept
        self.unitOfWork = unitOfWork
    }

    package func notes() async throws -> [Note] {
        try await kept.notes()
    }

    package func note(id: Note.ID) async throws -> Note {
        guard let note = try await kept.note(id: id) else {
            throw NoteError.unknown(id: "\(id)")
        }
        return note
    }

    package func add(_ draft: Draft) async throws -> Note {
        let text = try draft.checkedText()
        let note = Note(id: try await kept.nextID(), text: text)
        await unitOfWork.register(.insert(note))
        return note
    }

    /// Committing the unit of work checks whether the note exists, so that no other request can remove it in between.
    package func replace(id: Note.ID, by draft: Draft) async throws -> Note {
        let note = Note(id: id, text: try draft.checkedText())
        await unitOfWork.register(.update(note))
        return note
    }

    package func remove(id: Note.ID) async {
        await unitOfWork.register(.delete(id))
    }
}
