import Fusion
import Logging

/// What may differ from one start of the program to the next.
package struct NotesConfiguration: Sendable, Equatable {
    package var host = "127.0.0.1"
    package var port = 8080
    package var database = "notes.sqlite"
    package var logLevel = Logger.Level.info

    package init() {}

    /// Reads `NOTES_HOST`, `NOTES_PORT`, `NOTES_DATABASE` and `NOTES_LOG_LEVEL`; what is not set keeps its default.
    package init(environment: [String: String]) throws {
        host = environment["NOTES_HOST"] ?? host
        database = environment["NOTES_DATABASE"] ?? database
        if let text = environment["NOTES_PORT"] {
            guard let port = UInt16(text) else {
                throw Malformed(description: "NOTES_PORT is '\(text)', which is no port: take 0 to 65535.")
            }
            self.port = Int(port)
        }
        if let text = environment["NOTES_LOG_LEVEL"] {
            guard let level = Logger.Level(rawValue: text) else {
                let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                throw Malformed(description: "NOTES_LOG_LEVEL is '\(text)': take one of \(levels).")
            }
            logLevel = level
        }
    }

    package struct Malformed: Error, CustomStringConvertible {
        package let description: String
    }
}

extension Container {
    /// Assigned once, when the program starts; tests assign their own.
    @Service(.singleton) package var configuration = NotesConfiguration()
}
