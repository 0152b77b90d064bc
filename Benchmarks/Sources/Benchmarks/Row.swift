/// One comparison: what is measured, what it is held against, and how far it may be from that.
struct Row {
    /// Does something a number of times.
    typealias Loop = (Int) -> Void

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
    let baseline: [Loop]
    let subject: [Loop]

    /// Creates a row for one thread.
    init(_ title: String, _ limit: Limit, subject: @escaping Loop, baseline: @escaping Loop = { _ in }) {
        self.title = title
        self.limit = limit
        self.baseline = [baseline]
        self.subject = [subject]
    }

    /// Creates a row for several threads, each with a loop of its own.
    init(_ title: String, _ limit: Limit, subjects: [Loop], baselines: [Loop]) {
        self.title = title
        self.limit = limit
        baseline = baselines
        subject = subjects
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
