import Foundation

/// Prints what the library costs.
///
/// usage: swift run -c release --package-path Benchmarks Benchmarks [--check] [--only TEXT] [OPTION]
///
/// --check: exit with 1 where a limit is missed by more than a tenth.
/// --only: only the rows whose titles contain TEXT.
/// --subjects COUNT, --baselines COUNT: instead of measuring, does one side of the rows COUNT times, for a profiler.
/// --builds: what programs grow by and how long a clean build takes, instead of the calls; takes a minute or two.
/// --server: what injection costs a request to the server of Examples/NotesServer, which is built for it.
@main
enum Benchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments
        print(machine)
        let isKept =
            if arguments.contains("--builds") {
                try measureBuilds()
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

    /// The server has a benchmark of its own, as its dependencies are not those of this package.
    private static func measureServer() throws -> Bool {
        let package = repository.appendingPathComponent("Examples/NotesServer").path
        let arguments = ["run", "-c", "release", "--package-path", package, "SeamBenchmark"]
        print(try captureOutput(of: "swift", arguments, environment: ["NOTES_BENCHMARK": "1"]), terminator: "")
        return true
    }
}
