import StressModel

// Checks the scopes that all workers share.

extension HistoryChecker {
    private typealias Sight = History.Sight

    private func period(_ number: Int) -> History.Period {
        histories[ID.thread(number)].periods[ID.index(number)]
    }

    mutating func checkPeriods() {
        var sights = histories.flatMap(\.sights)
        let found = sights.filter { $0.kind == .open }
        for sight in found {
            // A scope that was found in the other one, or around which it was opened.
            guard let outer = sight.outer, outer != sight.period else { continue }
            let opening = period(outer)
            if sight.name == .errand || opening.name == .shift || opening.outer != 0 && opening.outer != sight.period {
                complaints.append("inside \(opening), a request found another account's scope: \(sight)")
            } else {
                // The shift was open when the errand was opened in it, and may be ending when the errand is found.
                var around = sight
                around.outer = opening.outer == 0 ? nil : sight.period
                (around.start, around.end) = (opening.start, max(opening.end, opening.start))
                sights.append(around)
            }
        }
        sights.removeAll { $0.outer != nil && $0.outer != $0.period }
        for sight in sights where sight.kind == .open && sight.outer == nil && !period(sight.period).isBegun {
            complaints.append("a request found the scope of a handle: \(sight)")
        }
        checkEnds(sights)
    }

    private mutating func checkEnds(_ sights: [Sight]) {
        /// The last moment at which each scope was certainly open.
        var last: [Int: Int] = [:]
        for sight in sights where sight.kind == .open {
            last[sight.period] = max(last[sight.period] ?? 0, sight.start)
            if sight.end < period(sight.period).start {
                complaints.append("a scope was open before it was opened: \(sight)")
            }
        }
        let ends = Dictionary(grouping: sights.filter { $0.kind == .end }, by: \.period)
        let endsOfBegun = sights.filter { $0.kind == .endOfBegun }
        for sight in sights where sight.kind == .over || sight.kind == .ending {
            let opening = period(sight.period)
            let causes =
                (ends[sight.period] ?? []) + (ends[opening.outer] ?? [])
                + endsOfBegun.filter {
                    opening.isBegun && $0.name == opening.name || opening.outer == 0 && $0.name == .shift
                }
            if !causes.contains(where: { $0.start < sight.end }) {
                complaints.append("a scope was over before its end: \(sight)")
            }
        }
        for sight in sights where sight.kind == .ending {
            let opened = histories.lazy.flatMap(\.periods).first {
                $0.outer == sight.period && $0.end != 0 && $0.start > sight.end
            }
            if let opened { complaints.append("\(opened) was opened in a scope that was ending") }
        }
        let begun = last.filter { period($0.key).isBegun && period($0.key).name == .shift }
        for (number, last) in last {
            let opening = period(number)
            let over =
                (ends[number] ?? []) + (ends[opening.outer] ?? [])
                + sights.filter { $0.kind == .over && $0.period == number }
            if over.contains(where: { $0.end < last }) { complaints.append("\(opening) was open after its end") }
            let isInBegun = opening.outer == 0 && opening.name == .errand
            let others = endsOfBegun.filter { $0.start > opening.end && $0.end < last }
            let causes = others.filter { other in
                // While a call ends a shift and the errands inside, another shift may begin and end.
                isInBegun && other.name == .shift
                    ? !endsOfBegun.contains { $0.name == .shift && $0.start < other.end && $0.end > last }
                    : opening.isBegun && other.name == opening.name
            }
            if !causes.isEmpty { complaints.append("\(opening) was open after the end of what had begun") }
        }
        for (number, last) in begun {
            let opening = period(number)
            if begun.contains(where: { $0.key != number && max(period($0.key).end, opening.end) < min($0.value, last) })
            {
                complaints.append("two shifts had begun: \(opening)")
            }
            if sights.contains(where: {
                $0.kind == .unseen && $0.name == .shift && $0.start > opening.end && $0.end < last
            }) {
                complaints.append("a shift that had begun was not found: \(opening)")
            }
        }
    }
}
