import Foundation

extension Row {
    /// Measures subject and baseline in turn, so that whatever else the machine does hits both.
    func measure(rounds: Int = 15, operations: Int = 200_000) -> Measurement {
        var subjects: [Double] = []
        var baselines: [Double] = []
        var gains: [Double] = []
        for _ in 0..<rounds {
            baselines.append(nanoseconds(of: baseline, operations))
            subjects.append(nanoseconds(of: subject, operations))
            if case .ofScaling = limit {
                let subjectGain = nanoseconds(of: [subject[0]], operations) / subjects[subjects.count - 1]
                let baselineGain = nanoseconds(of: [baseline[0]], operations) / baselines[baselines.count - 1]
                gains.append(subjectGain / baselineGain)
            }
        }
        let (subject, baseline) = (subjects.median, baselines.median)
        let figure =
            switch limit {
            case .times: subject / baseline
            case .nanoseconds: subject
            case .ofScaling: gains.median
            }
        return Measurement(row: self, subject: subject, baseline: baseline, figure: figure)
    }

    /// The nanoseconds that one operation takes, if several threads do theirs at once.
    private func nanoseconds(of loops: [Loop], _ operations: Int) -> Double {
        if loops.count == 1 {
            return Row.seconds { loops[0](operations) } / Double(operations) * 1e9
        }
        let begin = DispatchSemaphore(value: 0)
        let ready = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for loop in loops {
            nonisolated(unsafe) let loop = loop
            Thread.detachNewThread {
                ready.signal()
                begin.wait()
                loop(operations)
                done.signal()
            }
        }
        loops.forEach { _ in ready.wait() }
        let seconds = Row.seconds {
            loops.forEach { _ in begin.signal() }
            loops.forEach { _ in done.wait() }
        }
        return seconds / Double(operations * loops.count) * 1e9
    }

    private static func seconds(_ body: () -> Void) -> Double {
        ContinuousClock().measure(body) / .seconds(1)
    }
}

extension [Double] {
    var median: Double {
        sorted()[count / 2]
    }
}
