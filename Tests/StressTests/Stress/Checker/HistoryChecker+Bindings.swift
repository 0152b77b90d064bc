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
        guard let number = event.number else { return nil }
        guard let owner = container else { return "the answer is of a container that is no parent" }
        let entry = Entry(layer: event.layer, container: owner, key: event.key)
        guard binding(number).recipe.key == event.key, mayHold(entry, number, event.start, event.end) else {
            return "was not bound at the time"
        }
        guard let serial = event.serial else { return nil }
        let instance = instance(serial)
        if instance.binding != number { return "the instance is of another binding" }
        if !isInside(event.layer, instance.layer) {
            return "the instance was constructed in an override that is not seen here"
        }
        let lifetime = binding(number).recipe.lifetime
        if lifetime != .transient, isDropped(entry, lifetime, instance, event.start) {
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
            if isScoped { return nil }
            if !mayBeUnbound(Entry(layer: event.layer, container: here, key: event.key), event.start, event.end) {
                return "what was bound in \(here) needs no scope"
            }
            container = parents[here]
        }
        return "nothing was bound that needs the scope"
    }

    /// An override and the enclosing overrides.
    private func layers(from layer: Int) -> [Int] { [layer] + (outerLayers[layer].map(layers) ?? []) }

    private func isInside(_ layer: Int, _ outer: Int) -> Bool { layers(from: layer).contains(outer) }

    /// Whether an entry could have held a binding at some moment between the two.
    func mayHold(_ entry: Entry, _ number: Int, _ start: Int, _ end: Int) -> Bool {
        if entry.key.isPlural {
            return additions(to: entry, of: nil, start, end).possible.contains { $0.number == number }
        }
        if entry.layer != 0 { return mayHoldInOverride(entry, number, start, end) }
        let latest = writes[entry]?.latestStart(endedBefore: start)
        let bound = binding(number)
        return bound.layer == 0 && bound.recipe.container == entry.container
            && bound.start < end && (latest ?? .min) <= bound.end
    }

    /// Whether nothing may have been bound at some moment between the two.
    func mayBeUnbound(_ entry: Entry, _ start: Int, _ end: Int) -> Bool {
        if entry.layer != 0 { return mayBeUnboundInOverride(entry, start, end) }
        let changes = writes[entry]
        guard let latest = changes?.latestStart(endedBefore: start) else { return true }
        return changes?.mayBeUnbound(before: end, latestStart: latest) == true
    }

    /// Whether an instance was certainly dropped before `moment`.
    private func isDropped(
        _ entry: Entry,
        _ lifetime: LifetimeName,
        _ instance: History.Instance,
        _ moment: Int
    ) -> Bool {
        if (drops[entry.view]?[lifetime]?.latestStart(endedBefore: moment) ?? .min) > instance.begin {
            return true
        }
        // An override takes over an instance from outside at its first look.
        guard instance.layer != entry.layer, entry.layer != 0 else { return false }
        return isDropped(entry.outside(outerLayers), lifetime, instance, min(firstLook(entry), moment))
    }
}
