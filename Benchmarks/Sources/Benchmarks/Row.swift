/// One comparison of a subject with a baseline, and its limit.
struct Row {
    enum Limit {
        /// At most this many times the baseline.
        case times(Double)
        /// At most this many nanoseconds.
        case nanoseconds(Double)
        /// At least this fraction of the gain that a second thread brings to the baseline.
        case ofScaling(Double)
    }

    let title: String
    let limit: Limit
    let subject: Side
    let baseline: Side

    /// Creates a row for one thread.
    init(_ title: String, _ limit: Limit, subject: @escaping Side.Loop, baseline: @escaping Side.Loop = { _ in }) {
        self.init(title, limit, subject: .thread(subject), baseline: .thread(baseline))
    }

    /// Creates a row with other sides, such as tasks or several threads.
    init(_ title: String, _ limit: Limit, subject: Side, baseline: Side) {
        self.title = title
        self.limit = limit
        self.subject = subject
        self.baseline = baseline
    }
}

/// The result of a row.
struct Measurement {
    let row: Row
    /// The nanoseconds for each operation, over all threads.
    let subject: Double
    let baseline: Double
    /// The figure that the limit applies to.
    let figure: Double

    /// Whether the figure is within the limit, with a tolerance of a tenth.
    var isKept: Bool {
        switch row.limit {
        case .times(let limit), .nanoseconds(let limit): figure <= limit * 1.1
        case .ofScaling(let limit): figure >= limit * 0.9
        }
    }
}

extension Measurement {
    static func table(of measurements: [Measurement]) -> Table {
        let header = """
            | measurement | ns | baseline ns | figure | limit | result |
            |---|---:|---:|---:|---:|---|
            """
        return Table(header, rows: measurements.map(\.cells))
    }

    private var cells: [String] {
        let (text, limit, baseline): (String, String, Double?) =
            switch row.limit {
            case .times(let limit): ("\(figure.text(decimals: 2)) x", "at most \(limit) x", baseline)
            case .nanoseconds(let limit): ("\(figure.text()) ns", "at most \(limit.text()) ns", nil)
            case .ofScaling(let limit):
                (figure.text(decimals: 2), "at least \(limit) of the baseline's gain", baseline)
            }
        return [
            row.title, subject.text(decimals: 1), baseline?.text(decimals: 1) ?? "", text, limit,
            isKept ? "kept" : "MISSED",
        ]
    }
}
