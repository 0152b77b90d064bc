import Hummingbird
import Logging
import Notes
import ServiceLifecycle
import Wormer

/// Makes the server from what is bound; run it with `runService()`.
package func makeApplication(with injector: Injector) throws -> some ApplicationProtocol {
    let configuration = try injector.throwingInstance(for: NotesConfiguration.self)
    return Application(
        router: try makeRouter(with: injector),
        configuration: ApplicationConfiguration(
            address: .hostname(configuration.host, port: configuration.port),
            serverName: "notes"
        ),
        services: [Ending(injector: injector)],
        logger: try injector.throwingInstance()
    )
}

/// Makes the routes.
///
/// Those for notes need a user. The others say nothing about anybody's notes, and a program that checks the health of
/// servers is no user.
package func makeRouter(with injector: Injector) throws -> Router<NotesContext> {
    let router = Router(context: NotesContext.self)
    router.add(middleware: RequestIdentification())
    router.add(middleware: ErrorResponses())
    HealthRoute(injector: injector).add(to: router)
    GraphRoute(injector: injector).add(to: router)
    let notes = router.group()
        .add(middleware: Authentication(users: try injector.throwingInstance()))
        .add(middleware: RequestScope(injector: injector))
    NoteRoutes(injector: injector).add(to: notes)
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
