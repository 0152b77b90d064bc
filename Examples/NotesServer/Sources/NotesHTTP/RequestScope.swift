import Hummingbird
import Notes
import Wormer

/// Opens the request's scope with its identifier and its user, so that everything bound in it is made once for each
/// request and may depend on them.
///
/// The scope ends before the response is sent: nobody is told that something was stored that was not.
struct RequestScope: RouterMiddleware {
    let injector: Injector

    func handle(
        _ request: Request,
        context: NotesContext,
        next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        guard let user = context.user else {
            preconditionFailure("RequestScope stands behind Authentication.")
        }
        do {
            return try await injector.withScope(.request, providing: context.requestID, user) {
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
