import StressModel

/// Checks every result of a round against the bindings at some moment between the call and its return.
///
/// The sequential model determines one result. Here several results can be correct, and a history that allows none is
/// wrong.
struct HistoryChecker {
    /// The view of one override on one key of one container.
    struct Entry: Hashable {
        let layer: Int
        let container: Int
        let key: Key

        var view: View { View(layer: layer, container: container) }
    }

    /// The view of one override on one container.
    struct View: Hashable {
        let layer: Int
        let container: Int
    }

    let histories: [History]
    private(set) var outerLayers: [Int: Int] = [1: 0, 2: 1, 3: 2]
    private(set) var parents: [Int: Int] = [1: 0]
    private(set) var writes: [Entry: Changes] = [:]
    private(set) var drops: [View: [LifetimeName: Changes]] = [:]
    private(set) var decorations: [Entry: Changes] = [:]
    /// The decorators of each key, and the contributions without an identifier.
    private(set) var additions: [Entry: [Addition]] = [:]
    private(set) var resets: [View: [(start: Int, end: Int)]] = [:]
    /// The bindings in opened scopes.
    private(set) var scoped: [Entry: [Int]] = [:]
    /// The changes and decisions of the overrides.
    private(set) var overrideEntries: [Entry: OverrideEntry] = [:]
    /// The moment at which an override first used a container.
    private(set) var firstUses: [View: Int] = [:]

    var complaints: [String] = []

    init(_ histories: [History]) {
        self.histories = histories
        for history in histories {
            complaints += history.complaints
            for (id, outer) in history.layers { outerLayers[id] = outer }
            for (id, parent) in history.containers { parents[id] = parent }
        }
        for history in histories { for event in history.events { collect(event) } }
        for key in writes.keys { writes[key]!.seal() }
        for key in decorations.keys { decorations[key]!.seal() }
        for entry in overrideEntries.keys { overrideEntries[entry]!.seal() }
        for view in drops.keys { for lifetime in drops[view]!.keys { drops[view]![lifetime]!.seal() } }
    }

    private mutating func collect(_ event: History.Event) {
        let entry = Entry(layer: event.layer, container: event.container, key: event.key)
        switch event.kind {
        case .write:
            if event.key.isPlural {
                additions[entry, default: []].append(Addition(event))
            } else {
                writes[entry, default: Changes()].add(event.start, event.end, unbinds: event.number == nil)
            }
            if let number = event.number, binding(number).recipe.lifetime.isOpened {
                scoped[entry, default: []].append(number)
            }
        case .drop:
            drops[entry.view, default: [:]][event.lifetime, default: Changes()]
                .add(event.start, event.end, unbinds: false)
        case .decorate:
            additions[entry, default: []].append(Addition(event))
            decorations[entry, default: Changes()].add(event.start, event.end, unbinds: false)
        case .reset:
            resets[entry.view, default: []].append((event.start, event.end))
        case .read, .closed, .list, .unanswered, .touch:
            break
        }
        if event.layer != 0 {
            noteChangeInOverride(event, entry)
            noteLooks(event)
        }
    }

    private mutating func noteChangeInOverride(_ event: History.Event, _ entry: Entry) {
        switch (event.kind, event.number) {
        case (.write, _) where event.key.isPlural: break
        case (.write, let number?): overrideEntries[entry, default: OverrideEntry()].add(.bind(number), event)
        case (.write, nil): overrideEntries[entry, default: OverrideEntry()].add(.unbind, event)
        case (.decorate, _): overrideEntries[entry, default: OverrideEntry()].add(.decorate, event)
        case (.read, let number?) where !event.key.isPlural:
            let owner = Entry(layer: event.layer, container: binding(number).recipe.container, key: event.key)
            overrideEntries[owner, default: OverrideEntry()].addDecision(number, event)
        default: break
        }
    }

    /// Notes that an override, and those around it, may have looked at a key in a container and its parents.
    private mutating func noteLooks(_ event: History.Event) {
        let keys: [Key] =
            switch event.kind {
            case .read, .closed, .unanswered, .list:
                event.key.isPlural ? [.plugin] + Key.identifiedPlugins : [event.key]
            case .write, .drop, .decorate, .reset, .touch: []
            }
        var container: Int? = event.container
        while let here = container {
            var layer = event.layer
            while layer != 0 {
                let view = View(layer: layer, container: here)
                firstUses[view] = min(firstUses[view] ?? .max, event.start)
                for key in keys {
                    let entry = Entry(layer: layer, container: here, key: key)
                    overrideEntries[entry, default: OverrideEntry()].addLook(at: event.start)
                }
                layer = outerLayers[layer]!
            }
            container = parents[here]
        }
    }

    func binding(_ number: Int) -> History.Binding { histories[ID.thread(number)].bindings[ID.index(number)] }

    func instance(_ number: Int) -> History.Instance { histories[ID.thread(number)].instances[ID.index(number)] }

    /// The innermost open scope with a name, starting from an open scope.
    func innermost(_ name: LifetimeName, from scope: Int) -> Int? {
        var next = scope
        while next != 0 {
            let scope = histories[ID.thread(next)].scopes[ID.index(next)]
            if scope.name == name { return next }
            next = scope.outer
        }
        return nil
    }

    // MARK: - Checks

    mutating func check() {
        for history in histories {
            for event in history.events {
                let complaint =
                    switch event.kind {
                    case .read: complaint(about: event)
                    case .closed: complaint(aboutClosed: event)
                    case .list: complaint(aboutList: event)
                    case .write, .drop, .decorate, .reset, .unanswered, .touch: nil as String?
                    }
                if let complaint { complaints.append("\(complaint): \(event)") }
            }
            for scope in history.scopes where scope.ended != scope.constructed.reversed() {
                complaints.append("a scope ended \(scope.ended), but \(scope.constructed) were constructed in it")
            }
            complaints += history.overrides.compactMap(\.complaint)
        }
        checkSharing()
        checkPeriods()
    }
}
