import Hummingbird
import Logging
import Notes
import ServiceLifecycle
import Wormer
import WormerGraph

/// Creates the server from the bindings, to run with `runService()`, which shows what took how long at the start.
package func makeApplication(
    with injector: Injector,
    showing timeline: Timeline? = nil
) throws -> some ApplicationProtocol {
    let configuration = try injector.throwingInstance(for: NotesConfiguration.self)
    let logger = try injector.throwingInstance(for: Logger.self)
    return Application(
        router: try makeRouter(with: injector, showing: timeline),
        configuration: ApplicationConfiguration(
            address: .hostname(configuration.host, port: configuration.port),
            serverName: "notes"
        ),
        services: [Ending(injector: injector)],
        onServerRunning: { channel in
            let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
            let port = channel.localAddress?.port ?? configuration.port
            logger.info("the graph of the bindings: http://\(host):\(port)/graph")
        },
        logger: logger
    )
}

/// Creates the routes.
///
/// The routes for notes need a user. The other routes show no notes, and are open to programs that are not users, such
/// as health checks.
package func makeRouter(
    with injector: Injector,
    showing timeline: Timeline? = nil
) throws -> Router<NotesContext> {
    let router = Router(context: NotesContext.self)
    router.add(middleware: RequestIdentification())
    router.add(middleware: ErrorResponses())
    HealthRoute(injector: injector).add(to: router)
    GraphRoute(injector: injector, timeline: timeline).add(to: router)
    let notes = router.group()
        .add(middleware: Authentication(users: try injector.throwingInstance()))
        .add(middleware: RequestScope(injector: injector))
    NoteRoutes(injector: injector).add(to: notes)
    return router
}

/// Ends the injector's instances after the server has answered its last request.
///
/// Services are shut down in the reverse order of their start, and the server starts after its services.
private struct Ending: Service {
    let injector: Injector

    func run() async throws {
        // A cancellation means that another service failed. The instances end in that case, too.
        try? await gracefulShutdown()
        try await injector.end()
    }
}
