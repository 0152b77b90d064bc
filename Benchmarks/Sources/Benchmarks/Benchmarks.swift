import Foundation

/// Measures and prints the costs of the library.
///
/// usage: swift run -c release --package-path Benchmarks Benchmarks [OPTION]
///
/// --only TEXT: measures only the rows whose titles contain TEXT.
/// --rounds COUNT: measures each row once, with COUNT rounds instead of 21.
/// --titles: prints the titles of the rows.
/// --subjects COUNT, --baselines COUNT: runs one side of the rows COUNT times for a profiler, and measures nothing.
/// --sizes: measures the growth of programs instead of calls. Takes a minute or two.
/// --check: with --sizes, exits with 1 if a program exceeds a bound.
/// --memory: measures the bytes that bindings, instances, open scopes and overrides take, instead of calls.
/// --server: builds the server of Examples/NotesServer, and measures the cost of injection for an HTTP request to it.
@main
@MainActor
enum Benchmarks {
    static func main() async {
        do {
            let arguments = CommandLine.arguments
            if arguments.contains("--titles") {
                Suite().rows.forEach { print($0.title) }
            } else if let count = argument(after: "--subjects").flatMap(Int.init) {
                try selectedRows.forEach { _ = try $0.subject.seconds(count) }
            } else if let count = argument(after: "--baselines").flatMap(Int.init) {
                try selectedRows.forEach { _ = try $0.baseline.seconds(count) }
            } else {
                try await measure(arguments)
            }
        } catch {
            print("FAILED: \(error)")
            exit(1)
        }
    }

    private static func measure(_ arguments: [String]) async throws {
        print(machine)
        if arguments.contains("--sizes") {
            let figures = try Sizes.measure()
            print(Sizes.table(of: figures).text)
            if arguments.contains("--check"), let first = figures.first(where: { !$0.isWithinBound }) {
                print("FAILED: \(first.title) by more than \(first.bound.text()) kB")
                exit(1)
            }
        } else if arguments.contains("--memory") {
            print(try await Memory.measure().text)
        } else if arguments.contains("--server") {
            print(try measureServer())
        } else {
            let rows = selectedRows
            let measurements = try argument(after: "--rounds").flatMap(Int.init).map { rounds in
                try rows.map { try $0.measure(rounds: rounds) }
            }
            print(Measurement.table(of: try measurements ?? medians(of: rows)).text)
            if argument(after: "--only") == nil {
                print("\n" + (try measureLargeGraph().text))
            }
        }
    }

    private static var selectedRows: [Row] {
        let text = argument(after: "--only")
        return Suite().rows.filter { text == nil || $0.title.contains(text ?? "") }
    }

    /// Measures all rows three times, and returns the measurement with the median figure of each.
    private static func medians(of rows: [Row]) throws -> [Measurement] {
        let passes = try (0..<3).map { _ in try rows.map { try $0.measure() } }
        return rows.indices.map { row in passes.map { $0[row] }.sorted { $0.figure < $1.figure }[1] }
    }

    /// Runs the server's own benchmark, because this package does not have the server's dependencies.
    private static func measureServer() throws -> String {
        let package = repository.appendingPathComponent("Examples/NotesServer").path
        let arguments = ["run", "-c", "release", "--package-path", package, "SeamBenchmark"]
        return try captureOutput(of: "swift", arguments, environment: ["NOTES_BENCHMARK": "1"])
    }
}
