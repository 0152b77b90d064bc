import Hummingbird
import NIOCore
import NotesHTTP

/// The router of a server, called without a socket.
struct BareRouter: Sendable {
    let responder: RouterResponder<NotesContext>

    /// The channel that the context of a request needs.
    let channel: any Channel

    private struct Failure: Error {
        let status: HTTPResponse.Status
    }

    /// Sends requests one after another.
    @concurrent func send(_ requests: Int) async throws {
        let head = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "localhost",
            path: "/notes/1",
            headerFields: [.authorization: "Bearer \(Sides.token)"]
        )
        for _ in 0..<requests {
            let response = try await responder.respond(
                to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
                context: NotesContext(source: .init(channel: channel, logger: Sides.logger))
            )
            guard response.status == .ok else {
                throw Failure(status: response.status)
            }
        }
    }
}
