import Foundation

/// Measures and prints the costs of the library.
///
/// usage: swift run -c release --package-path Benchmarks Benchmarks [--check] [--only TEXT] [OPTION]
///
/// --check: exits with 1 if a figure misses its limit by more than a tenth.
/// --only: measures only the rows whose titles contain TEXT.
/// --subjects COUNT, --baselines COUNT: runs one side of the rows COUNT times for a profiler, and measures nothing.
/// --builds: measures the growth of programs and the time of a clean build instead of calls. Takes a minute or two.
/// --memory: measures the bytes that bindings, instances, open scopes and overrides take, instead of calls.
/// --server: builds the server of Examples/NotesServer, and measures the cost of injection for a request to it.
@main
enum Benchmarks {
    static func main() async throws {
        let arguments = CommandLine.arguments
        print(machine)
        let isKept =
            if arguments.contains("--builds") {
                try measureBuilds()
            } else if arguments.contains("--memory") {
                try await measureMemory()
            } else if arguments.contains("--server") {
                try measureServer()
            } else {
                try measureCalls()
            }
        if arguments.contains("--check"), !isKept {
            exit(1)
        }
    }

    private static func argument(after option: String) -> String? {
        CommandLine.arguments.firstIndex(of: option).map { CommandLine.arguments[$0 + 1] }
    }

    private static func measureCalls() throws -> Bool {
        let text = argument(after: "--only")
        let rows = Suite().rows.filter { text == nil || $0.title.contains(text ?? "") }
        for (option, side) in [("--subjects", \Row.subject), ("--baselines", \Row.baseline)] {
            if let count = argument(after: option).flatMap({ Int($0) }) {
                for row in rows {
                    _ = try row[keyPath: side].seconds(count)
                }
                return true
            }
        }
        let measurements = try rows.map { try $0.measure() }
        print(measurements.table)
        if text == nil {
            try verifyAndRenderLargeGraph()
        }
        return measurements.allSatisfy(\.isKept)
    }

    private static func measureBuilds() throws -> Bool {
        let figures = try Builds.measure()
        print(figures.table)
        return figures.allSatisfy(\.isAcceptable)
    }

    private static func measureMemory() async throws -> Bool {
        print(try await Memory.measure().table)
        return true
    }

    /// Runs the server's own benchmark, because this package does not have the server's dependencies.
    private static func measureServer() throws -> Bool {
        let package = repository.appendingPathComponent("Examples/NotesServer").path
        let arguments = ["run", "-c", "release", "--package-path", package, "SeamBenchmark"]
        print(try captureOutput(of: "swift", arguments, environment: ["NOTES_BENCHMARK": "1"]), terminator: "")
        return true
    }
}
