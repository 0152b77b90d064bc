import Hummingbird
import Notes
import Wormer

/// Opens the request's scope with its identifier and its user, so that instances in the scope are made once for each
/// request and can depend on both values.
///
/// The scope ends before the response is sent, so a response never reports a change that could not be stored.
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
