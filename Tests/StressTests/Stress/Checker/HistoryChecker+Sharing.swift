import StressModel

// Checks which results share an instance.

extension HistoryChecker {
    /// Groups the results of one binding in one override.
    private struct Answers: Hashable {
        let layer: Int
        let binding: Int
    }

    /// Whose lookups share an instance: an outermost request, in the scopes that are open inside one, or in both.
    private struct Owner: Hashable {
        var request = 0
        var scope = 0
    }

    mutating func checkSharing() {
        var answers: [Answers: [History.Event]] = [:]
        for event in histories.lazy.flatMap(\.events) where event.kind == .read && event.serial != nil {
            answers[Answers(layer: event.layer, binding: event.number!), default: []].append(event)
        }
        answers = answers.mapValues { $0.sorted { $0.start < $1.start } }
        /// The request or the open scope of each instance, or both.
        var owners: [Int: Owner] = [:]
        for (key, events) in answers {
            let recipe = binding(key.binding).recipe
            let entry = Entry(layer: key.layer, container: recipe.container, key: recipe.key)
            switch recipe.lifetime {
            case .transient:
                for event in events where owners.updateValue(Owner(), forKey: event.serial!) != nil {
                    complaints.append("a transient instance was given twice: \(event)")
                }
            case .singleton, .session, .request:
                checkThatOneIsShared(events, entry, drops[entry.view]?[recipe.lifetime])
            case .resolution:
                let known = events.filter { $0.root != nil }
                for event in known { checkOwner(Owner(request: event.root!, scope: event.scope), event, &owners) }
                for (_, events) in Dictionary(grouping: known, by: { Owner(request: $0.root!, scope: $0.scope) }) {
                    checkThatOneIsShared(events, entry, outside: true)
                }
            case .visit, .tour:
                for event in events {
                    checkOwner(Owner(scope: innermost(recipe.lifetime, from: event.scope) ?? 0), event, &owners)
                }
                let scopes = Dictionary(grouping: events) { innermost(recipe.lifetime, from: $0.scope) }
                for (_, events) in scopes { checkThatOneIsShared(events, entry, outside: true) }
            case .weak:
                complaints += complaintsAboutHeld(events, events, .max) { first, second in
                    mayBeRedecorated(entry, first.start, second.end)
                }
                guard let outer = outerLayers[key.layer] else { continue }
                // An override takes over the instance that exists at its first look.
                let outside = answers[Answers(layer: outer, binding: key.binding), default: []]
                let firstLook = firstLook(entry)
                complaints += complaintsAboutHeld(outside, events, firstLook) { first, second in
                    // An instance that was decorated inside before is not the one outside, nor is that of a binding that was
                    // copied before it was replaced outside.
                    first.marks != second.marks || mayBeReplaced(entry.outside(outerLayers), first.start, second.end)
                        || mayBeRedecorated(entry, first.start, second.end, outside: true)
                }
            }
        }
    }

    /// Two results of one binding are the same object, unless the instance was dropped in between.
    ///
    /// A lookup that found the binding before a reset creates an instance for itself alone.
    ///
    /// - Parameters:
    ///   - events: The results.
    ///   - entry: The binding.
    ///   - drops: The calls that dropped instances.
    ///   - outside: Whether an override does not decide, but sees what changes outside.
    private mutating func checkThatOneIsShared(
        _ events: [History.Event],
        _ entry: Entry,
        _ drops: Changes? = nil,
        outside: Bool = false
    ) {
        for (first, second) in zip(events, events.dropFirst()) where first.serial != second.serial {
            let end = max(first.end, second.end)
            let isReset = resets[entry.view, default: []].contains { $0.start < end && $0.end > first.start }
            if !isReset, !mayBeRedecorated(entry, first.start, end, outside: outside),
                drops?.overlaps(first.start, end) != true
            {
                complaints.append("one binding, \(binding(first.number!)), gave two objects: \(first), \(second)")
            }
        }
    }

    /// Whether a decorator could have replaced the binding and its instances.
    ///
    /// A change outside the override may count as well.
    private func mayBeRedecorated(_ entry: Entry, _ start: Int, _ end: Int, outside: Bool = false) -> Bool {
        decorations[entry]?.overlaps(start, end) == true
            || outside && entry.layer != 0
                && mayBeRedecorated(entry.outside(outerLayers), start, end, outside: true)
    }

    /// Whether a binding could have been replaced or removed.
    private func mayBeReplaced(_ entry: Entry, _ start: Int, _ end: Int) -> Bool {
        writes[entry]?.overlaps(start, end) == true
            || resets[entry.view, default: []].contains { $0.start < end && $0.end > start }
    }

    /// Checks that no instance belongs to two requests or to two openings of its scope.
    private mutating func checkOwner(_ owner: Owner, _ event: History.Event, _ owners: inout [Int: Owner]) {
        if owner == Owner() {
            complaints.append("the scope was not open: \(event)")
        } else if owners.updateValue(owner, forKey: event.serial!) ?? owner != owner {
            complaints.append("an instance was shared by two requests or scopes: \(event)")
        }
    }

    /// Checks that requests return a weak instance while it is held.
    private func complaintsAboutHeld(
        _ answers: [History.Event],
        _ laterAnswers: [History.Event],
        _ moment: Int,
        mayBeRedecorated: (History.Event, History.Event) -> Bool
    ) -> [String] {
        answers.filter { $0.released > $0.end && $0.end < moment }.flatMap { first in
            laterAnswers.prefix { $0.start < first.released }.filter { second in
                second.start > first.end && second.end < first.released && second.serial != first.serial
                    && !mayBeRedecorated(first, second)
            }.map { "another instance was held: \(first), \($0)" }
        }
    }
}
