import Hummingbird
import Logging
import Notes
import NotesHTTP
import Wormer

/// Two versions of the same server.
enum Sides {
    static let token = "apple"
    static let logger: Logger = {
        var logger = Logger(label: "benchmark")
        logger.logLevel = .error
        return logger
    }()

    private static let alice = User(name: "alice")
    private static let store = InMemoryNoteStore([alice: [Note(id: 1, text: "Buy milk")]])
    private static let users = ConfiguredUsers(configuration: configuration)
    private static let configuration: NotesConfiguration = {
        var configuration = NotesConfiguration()
        configuration.users = [token: alice]
        return configuration
    }()

    /// The server with its own routes, whose objects the injector makes.
    static func injected() throws -> RouterResponder<NotesContext> {
        let injector = Injector.default
        bindNotes(in: injector)
        injector.bind(Logger.self, lifetime: .singleton, to: .value(logger))
        injector.bind((any Users).self, lifetime: .singleton, to: .value(users))
        injector.bind((any NoteStore).self, lifetime: .singleton, to: .value(store))
        return try makeRouter(with: injector).buildResponder()
    }

    /// The server with only the measured route, behind the same middleware and with objects made by hand.
    static func wiredByHand() -> RouterResponder<NotesContext> {
        let router = Router(context: NotesContext.self)
        router.add(middleware: RequestIdentification())
        router.add(middleware: ErrorResponses())
        let notes = router.group().add(middleware: Authentication(users: users))
        notes.get("notes/:id") { _, context in
            guard let user = context.user else {
                throw HTTPError(.unauthorized)
            }
            let log = RequestLog(logger: logger, id: context.requestID, user: user)
            let kept = LoggingUserNotes(base: StoredUserNotes(store: store, user: user), log: log)
            let unitOfWork = UnitOfWork(notes: kept, log: log)
            do {
                let note = try await NoteBook(kept: kept, unitOfWork: unitOfWork).note(id: context.noteID())
                await unitOfWork.complete()
                try await unitOfWork.end()
                return note
            } catch {
                try await unitOfWork.end()
                throw error
            }
        }
        return router.buildResponder()
    }
}
