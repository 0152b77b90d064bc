import Foundation

/// Two servers asked in turns.
///
/// Rounds are short and come in pairs whose order changes, so that both meet the same of what else the machine does;
/// of what it does to one of them, a median of many pairs knows little.
struct Comparison {
    private var pairs: [(injected: Client.Measurement, wired: Client.Measurement)] = []
    private let requests: Int

    init(_ injected: UInt16, _ wired: UInt16, _ requests: Int, _ count: Int) throws {
        self.requests = requests
        let injected = try Client(port: injected)
        let wired = try Client(port: wired)
        // What is made only once is made now.
        _ = try (injected.measure(10 * requests), wired.measure(10 * requests))
        for number in 0..<count {
            if number.isMultiple(of: 2) {
                let first = try injected.measure(requests)
                pairs.append((first, try wired.measure(requests)))
            } else {
                let first = try wired.measure(requests)
                pairs.append((try injected.measure(requests), first))
            }
        }
    }

    /// The medians as a Markdown table.
    var table: String {
        let speeds = pairs.map { $0.injected.speed / $0.wired.speed }.sorted()
        let works = pairs.map { $0.injected.work / $0.wired.work }.sorted()
        return """
            | GET /notes/1 | injected | wired by hand | ratio | half of the ratios between |
            |---|---:|---:|---:|---|
            | requests/s | \(perSecond(\.injected)) | \(perSecond(\.wired)) | \(row(speeds)) |
            | processor time of a request | \(time(\.injected)) | \(time(\.wired)) | \(row(works)) |

            medians of \(pairs.count) pairs of rounds of \(requests) requests, on one connection each
            """
    }

    private typealias Side = KeyPath<(injected: Client.Measurement, wired: Client.Measurement), Client.Measurement>

    private func perSecond(_ side: Side) -> String {
        String(Int(pairs.map { $0[keyPath: side].speed }.sorted()[pairs.count / 2]))
    }

    private func time(_ side: Side) -> String {
        let work = pairs.map { $0[keyPath: side].work }.sorted()[pairs.count / 2]
        return String(format: "%.1f µs", work / Double(requests) * 1e6)
    }

    private func row(_ ratios: [Double]) -> String {
        let quarters = [ratios.count / 2, ratios.count / 4, ratios.count * 3 / 4].map {
            String(format: "%.3f", ratios[$0])
        }
        return "\(quarters[0]) | \(quarters[1]) and \(quarters[2])"
    }
}
