import Foundation
import Hummingbird
import Notes
import NotesHTTP

/// The built program in its own process.
final class Program: Sendable {
    struct DidNotStart: Error {
        let code: Int32
        let output: String
    }

    let port: Int
    private let process: Process
    private let output: Output

    /// Starts the program on a free port, and waits until it listens.
    ///
    /// By default, its users are Alice and Bob with the tokens "apple" and "banana".
    init(
        database: String,
        logLevel: String? = nil,
        environment: [String: String] = ["NOTES_TOKENS": "alice:apple,bob:banana"]
    ) async throws {
        let process = Process()
        let output = Output()
        process.executableURL = Program.executable
        var environment = environment
        environment["NOTES_PORT"] = "0"
        environment["NOTES_DATABASE"] = database
        environment["NOTES_LOG_LEVEL"] = logLevel
        process.environment = environment
        process.standardOutput = output.pipe
        process.standardError = output.pipe
        try process.run()
        self.process = process
        self.output = output
        // The log shows the port.
        guard let match = output.wait(for: /listening on .*:(\d+)\n/), let port = Int(match.1) else {
            process.waitUntilExit()
            throw DidNotStart(code: process.terminationStatus, output: output.text)
        }
        self.port = port
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
        }
    }

    /// The program is in the folder that contains the tests.
    private static var executable: URL {
        let folders = [Bundle.main.bundleURL, Bundle(for: Program.self).bundleURL.deletingLastPathComponent()]
        let files = folders.map { $0.appending(path: "NotesServer") }
        return files.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? files[0]
    }

    /// Sends a signal and waits for the program to end.
    ///
    /// - Returns: The exit code or the signal that ended the program.
    func end(with signal: Int32) throws -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// All lines that the program wrote, without their times.
    ///
    /// Waits for the program to end.
    func lines() -> [String] {
        output.textAtEnd().split(separator: "\n").map { line in String(line.drop { $0 != " " }.dropFirst()) }
    }

    /// Sends a request of a user on a new connection.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        token: String = "apple",
        id: String? = nil
    ) async throws -> Connection.Response {
        var headers: HTTPFields = [.authorization: "Bearer \(token)"]
        headers[.requestID] = id
        return try await Connection.open(port: port) { try await $0.send(method, path, body, headers: headers) }
    }

    func notes(token: String = "apple") async throws -> [Note] {
        let response = try await send(.get, "/notes", token: token)
        return try JSONDecoder().decode([Note].self, from: response.body)
    }

    func post(_ text: String, token: String = "apple") async throws -> Note {
        let response = try await send(.post, "/notes", #"{"text":"\#(text)"}"#, token: token)
        return try JSONDecoder().decode(Note.self, from: response.body)
    }

    /// Posts notes until a request fails.
    ///
    /// - Returns: The notes that were acknowledged.
    func postUntilItBreaks(_ text: String) async -> [Note] {
        var notes: [Note] = []
        while let note = try? await post(text) {
            notes.append(note)
        }
        return notes
    }
}
