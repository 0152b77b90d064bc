import Fusion
import Logging
import Wormer

extension Scope {
    /// From the arrival of a request until its response is known.
    package static let request = Scope("request")
}

/// Binds what the program is about.
///
/// It needs a `NoteStore`, which another module binds.
package func bindNotes(in injector: Injector) {
    // Whoever has a parameter of type NotesConfiguration gets the service of Container.
    Container(injector).setAlias(\.configuration, for: NotesConfiguration.self)

    injector.bind(Logger.self, lifetime: .singleton, to: .using(makeLogger(configuration:)))
    injector.bind(
        UnitOfWork.self,
        lifetime: .scope(.request),
        to: .using(UnitOfWork.init(store:)).onEnd { unitOfWork in try await unitOfWork.end() }
    )
    injector.bind(NoteBook.self, lifetime: .scope(.request), to: .using(NoteBook.init(store:unitOfWork:)))
    injector.decorate((any NoteStore).self, with: LoggingNoteStore.init(base:logger:))
    injector.bind(Health.self, to: .using(Health.init(checks:)))
    injector.contribute(to: (any HealthCheck).self, .using(StoreCheck.init(store:)))
}

private func makeLogger(configuration: NotesConfiguration) -> Logger {
    var logger = Logger(label: "notes")
    logger.logLevel = configuration.logLevel
    return logger
}
