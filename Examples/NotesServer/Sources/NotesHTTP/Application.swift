import Hummingbird
import Logging
import Notes
import ServiceLifecycle
import Wormer

/// Makes the server from what is bound; run it with `runService()`.
package func makeApplication(with injector: Injector) throws -> some ApplicationProtocol {
    let configuration = try injector.throwingInstance(for: NotesConfiguration.self)
    return Application(
        router: makeRouter(with: injector),
        configuration: ApplicationConfiguration(
            address: .hostname(configuration.host, port: configuration.port),
            serverName: "notes"
        ),
        services: [Ending(injector: injector)],
        logger: try injector.throwingInstance()
    )
}

/// Makes the routes.
package func makeRouter(with injector: Injector) -> Router<NotesContext> {
    let router = Router(context: NotesContext.self)
    router.add(middleware: ErrorResponses())
    HealthRoute(injector: injector).add(to: router)
    GraphRoute(injector: injector).add(to: router)
    NoteRoutes(injector: injector).add(to: router.group().add(middleware: RequestScope(injector: injector)))
    return router
}

/// Ends what the injector keeps, once the server has answered its last request.
///
/// Services are shut down in the reverse order of their start, and the server starts after its services.
private struct Ending: Service {
    let injector: Injector

    func run() async throws {
        // Cancelled means that another service has failed: the end is the same.
        try? await gracefulShutdown()
        try await injector.end()
    }
}
