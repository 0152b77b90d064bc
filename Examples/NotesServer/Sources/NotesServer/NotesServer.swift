import Foundation
import Fusion
import Notes
import NotesHTTP
import NotesStorage
import Wormer

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

        // What cannot work is found out now, not at the first request.
        try injector.verify()
        _ = try await injector.asyncInstance(for: (any NoteStore).self)
        try await makeApplication(with: injector).runService()
    }
}
