import Fusion
import Logging
import Wormer

extension Scope {
    /// The scope of one request, from its arrival until its response is known.
    ///
    /// Open it with a `RequestID` and a `User`.
    package static let request = Scope("request")
}

/// Binds the domain of the program.
///
/// It needs a `NoteStore`, which another module binds.
package func bindNotes(in injector: Injector) {
    // A parameter of type NotesConfiguration resolves to the service of Container.
    Container(injector).setAlias(\.configuration, for: NotesConfiguration.self)

    injector.bind(Logger.self, lifetime: .singleton, to: .using(makeLogger(configuration:)))
    injector.bind((any Users).self, lifetime: .singleton, to: .using(ConfiguredUsers.init(configuration:)))
    injector.bind(Health.self, to: .using(Health.init(checks:)))
    injector.contribute(to: (any HealthCheck).self, .using(StoreCheck.init(store:)))
    bindRequests(in: injector)
}

/// Binds the services of one request.
private func bindRequests(in injector: Injector) {
    injector.bind(RequestID.self, lifetime: .scope(.request), to: .provided)
    injector.bind(User.self, lifetime: .scope(.request), to: .provided)
    injector.bind(RequestLog.self, lifetime: .scope(.request), to: .using(RequestLog.init(logger:id:user:)))
    injector.bind(
        (any UserNotes).self,
        lifetime: .scope(.request),
        to: .using(StoredUserNotes.init(store:user:))
    )
    injector.decorate((any UserNotes).self, with: LoggingUserNotes.init(base:log:))
    injector.bind(
        UnitOfWork.self,
        lifetime: .scope(.request),
        to: .using(UnitOfWork.init(notes:log:)).onEnd { unitOfWork in try await unitOfWork.end() }
    )
    injector.bind(NoteBook.self, lifetime: .scope(.request), to: .using(NoteBook.init(kept:unitOfWork:)))
}

private func makeLogger(configuration: NotesConfiguration) -> Logger {
    var logger = Logger(label: "notes")
    logger.logLevel = configuration.logLevel
    return logger
}
