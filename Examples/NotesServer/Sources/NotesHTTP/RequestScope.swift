import Hummingbird
import Notes
import Wormer

/// Opens the request's scope, so that whatever is bound in it is made once for each request.
///
/// The scope ends before the response is sent: nobody is told that something was stored that was not.
struct RequestScope: RouterMiddleware {
    let injector: Injector

    func handle(
        _ request: Request,
        context: NotesContext,
        next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await injector.withScope(.request) {
                let response = try await next(request, context)
                if response.status.kind == .successful {
                    try await injector.throwingInstance(for: UnitOfWork.self).complete()
                }
                return response
            }
        } catch let error as EndingError {
            throw error.errors.first ?? error
        }
    }
}
