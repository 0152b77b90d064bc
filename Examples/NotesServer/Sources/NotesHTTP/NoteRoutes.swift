import Hummingbird
import Notes
import Wormer

extension Note: ResponseEncodable {}

/// The routes for notes.
struct NoteRoutes {
    let injector: Injector

    /// The note book of the current request.
    private var book: NoteBook {
        get throws { try injector.throwingInstance() }
    }

    func add(to router: some RouterMethods<NotesContext>) {
        router.get("notes") { _, _ in
            try await book.notes()
        }
        router.post("notes") { request, context in
            let draft = try await request.decode(as: Draft.self, context: context)
            return created(try await book.add(draft))
        }
        // Adds all notes, or none if one of them is unusable.
        router.post("import") { request, context in
            let drafts = try await request.decode(as: [Draft].self, context: context)
            var notes: [Note] = []
            for draft in drafts {
                notes.append(try await book.add(draft))
            }
            return EditedResponse(status: .created, response: notes)
        }
        router.get("notes/:id") { _, context in
            try await book.note(id: context.noteID())
        }
        router.put("notes/:id") { request, context in
            let draft = try await request.decode(as: Draft.self, context: context)
            return try await book.replace(id: context.noteID(), by: draft)
        }
        router.delete("notes/:id") { _, context -> HTTPResponse.Status in
            try await book.remove(id: context.noteID())
            return .noContent
        }
    }

    private func created(_ note: Note) -> EditedResponse<Note> {
        EditedResponse(status: .created, headers: [.location: "/notes/\(note.id)"], response: note)
    }
}
