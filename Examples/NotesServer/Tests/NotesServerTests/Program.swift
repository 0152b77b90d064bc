import Foundation
import Hummingbird
import HummingbirdTesting
import Notes

/// The built program in a process of its own.
final class Program: Sendable {
    struct DidNotStart: Error {
        let code: Int32
        let output: String
    }

    private let process: Process
    private let port: Int

    /// Starts the program on a port that is free, and waits until it listens.
    init(database: String) async throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Program.executable
        process.environment = ["NOTES_PORT": "0", "NOTES_DATABASE": database, "NOTES_LOG_LEVEL": "info"]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        self.process = process
        var text = ""
        // The log tells the port. What comes later is less than a pipe holds.
        while true {
            if let match = text.firstMatch(of: /listening on .*:(\d+)\n/), let port = Int(match.1) {
                self.port = port
                return
            }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty {
                process.waitUntilExit()
                throw DidNotStart(code: process.terminationStatus, output: text)
            }
            text += String(decoding: data, as: UTF8.self)
        }
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
        }
    }

    /// The program lies beside the tests.
    private static var executable: URL {
        let folders = [Bundle.main.bundleURL, Bundle(for: Program.self).bundleURL.deletingLastPathComponent()]
        let files = folders.map { $0.appending(path: "NotesServer") }
        return files.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? files[0]
    }

    /// Sends a signal and waits for the end.
    ///
    /// - Returns: The exit code or the signal that ended the program.
    func end(with signal: Int32) throws -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Sends a request on a connection of its own.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil
    ) async throws -> TestClient.Response {
        try await withConnection { connection in
            let body = body.map(ByteBuffer.init(string:))
            return try await connection.execute(
                TestClient.Request(path, method: method, authority: "localhost", body: body)
            )
        }
    }

    func withConnection<Result: Sendable>(
        _ body: @escaping @Sendable (TestClient) async throws -> Result
    ) async throws -> Result {
        try await TestClient.withClient(host: "127.0.0.1", port: port, operation: body)
    }

    func notes() async throws -> [Note] {
        let response = try await send(.get, "/notes")
        return try JSONDecoder().decode([Note].self, from: response.body ?? ByteBuffer())
    }

    func post(_ text: String) async throws -> Note {
        let response = try await send(.post, "/notes", #"{"text":"\#(text)"}"#)
        return try JSONDecoder().decode(Note.self, from: response.body ?? ByteBuffer())
    }

    /// Writes until the program is gone.
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
