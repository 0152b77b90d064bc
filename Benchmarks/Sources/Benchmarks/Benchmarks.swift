import Foundation

/// Measures and prints the costs of the library.
///
/// usage: swift run -c release --package-path Benchmarks Benchmarks [--write] [OPTION]
///
/// --write: replaces the figures in the tables of the documents.
/// --only TEXT: measures only the rows whose titles contain TEXT.
/// --subjects COUNT, --baselines COUNT: runs one side of the rows COUNT times for a profiler, and measures nothing.
/// --builds: measures the growth of programs and the time of a clean build instead of calls. Takes a minute or two.
/// --check: with --builds, exits with 1 if the size of a program exceeds its bound.
/// --memory: measures the bytes that bindings, instances, open scopes and overrides take, instead of calls.
/// --server: builds the server of Examples/NotesServer, and measures the cost of injection for a request to it.
@main
@MainActor
enum Benchmarks {
    static func main() async {
        do {
            try await run(CommandLine.arguments)
        } catch {
            print("FAILED: \(error)")
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        if arguments.contains("--write"), arguments.contains("--only") {
            throw Failure(description: "--write replaces whole tables, so it cannot be used with --only")
        }
        print(machine)
        let outcome =
            if arguments.contains("--builds") {
                Outcome(try Builds.measure())
            } else if arguments.contains("--memory") {
                try await Memory.measure()
            } else if arguments.contains("--server") {
                try measureServer()
            } else {
                try measureCalls()
            }
        print(outcome.tables.map(\.text).joined(separator: "\n\n"))
        // Without --write too, so that CI notices a document without a place for its figures.
        let documents = try outcome.documents()
        if arguments.contains("--write") {
            for document in documents {
                try document.save()
            }
        }
        if arguments.contains("--check"), !outcome.isAcceptable {
            exit(1)
        }
    }

    private static func argument(after option: String) -> String? {
        CommandLine.arguments.firstIndex(of: option).map { CommandLine.arguments[$0 + 1] }
    }

    private static func measureCalls() throws -> Outcome {
        let text = argument(after: "--only")
        let rows = Suite().rows.filter { text == nil || $0.title.contains(text ?? "") }
        for (option, side) in [("--subjects", \Row.subject), ("--baselines", \Row.baseline)] {
            if let count = argument(after: option).flatMap({ Int($0) }) {
                for row in rows {
                    _ = try row[keyPath: side].seconds(count)
                }
                exit(0)
            }
        }
        let passes = try (0..<3).map { _ in try rows.map { try $0.measure() } }
        let measurements = rows.indices.map { row in passes.map { $0[row] }.sorted { $0.figure < $1.figure }[1] }
        return Outcome(measurements, largeGraph: text == nil ? try measureLargeGraph() : nil)
    }

    /// Runs the server's own benchmark, because this package does not have the server's dependencies.
    private static func measureServer() throws -> Outcome {
        let package = repository.appendingPathComponent("Examples/NotesServer").path
        let arguments = ["run", "-c", "release", "--package-path", package, "SeamBenchmark"]
        let output = try captureOutput(of: "swift", arguments, environment: ["NOTES_BENCHMARK": "1"])
        return Outcome(tables: [try Table(in: output)])
    }
}

/// A description of the machine in one line.
private var machine: String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let cpuinfo = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = cpuinfo.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ": ").last
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    return "\(cores) cores, \(model ?? "processor unknown"), \(system)"
}
