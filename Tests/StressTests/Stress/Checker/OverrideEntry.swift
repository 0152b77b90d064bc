import StressModel

/// The changes and decisions of one override about one key of one container.
///
/// The first use of a key copies what is bound outside at that moment, and the first lookup borrows the instance. A key
/// that is not bound then is as it is outside at the moment of the lookup.
struct OverrideEntry {
    struct Change {
        enum Kind { case bind(Int), unbind, decorate }

        let kind: Kind
        let start: Int
        let end: Int
    }

    /// An answer.
    private struct Decision {
        let number: Int
        let start: Int
        let end: Int
    }

    private(set) var changes: [Change] = []
    private var decisions: [Decision] = []
    /// The place of the decision with the latest start among those up to each place.
    private var latest: [Int] = []

    /// The earliest moment at which a lookup may have borrowed the instance outside.
    private(set) var firstLook = Int.max

    mutating func add(_ kind: Change.Kind, _ event: History.Event) {
        changes.append(Change(kind: kind, start: event.start, end: event.end))
    }

    mutating func addLook(at start: Int) { firstLook = min(firstLook, start) }

    mutating func addDecision(_ number: Int, _ event: History.Event) {
        decisions.append(Decision(number: number, start: event.start, end: event.end))
    }

    mutating func seal() {
        decisions.sort { $0.end < $1.end }
        for place in decisions.indices {
            let last = latest.last ?? place
            latest.append(decisions[place].start > decisions[last].start ? place : last)
        }
    }

    /// The binding that an earlier lookup has decided on for all lookups between the two moments, or nil if that is
    /// unknown.
    func decision(before start: Int, until end: Int) -> Int? {
        let count = decisions.partitioningIndex { $0.end >= start }
        guard count > 0 else { return nil }
        let decision = decisions[latest[count - 1]]
        let isChanged = changes.contains { $0.end > decision.start && $0.start < end }
        return isChanged ? nil : decision.number
    }

    /// The places of the changes of which each may be the last one at some moment between the two; nil among them if
    /// perhaps nothing was changed.
    func lastChanges(_ start: Int, _ end: Int, without excluded: Set<Int>) -> [Int?] {
        var latest: Int?
        for (place, change) in changes.enumerated() where change.end < start && !excluded.contains(place) {
            latest = max(latest ?? .min, change.start)
        }
        let places = changes.indices.filter { place in
            !excluded.contains(place) && changes[place].start < end && changes[place].end >= latest ?? .min
        }
        return latest == nil ? places + [nil] : places
    }
}
