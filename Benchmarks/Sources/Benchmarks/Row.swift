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
