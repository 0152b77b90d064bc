import Foundation
import Hummingbird
import Notes

/// What Hummingbird and the routes know of one request.
package struct NotesContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    /// Set by `RequestIdentification`, if the client has one.
    package var requestID = Notes.RequestID()

    /// Set by `Authentication`.
    package var user: User?

    package init(source: Source) {
        coreContext = .init(source: source)
    }

    /// How many bytes of JSON are read.
    package static let largestBody = 64 * 1024

    package var maxUploadSize: Int { NotesContext.largestBody }

    package var responseEncoder: JSONEncoder { NotesContext.encoder }

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// The id in the path; what is no number is the id of no note.
    package func noteID() throws -> Note.ID {
        let text = try parameters.require("id")
        guard let id = Int(text) else {
            throw NoteError.unknown(id: text)
        }
        return id
    }
}
