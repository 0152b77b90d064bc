import Wormer

extension Timeline: CustomStringConvertible {
    /// At most 20 lines: the whole duration, that of the main thread, the slowest constructions, the critical path, and
    /// what `prepare()` gains.
    ///
    /// The slowest are those with the longest time of their own, with the line of the binding. The critical path has
    /// the constructions and waits that determined the end, with what each contributed.
    public var description: String {
        guard start > 0 else { return "No timeline was begun: call Timeline.begin() before Timeline.end()." }
        let constructions = constructions
        let failures = constructions.count { $0.event.outcome == .failed }
        let failed = failures > 0 ? ", \(failures) failed" : ""
        let omitted = omittedCount > 0 ? ", \(omittedCount) not shown" : ""
        let main = entries.filter(\.event.isOnMainThread).map { entry in
            entry.ownNanoseconds + (entry.event.isAwaited ? 0 : entry.event.waitingInNanoseconds)
        }
        let slowest = constructions.sorted { $0.ownNanoseconds > $1.ownNanoseconds }.prefix(7)
        let path = criticalPath
        let longest = Set(path.sorted { $0.time > $1.time }.prefix(6).map(\.entry))
        var lines = ["\(ms(durationInNanoseconds)), \(counted(constructions.count))\(failed)\(omitted)"]
        lines.append("main thread: \(ms(main.reduce(0, +))) in constructions")
        lines.append("slowest by their own time:")
        lines += slowest.map { "  \(ms($0.ownNanoseconds)) \($0.name) \($0.location)" }
        lines.append("critical path: \(ms(path.map(\.time).reduce(0, +)))")
        lines += path.filter { longest.contains($0.entry) }.map { "  \(ms($0.time)) \(entries[$0.entry].name)" }
        return (constructions.isEmpty ? [lines[0]] : lines + gain).joined(separator: "\n")
    }

    /// The constructions and waits that determined the end, in the order of their ends, and for how long each did.
    private var criticalPath: [(entry: Int, time: UInt64)] {
        let parts = parts.sorted { $0.to < $1.to }
        var (times, followed): ([Int: UInt64], Set<Int>) = ([:], [])
        var rest = parts[...]
        while let part = rest.popLast() {
            let entry = entries[part.entry]
            // The construction that a lookup waited for determined when the wait ended.
            if entry.event.isWait, followed.insert(part.entry).inserted,
                let awaited = parts.lastIndex(where: { isAwaited(entries[$0.entry], by: entry) })
            {
                rest = parts[...awaited]
                continue
            }
            times[part.entry, default: 0] += part.to - part.from
            while let last = rest.last, last.to > part.from { rest.removeLast() }
        }
        return times.sorted { entries[$0.key].end < entries[$1.key].end }.map { ($0.key, $0.value) }
    }

    private func isAwaited(_ other: Construction, by wait: Construction) -> Bool {
        !other.event.isWait && other.start < wait.end && wait.start < other.end && other.event.key == wait.event.key
    }

    /// A line that compares the durations of asynchronous constructions with what they take at the same time.
    private var gain: [String] {
        let own = entries.map { $0.isAsynchronous ? $0.ownNanoseconds : 0 }
        let number = entries.count(where: \.isAsynchronous)
        guard number > 1 else { return [] }
        var (elapsed, end) = (0 as UInt64, start)
        for part in parts.sorted(by: { $0.from < $1.from }) where entries[part.entry].isAsynchronous && part.to > end {
            elapsed += part.to - max(part.from, end)
            end = part.to
        }
        // The longest chain of dependencies, which can't be constructed at the same time.
        var chains = own
        for (index, entry) in entries.enumerated().reversed() {
            if let parent = entry.parent { chains[parent] = max(chains[parent], own[parent] + chains[index]) }
        }
        return [
            "asynchronous: \(counted(number)) of \(ms(own.reduce(0, +))) in \(ms(elapsed)); "
                + "with prepare(), at best in \(ms(chains.max() ?? 0))"
        ]
    }

    func counted(_ number: Int) -> String { number == 1 ? "1 construction" : "\(number) constructions" }
}

extension Timeline.Construction {
    /// The interface, and whether this is a wait or has failed.
    var name: String {
        "\(event.key)" + (event.isWait ? " (waiting)" : event.outcome == .failed ? " (failed)" : "")
    }
}

func ms(_ nanoseconds: UInt64) -> String { tenths(Double(nanoseconds) / 1_000_000) + " ms" }

/// Returns a number with one decimal.
func tenths(_ number: Double) -> String {
    let tenths = Int(number * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
}
