extension Row {
    /// Measures subject and baseline in turn, so that other load on the machine affects both.
    func measure(rounds: Int = 21) throws -> Measurement {
        let operations = try subject.operationsOfRound()
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
}
