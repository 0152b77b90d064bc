import Fusion
import Logging

/// The settings of the program.
package struct NotesConfiguration: Sendable, Equatable {
    package var host = "127.0.0.1"
    package var port = 8080
    package var database = "notes.sqlite"
    package var logLevel = Logger.Level.info

    /// The users by their tokens.
    package var users: [String: User] = [:]

    package init() {}

    /// Reads `NOTES_HOST`, `NOTES_PORT`, `NOTES_DATABASE`, `NOTES_LOG_LEVEL` and `NOTES_TOKENS`, a list such as
    /// `alice:token1,bob:token2`, and keeps the defaults of the rest.
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
        if let text = environment["NOTES_TOKENS"] {
            users = try NotesConfiguration.users(in: text)
        }
    }

    /// The errors do not show tokens, because they are logged.
    private static func users(in text: String) throws -> [String: User] {
        var users: [String: User] = [:]
        for (number, entry) in zip(1..., text.split(separator: ",", omittingEmptySubsequences: false)) {
            let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isPlain) }) else {
                let form = "user:token, of letters, digits, '-', '_' and '.'"
                throw Malformed(
                    description: "NOTES_TOKENS is malformed: its entry \(number) is not of the form \(form)."
                )
            }
            guard users.updateValue(User(name: String(parts[0])), forKey: String(parts[1])) == nil else {
                throw Malformed(description: "NOTES_TOKENS is malformed: its entry \(number) has the token of another.")
            }
        }
        return users
    }

    package struct Malformed: Error, CustomStringConvertible {
        package let description: String
    }
}

extension Container {
    /// The settings, which the program assigns at start-up, and tests assign for themselves.
    @Service(.singleton) package var configuration = NotesConfiguration()
}
