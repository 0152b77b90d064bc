import Foundation
import Fusion
import Logging
import Notes
import NotesHTTP
import NotesStorage
import Wormer
import WormerGraph

/// A small server for notes.
@main
enum NotesServer {
    static func main() async {
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("NotesServer: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        let injector = Injector.default
        Container.configuration = try NotesConfiguration(environment: ProcessInfo.processInfo.environment)
        bindNotes(in: injector)
        bindStorage(in: injector)

        // Finds mistakes now instead of at the first request.
        let verification = try injector.verify()
        let logger = injector.instance(for: Logger.self)
        logger.info("\(verification.checkedCount) bindings verified")
        let timeline = try await injector.timeline { try await injector.prepare() }
        if Container.configuration.users.isEmpty {
            logger.warning("NOTES_TOKENS is not set: there are no users")
        }
        try await makeApplication(with: injector, showing: timeline).runService()
    }
}
