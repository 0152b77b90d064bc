extension Row {
    /// Measures subject and baseline in turn, so that other load on the machine affects both.
    func measure(rounds: Int = 21) throws -> Measurement {
        let operations = try operationsOfRound()
        var subjects: [Double] = []
        var baselines: [Double] = []
        var gains: [Double] = []
        for _ in 0..<rounds {
            let baselineTime = try baseline.nanoseconds(operations)
            let subjectTime = try subject.nanoseconds(operations)
            baselines.append(baselineTime)
            subjects.append(subjectTime)
            if case .ofScaling = limit {
                let subjectGain = try subject.nanosecondsAlone(operations) / subjectTime
                let baselineGain = try baseline.nanosecondsAlone(operations) / baselineTime
                gains.append(subjectGain / baselineGain)
            }
        }
        let figure =
            switch limit {
            case .times: subjects.median / baselines.median
            case .nanoseconds: subjects.median
            case .ofScaling: gains.median
            }
        return Measurement(row: self, subject: subjects.median, baseline: baselines.median, figure: figure)
    }

    /// Returns the number of operations that the subject does in some milliseconds.
    ///
    /// Counting them also warms up the subject.
    private func operationsOfRound() throws -> Int {
        var operations = 1_000
        while operations < 200_000, try subject.seconds(operations) < 0.004 {
            operations *= 2
        }
        return operations
    }
}

extension Side {
    /// Returns the time of one operation in nanoseconds, over all threads.
    fileprivate func nanoseconds(_ operations: Int) throws -> Double {
        try seconds(operations) / Double(operations * threads) * 1e9
    }

    fileprivate func nanosecondsAlone(_ operations: Int) throws -> Double {
        try secondsAlone(operations) / Double(operations) * 1e9
    }
}

extension [Double] {
    var median: Double {
        sorted()[count / 2]
    }
}
