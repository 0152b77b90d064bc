/// One comparison: what is measured, what it is held against, and how far it may be from that.
struct Row {
    enum Limit {
        /// At most so many times the baseline.
        case times(Double)
        /// At most so many nanoseconds.
        case nanoseconds(Double)
        /// At least this part of how the baseline gains by a second thread.
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

    /// Creates a row whose sides run in tasks or in situations of their own.
    init(_ title: String, _ limit: Limit, subject: Side, baseline: Side) {
        self.title = title
        self.limit = limit
        self.subject = subject
        self.baseline = baseline
    }
}

/// What a row came to.
struct Measurement {
    let row: Row
    /// Nanoseconds for each operation; for several threads, of all of them together.
    let subject: Double
    let baseline: Double
    /// What the limit is about.
    let figure: Double

    /// Whether the limit is kept, give or take a tenth.
    var isKept: Bool {
        switch row.limit {
        case .times(let limit), .nanoseconds(let limit): figure <= limit * 1.1
        case .ofScaling(let limit): figure >= limit * 0.9
        }
    }
}
