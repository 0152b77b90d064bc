import HTTPTypes
import Hummingbird
import Notes

extension HTTPField.Name {
    /// The header with the identifier of a request, in requests and in responses.
    package static let requestID = HTTPField.Name("X-Request-ID")!
}

/// Gives each request an identifier, which its log lines and its response contain.
///
/// The identifier is taken from the request's header if it is usable. Otherwise it is a new one.
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
