import Foundation
import Testing

@Suite("The server behaves as README.md shows", .timeLimit(.minutes(2)))
struct ReadmeTests {
    private static let readme = URL(filePath: #filePath).appending(path: "../../../README.md").standardized

    @Test("The commands under 'Start it' print the lines below them, and the log ends as README.md shows")
    func session() async throws {
        let start = try block("sh").joined().split(separator: " ")
        #expect(start.drop(while: { $0.contains("=") }) == ["swift", "run", "--package-path", "Examples/NotesServer"])
        var environment: [String: String] = [:]
        for variable in start.prefix(while: { $0.contains("=") }) {
            let parts = variable.split(separator: "=", maxSplits: 1)
            environment[String(parts[0])] = String(parts[1])
        }
        let folder = try Folder()
        let program = try await Program(database: folder.database, environment: environment)

        let session = try block("console").joined(separator: "\n")
        for step in "\n\(session)".split(separator: "\n$ ") {
            let lines = step.split(separator: "\n", maxSplits: 1)
            #expect(lines[0].contains("127.0.0.1:8080"))
            let command = String(lines[0]).replacing("127.0.0.1:8080", with: "127.0.0.1:\(program.port)")
            let printed = try run(command)
            #expect(printed == lines.dropFirst().joined(), "\(lines[0])")
        }

        #expect(try program.end(with: SIGTERM) == 0)
        let log = try block("text").map(String.init)
        #expect(program.lines().suffix(log.count) == log[...])
    }

    /// The lines of the first code block of a language under the heading "Start it".
    private func block(_ language: String) throws -> ArraySlice<Substring> {
        let readme = try String(contentsOf: Self.readme, encoding: .utf8)
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "## Start it" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        let block = section.drop { $0 != "```\(language)" }.dropFirst().prefix { $0 != "```" }
        try #require(!block.isEmpty, "README.md has no ```\(language) block under 'Start it'.")
        return block
    }

    /// Runs a shell command.
    ///
    /// - Returns: The text that it prints, without the newline at the end.
    private func run(_ command: String) throws -> String {
        let process = Process()
        let output = Output()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", command]
        process.standardOutput = output.pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(command)")
        return output.textAtEnd().trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
