import CHeap
import Foundation

/// Compares the library with others.
///
/// usage: Benchmarks/Peers/run [OPTION]
///
/// --only TEXT: measures only the rows whose titles contain TEXT.
/// --rounds COUNT: measures COUNT rounds instead of 41, or of 3 and 7 builds.
/// --builds: measures the sizes of programs and the times to build them instead of calls. Takes half an hour.
@main
@MainActor
enum Peers {
    static func main() {
        do {
            print(machine)
            if CommandLine.arguments.contains("--builds") {
                print(try measureBuilds(rounds: rounds).text)
            } else {
                print(try measureCalls().text)
                print("\n" + measureMemory().text)
            }
        } catch {
            print("FAILED: \(error)")
            exit(1)
        }
    }

    private static var rounds: Int? { argument(after: "--rounds").flatMap { Int($0) } }

    /// Measures each case with all libraries in turn, so that other load on the machine affects all of them.
    private static func measureCalls() throws -> Table {
        let text = argument(after: "--only")
        let rows = try Case.all.filter { text == nil || $0.title.contains(text ?? "") }.map { row in
            let sides = try Peer.all.map(row.side)
            let operations = try sides.map { try $0?.operationsOfRound() ?? 0 }
            var times = sides.map { _ in [Double]() }
            for _ in 0..<(rounds ?? 41) {
                for (index, side) in sides.enumerated() {
                    if let side { times[index].append(try side.nanoseconds(operations[index])) }
                }
            }
            return [row.title] + times.map { $0.isEmpty ? "" : $0.median.text(decimals: $0.median < 100 ? 1 : 0) }
        }
        return table("nanoseconds", of: Peer.all, rows: rows)
    }

    private static func measureMemory() -> Table {
        let peers = Peer.all.filter { $0.thousand != nil }
        let bytes = peers.map { peer in
            // The first time, types are instantiated, too.
            _ = peer.thousand?()
            let before = heap_size()
            let injector = peer.thousand?()
            return withExtendedLifetime(injector) { Double(heap_size() - before) }
        }
        return table("bytes", of: peers, rows: [["an injector with 1,000 bindings"] + bytes.map { $0.text() }])
    }

    private static func table(_ unit: String, of peers: [Peer], rows: [[String]]) -> Table {
        let names = peers.map(\.name).joined(separator: " | ")
        return Table("| \(unit) | \(names) |\n|---|\(peers.map { _ in "---:|" }.joined())", rows: rows)
    }
}
