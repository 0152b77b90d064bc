/// Keeps notes until the process ends, for tests and benchmarks.
package actor InMemoryNoteStore: NoteStore {
    private var kept: [User: [Note.ID: Note]]
    private var lastID: Note.ID

    package init(_ notes: [User: [Note]] = [:]) {
        kept = notes.mapValues { notes in Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0) }) }
        lastID = notes.values.joined().map(\.id).max() ?? 0
    }

    package func notes(of owner: User) -> [Note] {
        kept[owner, default: [:]].values.sorted { $0.id < $1.id }
    }

    package func note(id: Note.ID, of owner: User) -> Note? {
        kept[owner]?[id]
    }

    package func nextID() -> Note.ID {
        lastID += 1
        return lastID
    }

    package func apply(_ changes: [Change], of owner: User) throws {
        var changed = kept[owner, default: [:]]
        for change in changes {
            switch change {
            case .insert(let note): changed[note.id] = note
            case .update(let note): try replace(note.id, by: note, in: &changed)
            case .delete(let id): try replace(id, by: nil, in: &changed)
            }
        }
        kept[owner] = changed
    }

    package func close() {}

    private func replace(_ id: Note.ID, by note: Note?, in notes: inout [Note.ID: Note]) throws {
        guard notes[id] != nil else {
            throw NoteError.unknown(id: "\(id)")
        }
        notes[id] = note
    }
}
