import StressModel

// Checks what an override sees.

extension HistoryChecker {
    /// Whether an entry of an override could have held a binding at some moment between the two.
    ///
    /// The excluded changes came later.
    func mayHoldInOverride(
        _ entry: Entry,
        _ number: Int,
        _ start: Int,
        _ end: Int,
        without excluded: Set<Int> = []
    ) -> Bool {
        let own = overrideEntries[entry] ?? OverrideEntry()
        if excluded.isEmpty, let decision = own.decision(before: start, until: end) { return decision == number }
        return own.lastChanges(start, end, without: excluded).contains { place in
            guard let place else { return mayHoldOutside(entry, number, start, end) }
            let change = own.changes[place]
            switch change.kind {
            case .bind(let bound):
                return bound == number
            case .unbind:
                // A key that was not bound outside either is not hidden.
                return mayBeUnbound(entry.outside(outerLayers), change.start, change.end)
                    && mayHoldOutside(entry, number, start, end)
            case .decorate:
                // A binding that is decorated inside does not change any more. If it is nothing, it is not hidden.
                let others = excluded.union([place])
                return mayHoldInOverride(entry, number, change.start, change.end, without: others)
                    || mayBeUnboundInOverride(entry, change.start, change.end, without: others)
                        && mayHoldOutside(entry, number, start, end)
            }
        }
    }

    /// Whether an entry could have shown a binding from outside the override.
    private func mayHoldOutside(_ entry: Entry, _ number: Int, _ start: Int, _ end: Int) -> Bool {
        mayHold(entry.outside(outerLayers), number, min(firstCopy(entry), start), end)
    }

    /// Whether nothing may have been bound in an override at some moment between the two.
    ///
    /// The excluded changes came later.
    func mayBeUnboundInOverride(
        _ entry: Entry,
        _ start: Int,
        _ end: Int,
        without excluded: Set<Int> = []
    ) -> Bool {
        let own = overrideEntries[entry] ?? OverrideEntry()
        if excluded.isEmpty, own.decision(before: start, until: end) != nil { return false }
        return own.lastChanges(start, end, without: excluded).contains { place in
            guard let place else { return mayBeUnbound(entry.outside(outerLayers), start, end) }
            let change = own.changes[place]
            switch change.kind {
            case .bind: return false
            case .unbind: return true
            case .decorate:
                return mayBeUnboundInOverride(entry, change.start, change.end, without: excluded.union([place]))
            }
        }
    }

    /// The earliest moment at which an override may have borrowed an instance from outside.
    func firstLook(_ entry: Entry) -> Int { overrideEntries[entry]?.firstLook ?? .max }

    /// The earliest moment at which an override may have copied a binding from outside: the description of an error copies
    /// all of them.
    private func firstCopy(_ entry: Entry) -> Int { min(firstLook(entry), firstUses[entry.view] ?? .max) }

    /// The additions that can apply to an entry of an override at some moment between the two, and those that apply all
    /// the time.
    ///
    /// The number is that of the binding that answered, or nil for a list.
    func additionsInOverride(
        to entry: Entry,
        of number: Int?,
        _ start: Int,
        _ end: Int
    ) -> (possible: [Addition], certain: [Addition]) {
        let own = additions[entry, default: []]
        let outside = entry.outside(outerLayers)
        guard !entry.key.isPlural else {
            // A copy of the override stays, whatever happens outside.
            let possible = additions(to: outside, of: nil, min(firstCopy(entry), start), end).possible
            let certain = additions(to: outside, of: nil, start, end).certain
            return (possible + own.filter { $0.start < end }, certain + own.filter { $0.end < start })
        }
        let changes = overrideEntries[entry]?.changes ?? []
        let isOwn = number.map { binding($0).layer == entry.layer } ?? false
        // The decorators outside were copied with the binding, or with the first change inside.
        let first = min(start, changes.map(\.start).min() ?? .max, firstCopy(entry))
        let outer = additions(to: outside, of: isOwn ? nil : number, first, end)
        let possible = outer.possible + own.filter { $0.start < end }
        if isOwn { return (possible, outer.certain + own.filter { $0.end < start }) }
        // A binding outside is decorated inside only if it was already visible.
        var certain = outer.certain
        for (place, change) in changes.enumerated() {
            guard case .decorate = change.kind, change.end < start,
                !mayBeUnboundInOverride(entry, change.start, change.end, without: [place]),
                !changes.contains(where: { if case .unbind = $0.kind { $0.start < end } else { false } })
            else {
                continue
            }
            certain += own.filter { $0.start == change.start && $0.end == change.end }
        }
        return (possible, certain)
    }
}

extension HistoryChecker.Entry {
    /// The same entry outside the override.
    func outside(_ outerLayers: [Int: Int]) -> Self {
        Self(layer: outerLayers[layer]!, container: container, key: key)
    }
}
