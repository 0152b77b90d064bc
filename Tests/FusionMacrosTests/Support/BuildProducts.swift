import Foundation
@_exported import TestSupport
import Testing

#if os(macOS) || os(Linux)
    /// The products of this build, located from the test bundle.
    enum BuildProducts {
        struct NotFound: Error { var what: String }

        private static var manager: FileManager { .default }

        static var directory: URL {
            get throws {
                // On Linux the bundle is this process, and on macOS an argument names it.
                for argument in CommandLine.arguments {
                    var url = URL(fileURLWithPath: argument)
                    while url.path != "/" {
                        let parent = url.deletingLastPathComponent()
                        if url.pathExtension == "xctest" { return parent }
                        url = parent
                    }
                }
                throw NotFound(what: "the test bundle in \(CommandLine.arguments)")
            }
        }

        static var plugin: URL {
            get throws {
                let directory = try directory
                for name in ["FusionMacros-tool", "FusionMacros"] {
                    let url = directory.appendingPathComponent(name)
                    if FileManager.default.isExecutableFile(atPath: url.path) { return url }
                }
                throw NotFound(what: "the plugin in \(directory.path)")
            }
        }

        /// The arguments that compile a client of Fusion.
        static var compilerArguments: [String] {
            get throws {
                let directory = try directory
                // The tests of a macro are built for the host, in directories with the suffix "-tool".
                let modules = ["Modules-tool", "Modules"].map { directory.appendingPathComponent($0).path }
                guard let path = modules.first(where: { manager.fileExists(atPath: $0 + "/Fusion.swiftmodule") }) else {
                    throw NotFound(what: "the module Fusion in \(directory.path)")
                }
                var arguments = [
                    "-swift-version", "6", "-parse-as-library", "-module-name", "Client",
                    "-load-plugin-executable", try plugin.path + "#FusionMacros", "-I", path,
                ]
                let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
                let map = root.appendingPathComponent("Sources/CWormer/include/module.modulemap").path
                arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
                #if os(macOS)
                    if let sdk = try? output("/usr/bin/xcrun", ["--show-sdk-path"]) {
                        arguments += ["-sdk", sdk.text.trimmingCharacters(in: .whitespacesAndNewlines)]
                    }
                #endif
                return arguments
            }
        }

        /// Runs a program of this build with a command, and returns its output without the line numbers of files.
        static func output(of program: String, _ command: String) throws -> String {
            let (status, text) = try output(directory.appendingPathComponent(program).path, [command])
            #expect(status == 0)
            return text.withoutLocations
        }

        static func output(_ executable: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
            let (status, bytes) = try run(executable, arguments)
            return (status, String(decoding: bytes, as: UTF8.self))
        }

        /// Runs a program and returns its status and its output.
        ///
        /// `talk` writes to the program, and returns what it has read of the answers.
        static func run(
            _ executable: String,
            _ arguments: [String] = [],
            talk: (_ input: FileHandle, _ output: FileHandle) throws -> Data = { _, _ in Data() }
        ) throws -> (status: Int32, output: Data) {
            // A program that ends early fails the expectation and does not end the tests.
            signal(SIGPIPE, SIG_IGN)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: executable)
            process.arguments = arguments
            let (input, output) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            process.standardError = output
            try process.run()
            // A compiler that hangs must not block the tests.
            DispatchQueue.global().asyncAfter(deadline: .now() + 120) { [process] in
                if process.isRunning { process.terminate() }
            }
            let answers = try talk(input.fileHandleForWriting, output.fileHandleForReading)
            try input.fileHandleForWriting.close()
            let rest = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, answers + rest)
        }
    }

    /// An error or a warning of the compiler, with its notes.
    struct CompilerDiagnostic: Equatable {
        var level: String
        var file: String
        var line: Int
        var column: Int
        var message: String
        var notes: [CompilerDiagnostic] = []

        /// The diagnostics in the output of the compiler, where notes follow what they belong to.
        static func read(_ output: String) -> [CompilerDiagnostic] {
            output.matches(of: /(?m)^(\/.+?|<unknown>):(\d+):(?:(\d+):)? (error|warning|note): (.+)$/).reduce(into: [])
            { found, match in
                let (_, file, line, column, level, message) = match.output
                let diagnostic = CompilerDiagnostic(
                    level: String(level),
                    file: String(file),
                    line: Int(line) ?? 0,
                    column: column.flatMap { Int($0) } ?? 0,
                    message: String(message)
                )
                if level == "note", let last = found.indices.last {
                    found[last].notes.append(diagnostic)
                } else {
                    found.append(diagnostic)
                }
            }
        }
    }

    /// The compiler front end of the toolchain, with a temporary directory.
    struct Compiler {
        let directory: URL

        init() throws {
            directory = FileManager.default.temporaryDirectory
                .appendingPathComponent("FusionMacrosTests-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }

        func remove() { try? FileManager.default.removeItem(at: directory) }

        func write(_ text: String, to name: String) throws -> String {
            let url = directory.appendingPathComponent(name)
            try Data(text.utf8).write(to: url)
            return url.path
        }

        /// Type-checks the files as one module and returns the errors and warnings.
        func typeCheck(
            _ files: [String],
            flags: [String] = []
        ) throws -> (diagnostics: [CompilerDiagnostic], text: String) {
            let arguments =
                ["swiftc", "-frontend", "-typecheck", "-diagnostic-style", "llvm"] + flags + files
                + (try BuildProducts.compilerArguments)
            let (_, text) = try BuildProducts.output("/usr/bin/env", arguments)
            return (CompilerDiagnostic.read(text), text)
        }

        /// The paths of the files with a syntax error.
        func parse(_ files: [String]) throws -> Set<String> {
            let list = try write(files.joined(separator: "\n"), to: "files.txt")
            let arguments = ["swiftc", "-frontend", "-parse", "-swift-version", "6", "-parse-as-library", "@" + list]
            let (status, text) = try BuildProducts.output("/usr/bin/env", arguments + ["-diagnostic-style", "llvm"])
            let lines = text.split(separator: "\n").filter { $0.contains(": error: ") }
            let broken = Set(lines.map { String($0.prefix(while: { $0 != ":" })) })
            guard status == 0 || !broken.isEmpty else { throw BuildProducts.NotFound(what: text) }
            return broken
        }
    }
#endif
