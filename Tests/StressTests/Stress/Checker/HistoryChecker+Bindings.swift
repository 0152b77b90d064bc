import StressModel

// Checks which binding can answer, and with which instance.

extension HistoryChecker {
    func complaint(about event: History.Event) -> String? {
        // A container answers if its children have no binding.
        var container: Int? = event.container
        let owner = event.number.map { binding($0).recipe.container }
        while let here = container, here != owner {
            if !mayBeUnbound(Entry(layer: event.layer, container: here, key: event.key), event.start, event.end) {
                return "something was bound in \(here)"
            }
            container = parents[here]
        }
        guard let number = event.number else {
            return nil
        }
        guard let owner = container else {
            return "the answer is of a container that is no parent"
        }
        let entry = Entry(layer: event.layer, container: owner, key: event.key)
        guard binding(number).recipe.key == event.key, mayHold(entry, number, event.start, event.end) else {
            return "was not bound at the time"
        }
        guard let serial = event.serial else {
            return nil
        }
        let instance = instance(serial)
        if instance.binding != number {
            return "the instance is of another binding"
        }
        if !isInside(event.layer, instance.layer) {
            return "the instance was constructed in an override that is not seen here"
        }
        let lifetime = binding(number).recipe.lifetime
        if lifetime != .transient, isDropped(entry.view, lifetime, instance, event.start) {
            return "the instance had been dropped"
        }
        return complaint(aboutMarks: event, entry)
    }

    /// A request found a binding whose scope was not open, so such a binding must exist.
    func complaint(aboutClosed event: History.Event) -> String? {
        var container: Int? = event.container
        while let here = container {
            let isScoped = layers(from: event.layer).contains { layer in
                scoped[Entry(layer: layer, container: here, key: event.key), default: []].contains {
                    binding($0).recipe.lifetime == event.lifetime
                        && mayHold(
                            Entry(layer: event.layer, container: here, key: event.key),
                            $0,
                            event.start,
                            event.end
                        )
                }
            }
            if isScoped {
                return nil
            }
            if !mayBeUnbound(Entry(layer: event.layer, container: here, key: event.key), event.start, event.end) {
                return "what was bound in \(here) needs no scope"
            }
            container = parents[here]
        }
        return "nothing was bound that needs the scope"
    }

    /// An override and the enclosing overrides.
    private func layers(from layer: Int) -> [Int] {
        [layer] + (outerLayers[layer].map(layers) ?? [])
    }

    private func isInside(_ layer: Int, _ outer: Int) -> Bool {
        layers(from: layer).contains(outer)
    }

    /// Whether an entry could have held a binding at some moment between the two.
    func mayHold(_ entry: Entry, _ number: Int, _ start: Int, _ end: Int) -> Bool {
        if entry.key.isPlural {
            return additions(to: entry, start, end).possible.contains { $0.number == number }
        }
        let latest = writes[entry]?.latestStart(endedBefore: start)
        let bound = binding(number)
        if bound.layer == entry.layer, bound.recipe.container == entry.container {
            return bound.start < end && (latest ?? .min) <= bound.end
        }
        // The override inherited the binding with the snapshot.
        guard latest == nil, let outer = outerLayers[entry.layer], let snapshot = snapshots[entry.view] else {
            return false
        }
        let outerEntry = Entry(layer: outer, container: entry.container, key: entry.key)
        return mayHold(outerEntry, number, snapshot.earliest, min(snapshot.latest, end))
    }

    func mayBeUnbound(_ entry: Entry, _ start: Int, _ end: Int) -> Bool {
        let changes = writes[entry]
        let latest = changes?.latestStart(endedBefore: start)
        if changes?.mayBeUnbound(before: end, latestStart: latest ?? .min) == true {
            return true
        }
        guard latest == nil else {
            return false
        }
        guard let outer = outerLayers[entry.layer], let snapshot = snapshots[entry.view] else {
            return true
        }
        let outerEntry = Entry(layer: outer, container: entry.container, key: entry.key)
        return mayBeUnbound(outerEntry, snapshot.earliest, min(snapshot.latest, end))
    }

    /// Whether an instance was certainly dropped before `moment`.
    private func isDropped(_ view: View, _ lifetime: LifetimeName, _ instance: History.Instance, _ moment: Int) -> Bool
    {
        if (drops[view]?[lifetime]?.latestStart(endedBefore: moment) ?? .min) > instance.begin {
            return true
        }
        // An override sees an instance constructed outside, even after a drop inside that found no instance.
        guard instance.layer != view.layer, let outer = outerLayers[view.layer], let snapshot = snapshots[view] else {
            return false
        }
        return isDropped(View(layer: outer, container: view.container), lifetime, instance, snapshot.earliest)
    }
}
