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
///     SeamBenchmark [requests in a round] [rounds]
@main
enum SeamBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let requests = arguments.first ?? 1000
        let rounds = arguments.dropFirst().first ?? 101
        let injected = try await Server(responder: injected())
        let wired = try await Server(responder: wiredByHand())
        var speeds: (injected: [Double], wired: [Double]) = ([], [])
        var ratios: [Double] = []
        _ = try await (injected.speed(requests), wired.speed(requests))
        for round in 0..<rounds {
            // Rounds are short and come in pairs whose order changes, so that both meet the same of what else the
            // machine does.
            let isFirst = round.isMultiple(of: 2)
            let first = try await (isFirst ? injected : wired).speed(requests)
            let second = try await (isFirst ? wired : injected).speed(requests)
            let (one, other) = isFirst ? (first, second) : (second, first)
            speeds.injected.append(one)
            speeds.wired.append(other)
            ratios.append(one / other)
        }
        print(
            """
            GET /notes/1: injected \(Int(median(speeds.injected))) requests/s, \
            wired by hand \(Int(median(speeds.wired))) requests/s, \
            ratio \(String(format: "%.3f", median(ratios))) \
            (medians of \(rounds) rounds of \(requests) requests)
            """
        )
        injected.stop()
        wired.stop()
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    private static let store = InMemoryNoteStore([Note(id: 1, text: "Buy milk")])
    private static let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }

    private static func injected() -> RouterResponder<NotesContext> {
        let injector = Injector.default
        bindNotes(in: injector)
        injector.bind(interface: Logger.self, toImplementation: Logger.self, asSingleton: true) { logger }
        injector.bind(interface: (any NoteStore).self, toImplementation: InMemoryNoteStore.self, asSingleton: true) {
            store
        }
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
