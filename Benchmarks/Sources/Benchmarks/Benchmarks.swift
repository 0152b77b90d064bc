import Foundation

/// Prints what the library costs.
///
/// usage: swift run -c release --package-path Benchmarks Benchmarks [--check] [--only TEXT]
///
/// --check: exit with 1 where a limit is missed by more than a tenth.
/// --only: only the rows whose titles contain TEXT.
@main
enum Benchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments
        let only = arguments.firstIndex(of: "--only").map { arguments[$0 + 1] }
        print(machine)
        let measurements = makeRows().filter { only == nil || $0.title.contains(only ?? "") }.map { $0.measure() }
        print(measurements.table)
        if only == nil {
            try verifyAndRenderLargeGraph()
        }
        if arguments.contains("--check"), measurements.contains(where: { !$0.isKept }) {
            exit(1)
        }
    }
}
