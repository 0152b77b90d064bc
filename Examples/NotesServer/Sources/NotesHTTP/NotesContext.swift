import Foundation
import Hummingbird
import Notes

/// The context of one request, for Hummingbird and the routes.
package struct NotesContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    /// The identifier, which `RequestIdentification` sets to the client's if there is one.
    package var requestID = Notes.RequestID()

    /// The user, whom `Authentication` sets.
    package var user: User?

    package init(source: Source) {
        coreContext = .init(source: source)
    }

    /// The maximum size of a JSON body, in bytes.
    package static let largestBody = 64 * 1024

    package var maxUploadSize: Int { NotesContext.largestBody }

    package var requestDecoder: BodyDecoder { BodyDecoder() }

    package var responseEncoder: JSONEncoder { NotesContext.encoder }

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// Returns the id in the path, and treats a text that is not a number as an unknown id.
    package func noteID() throws -> Note.ID {
        let text = try parameters.require("id")
        guard let id = Int(text) else {
            throw NoteError.unknown(id: text)
        }
        return id
    }
}

/// Decodes the body of a request.
///
/// Its errors say what to send, and nothing of how this program decodes it.
package struct BodyDecoder: RequestDecoder {
    package func decode<Body: Decodable>(
        _ type: Body.Type,
        from request: Request,
        context: some RequestContext
    ) async throws -> Body {
        do {
            return try await JSONDecoder().decode(type, from: request, context: context)
        } catch is DecodingError {
            let form = #"{"text": "Buy milk"}, or for /import a list of them"#
            throw HTTPError(.badRequest, message: "The body must be JSON of the form \(form).")
        }
    }
}
