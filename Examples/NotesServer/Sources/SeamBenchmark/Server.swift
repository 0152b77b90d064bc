import Hummingbird
import Logging
import NotesHTTP

/// A server on a free port of this machine.
struct Server {
    let port: UInt16
    private let task: Task<Void, any Error>

    init(responder: RouterResponder<NotesContext>) async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            responder: responder,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        )
        task = Task { try await application.run() }
        port = UInt16(await ports.first { _ in true } ?? 0)
    }

    func stop() {
        task.cancel()
    }
}
