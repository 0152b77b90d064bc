import Foundation
import Testing

/// This test executable in another process.
enum OtherProcess {
    private static let variable = "WORMER_OTHER_PROCESS"

    /// The name of the test that ends this process, or nil in the process of all tests.
    static var test: String? { ProcessInfo.processInfo.environment[variable] }

    #if os(Linux)
        /// Runs a test that ends its process.
        ///
        /// - Parameters:
        ///   - test: The name of the test.
        ///   - arguments: The arguments of the executable.
        /// - Returns: The lines that the process printed before its fatal error, and the remaining lines, without
        /// indentation.
        /// - Throws: An error if the process cannot be started.
        static func run(_ test: String, _ arguments: [String]) throws -> (before: [String], after: [String]) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = arguments
            let own = [variable: test, "NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=no"]
            process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            process.standardInput = FileHandle.nullDevice
            try process.run()
            // A process that hangs must not block the tests.
            DispatchQueue.global().asyncAfter(deadline: .now() + 120) { [process] in
                if process.isRunning { process.terminate() }
            }
            let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            let lines = text.components(separatedBy: "\n").map { line in
                // Swift Testing puts its own marks in front of a text.
                String(line.drop { !$0.isASCII || $0 == " " })
            }
            let end = lines.firstIndex { $0.contains("Fatal error: ") } ?? lines.endIndex
            return (Array(lines[..<end]), Array(lines[end...]))
        }
    #endif
}

extension String {
    /// The lines without indentation.
    var plainLines: [String] { components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) } }
}

extension [String] {
    /// Whether the array contains `lines` in sequence.
    func contains(lines: [String]) -> Bool { indices.contains { self[$0...].starts(with: lines) } }
}

extension Trait where Self == ConditionTrait {
    /// The test runs only in the process that was started for it.
    static func inOtherProcess(_ test: String) -> Self { .enabled(if: OtherProcess.test == test) }
}
