import Hummingbird
import Notes

/// Sets the user of a request from its header `Authorization: Bearer ...`, or answers with 401.
package struct Authentication: RouterMiddleware {
    private let users: any Users

    package init(users: any Users) {
        self.users = users
    }

    package func handle(
        _ request: Request,
        context: NotesContext,
        next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        guard let token = request.bearerToken, let user = try await users.user(withToken: token) else {
            throw HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Bearer"], message: "A user's token is needed.")
        }
        var context = context
        context.user = user
        return try await next(request, context)
    }
}

extension Request {
    fileprivate var bearerToken: String? {
        let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1)
        guard let parts, parts.count == 2, parts[0].lowercased() == "bearer" else {
            return nil
        }
        return String(parts[1])
    }
}
