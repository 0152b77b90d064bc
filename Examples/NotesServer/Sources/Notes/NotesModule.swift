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

    injector.bind(
        interface: Logger.self,
        toImplementation: Logger.self,
        lifetime: .singleton,
        initializer: makeLogger(configuration:)
    )
    injector.bind(
        interface: UnitOfWork.self,
        toImplementation: UnitOfWork.self,
        lifetime: .scope(.request),
        onEnd: { unitOfWork in try await unitOfWork.end() },
        initializer: UnitOfWork.init(store:)
    )
    injector.bind(
        interface: NoteBook.self,
        toImplementation: NoteBook.self,
        lifetime: .scope(.request),
        initializer: NoteBook.init(store:unitOfWork:)
    )
    injector.decorate(interface: (any NoteStore).self, decorator: LoggingNoteStore.init(base:logger:))
    injector.bind(interface: Health.self, toImplementation: Health.self, initializer: Health.init(checks:))
    injector.contribute(to: (any HealthCheck).self, initializer: StoreCheck.init(store:))
}

private func makeLogger(configuration: NotesConfiguration) -> Logger {
    var logger = Logger(label: "notes")
    logger.logLevel = configuration.logLevel
    return logger
}
