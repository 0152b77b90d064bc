import Hummingbird
import NIOCore
import NotesHTTP

/// A local server on a free port.
struct Server {
    let port: UInt16
    let router: BareRouter
    private let task: Task<Void, any Error>

    init(responder: RouterResponder<NotesContext>) async throws {
        let (channels, continuation) = AsyncStream.makeStream(of: (any Channel).self)
        let application = Application(
            responder: responder,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in continuation.yield(channel) },
            logger: Sides.logger
        )
        task = Task { try await application.run() }
        guard let channel = await channels.first(where: { _ in true }), let port = channel.localAddress?.port else {
            throw CancellationError()
        }
        self.port = UInt16(port)
        router = BareRouter(responder: responder, channel: channel)
    }

    func stop() {
        task.cancel()
    }
}
