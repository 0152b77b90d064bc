import HTTPTypes
import Hummingbird
import Notes

extension HTTPField.Name {
    /// The identifier of a request, from the client or a proxy in front of the server, and back to them.
    package static let requestID = HTTPField.Name("X-Request-ID")!
}

/// Gives each request an identifier, which its log lines and its response carry.
///
/// It is that of the request's header, if that is a usable one, else a new one.
package struct RequestIdentification: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request,
        context: NotesContext,
        next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let id = request.headers[.requestID].flatMap({ Notes.RequestID($0) }) {
            context.requestID = id
        }
        context.logger[metadataKey: "request"] = "\(context.requestID)"
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID.description
        return response
    }
}
