import Foundation

/// Two sides that answer the same requests in turns.
///
/// Rounds are short and come in pairs whose order changes, so that both meet the same of what else the machine does;
/// of what it does to one of them, a median of many pairs knows little.
struct Comparison {
    /// The time that a round took.
    private struct Measurement {
        let time: Double
        /// Processor time of the whole process, which depends less on what else the machine does.
        let work: Double

        init(of round: () async throws -> Void) async throws {
            let work = clock()
            time = try await ContinuousClock().measure { try await round() } / .seconds(1)
            self.work = Double(clock() - work) / Double(CLOCKS_PER_SEC)
        }
    }

    private let requests: Int
    private var pairs: [(injected: Measurement, wired: Measurement)] = []

    /// Measures pairs of rounds, in each of which a side answers a number of requests.
    init(
        requests: Int,
        pairs count: Int,
        injected: (Int) async throws -> Void,
        wired: (Int) async throws -> Void
    ) async throws {
        self.requests = requests
        // What is made only once is made now.
        try await injected(10 * requests)
        try await wired(10 * requests)
        for number in 0..<count {
            if number.isMultiple(of: 2) {
                let first = try await Measurement { try await injected(requests) }
                pairs.append((first, try await Measurement { try await wired(requests) }))
            } else {
                let first = try await Measurement { try await wired(requests) }
                pairs.append((try await Measurement { try await injected(requests) }, first))
            }
        }
    }

    static let header = """
        | GET /notes/1 | injected | wired by hand | ratio | half of the ratios between |
        |---|---:|---:|---:|---|
        """

    /// The row of a Markdown table with the requests that were answered in a second.
    func speedRow(_ title: String) -> String {
        row(title, of: { Double(requests) / $0.time }, format: "%.0f")
    }

    /// The row of a Markdown table with the processor time of a request.
    func workRow(_ title: String) -> String {
        row(title, of: { $0.work / Double(requests) * 1e6 }, format: "%.1f µs")
    }

    private func row(_ title: String, of figure: (Measurement) -> Double, format: String) -> String {
        let injected = pairs.map { figure($0.injected) }.sorted()
        let wired = pairs.map { figure($0.wired) }.sorted()
        let ratios = pairs.map { figure($0.injected) / figure($0.wired) }.sorted()
        let middle = pairs.count / 2
        let quarters = [ratios[pairs.count / 4], ratios[pairs.count * 3 / 4]].map { String(format: "%.3f", $0) }
        return [
            title,
            String(format: format, injected[middle]),
            String(format: format, wired[middle]),
            String(format: "%.3f", ratios[middle]),
            quarters.joined(separator: " and "),
        ].reduce("|") { "\($0) \($1) |" }
    }
}
