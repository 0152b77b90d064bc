import Foundation

/// Two sides that take turns in answering the same requests.
///
/// Rounds are short and come in pairs of alternating order, so that other load on the machine affects both sides alike.
/// The result is the median of many pairs, so load during a single round has little effect.
struct Comparison {
    /// The time of one round.
    private struct Measurement {
        let time: Double
        /// The processor time of the whole process, which depends less on other load on the machine.
        let work: Double

        init(of round: () async throws -> Void) async throws {
            let work = clock()
            time = try await ContinuousClock().measure { try await round() } / .seconds(1)
            self.work = Double(clock() - work) / Double(CLOCKS_PER_SEC)
        }
    }

    private let requests: Int
    private var pairs: [(injected: Measurement, wired: Measurement)] = []

    /// Measures pairs of rounds, in which each side answers a number of requests.
    init(
        requests: Int,
        pairs count: Int,
        injected: (Int) async throws -> Void,
        wired: (Int) async throws -> Void
    ) async throws {
        self.requests = requests
        // Makes the singletons before the measurement.
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
        | GET /notes/1 | injected | created by hand | ratio | middle half of the ratios |
        |---|---:|---:|---:|---|
        """

    /// The row of a Markdown table with the number of requests per second.
    func speedRow(_ title: String) -> String {
        row(title, of: { Double(requests) / $0.time }, format: "%.0f")
    }

    /// The row of a Markdown table with the processor time per request.
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
