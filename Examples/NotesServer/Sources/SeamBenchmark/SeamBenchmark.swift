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
        _ = try await (injected.measure(requests), wired.measure(requests))
        var pairs: [(injected: Server.Measurement, wired: Server.Measurement)] = []
        for round in 0..<rounds {
            // Rounds are short and come in pairs whose order changes, so that both meet the same of what else the
            // machine does.
            let isFirst = round.isMultiple(of: 2)
            let first = try await (isFirst ? injected : wired).measure(requests)
            let second = try await (isFirst ? wired : injected).measure(requests)
            pairs.append(isFirst ? (first, second) : (second, first))
        }
        print(
            """
            GET /notes/1: injected \(Int(median(pairs.map(\.injected.speed)))) requests/s, \
            wired by hand \(Int(median(pairs.map(\.wired.speed)))) requests/s, \
            ratio \(format(pairs.map { $0.injected.speed / $0.wired.speed })), \
            of processor time \(format(pairs.map { $0.injected.work / $0.wired.work })) \
            (medians of \(rounds) pairs of rounds of \(requests) requests)
            """
        )
        injected.stop()
        wired.stop()
    }

    private static func format(_ ratios: [Double]) -> String {
        String(format: "%.3f", median(ratios))
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
