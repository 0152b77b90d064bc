/// The calls that changed a key, in the order of their ends.
struct Changes {
    private var calls: [(start: Int, end: Int)] = []
    private var unbindings: [(start: Int, end: Int)] = []
    /// The latest start among the calls up to each index.
    private var latestStarts: [Int] = []
    /// The earliest start among the unbindings from each index.
    private var earliestUnbindings: [Int] = []

    mutating func add(_ start: Int, _ end: Int, unbinds: Bool) {
        calls.append((start, end))
        if unbinds { unbindings.append((start, end)) }
    }

    mutating func seal() {
        calls.sort { $0.end < $1.end }
        unbindings.sort { $0.end < $1.end }
        latestStarts = calls.reduce(into: []) { $0.append(max($0.last ?? .min, $1.start)) }
        earliestUnbindings = unbindings.reversed().reduce(into: []) { $0.append(min($0.last ?? .max, $1.start)) }
        earliestUnbindings.reverse()
    }

    /// The latest start of a call that had ended before `moment`, or nil if none had.
    func latestStart(endedBefore moment: Int) -> Int? {
        let count = calls.partitioningIndex { $0.end >= moment }
        return count == 0 ? nil : latestStarts[count - 1]
    }

    /// Whether an unbinding that began before `moment` may have been the last change of those before `latest`.
    func mayBeUnbound(before moment: Int, latestStart latest: Int) -> Bool {
        let index = unbindings.partitioningIndex { $0.end >= latest }
        return index < unbindings.count && earliestUnbindings[index] < moment
    }

    /// The latest start of an unbinding that had ended before `moment`, or nil if none had.
    func latestUnbinding(endedBefore moment: Int) -> Int? {
        unbindings.prefix { $0.end < moment }.map(\.start).max()
    }

    /// Whether a call was in progress at any time between the two moments.
    func overlaps(_ start: Int, _ end: Int) -> Bool {
        let index = calls.partitioningIndex { $0.end > start }
        return calls[index...].contains { $0.start < end }
    }
}

extension Array {
    /// The first index of the second part.
    func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(self[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
