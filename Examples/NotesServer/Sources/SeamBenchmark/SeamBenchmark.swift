import Foundation
import Hummingbird
import Logging
import Notes
import NotesHTTP
import Wormer

/// Measures what injection costs a request.
///
/// `GET /notes/1` is answered by the server's own routes, in a scope of the request's, with objects that the injector
/// makes; and by a handler that makes the same objects by hand. Both are asked in turns.
///
///     SeamBenchmark [requests in a round] [pairs of rounds]
@main
enum SeamBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let requests = arguments.first ?? 200
        let pairs = arguments.dropFirst().first ?? 501
        let injected = try await Server(responder: injected())
        let wired = try await Server(responder: wiredByHand())
        let ports = (injected: injected.port, wired: wired.port)
        // On a thread of its own: those of tasks belong to the server, and there may be no more than one.
        let comparison = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Comparison(ports.injected, ports.wired, requests, pairs) })
            }
        }
        print(comparison.table)
        injected.stop()
        wired.stop()
    }

    private static let store = InMemoryNoteStore([Note(id: 1, text: "Buy milk")])
    private static let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }

    private static func injected() -> RouterResponder<NotesContext> {
        let injector = Injector.default
        bindNotes(in: injector)
        injector.bind(Logger.self, lifetime: .singleton, to: .make { logger })
        injector.bind((any NoteStore).self, lifetime: .singleton, to: .make { store })
        return makeRouter(with: injector).buildResponder()
    }

    private static func wiredByHand() -> RouterResponder<NotesContext> {
        let store = LoggingNoteStore(base: store, logger: logger)
        let router = Router(context: NotesContext.self)
        router.add(middleware: ErrorResponses())
        router.get("notes/:id") { _, context in
            let unitOfWork = UnitOfWork(store: store)
            let book = NoteBook(store: store, unitOfWork: unitOfWork)
            let note = try await book.note(id: context.noteID())
            await unitOfWork.complete()
            try await unitOfWork.end()
            return note
        }
        return router.buildResponder()
    }
}
