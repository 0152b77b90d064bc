import Hummingbird
import NIOCore
import Notes

/// Turns errors of the routes into JSON responses: `{"error":{"message":"..."}}`.
package struct ErrorResponses: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request,
        context: NotesContext,
        next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return try answer(to: error, request, context).response(from: request, context: context)
        }
    }

    private func answer(to error: any Error, _ request: Request, _ context: NotesContext) -> HTTPError {
        switch error {
        case NoteError.unknown(let id):
            return HTTPError(.notFound, message: "There is no note \(id).")
        case NoteError.unusable(let reason):
            return HTTPError(.unprocessableContent, message: reason)
        case is NIOTooManyBytesError:
            return HTTPError(.contentTooLarge, message: "The body has more than \(context.maxUploadSize) bytes.")
        case let error as HTTPError where error.body != nil:
            return error
        case let error as HTTPError where error.status == .notFound:
            return HTTPError(.notFound, message: "There is nothing at \(request.method) \(request.uri.path).")
        case let error as any HTTPResponseError:
            return HTTPError(error.status, message: error.status.reasonPhrase)
        default:
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            return HTTPError(.internalServerError, message: "The server failed. Nothing was changed.")
        }
    }
}
