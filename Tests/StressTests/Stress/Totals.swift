/// A summary of all rounds.
struct Totals: CustomStringConvertible {
    private(set) var rounds = 0
    var seconds = 0.0
    private var calls: [History.Kind: Int] = [:]
    private var constructed = 0
    private var opened = 0
    private var ended = 0
    private var endedWithOverrides = 0
    private var overrides = 0
    private var most = (scopes: 0, overrides: 0)
    private var lasting = (requested: 0, replaced: 0)
    private var mains = (created: 0, requested: 0)
    private var graphs = 0
    private var shared = (opened: 0, answers: 0)

    mutating func add(_ histories: [History]) {
        rounds += 1
        for history in histories {
            for event in history.events { calls[event.kind, default: 0] += 1 }
            constructed += history.instances.count
            overrides += history.layers.count
            opened += history.scopes.count
            ended += history.scopes.reduce(0) { $0 + $1.ended.count }
            endedWithOverrides += history.overrides.reduce(0) { $0 + $1.endedCount }
            lasting.requested += history.lasting.requested
            lasting.replaced += history.lasting.replaced
            mains.created += history.mains.created
            mains.requested += history.mains.requested
            graphs += history.graphs
            shared.opened += history.periods.count { $0.end != 0 }
            shared.answers += history.sights.count
        }
        most.scopes = max(most.scopes, Totals.most(histories.flatMap { $0.scopes.map { ($0.start, $0.end) } }))
        most.overrides = max(most.overrides, Totals.most(histories.flatMap(\.stays)))
    }

    /// The largest number of periods that overlap.
    private static func most(_ periods: [(start: Int, end: Int)]) -> Int {
        let changes = periods.map { ($0.start, 1) } + periods.map { ($0.end, -1) }
        var open = 0
        return changes.sorted { $0.0 < $1.0 }.reduce(0) { most, change in
            open += change.1
            return max(most, open)
        }
    }

    var description: String {
        let calls = calls.map { "\($0.value) of kind \($0.key)" }.sorted().joined(separator: ", ")
        return """
            \(rounds) rounds, every answer right: \(calls)
            \(opened) scopes, at most \(most.scopes) at once; \(overrides) overrides, at most \(most.overrides) at once; \
            \(constructed) instances constructed, \(ended) ended, all released; \(endedWithOverrides) ended with overrides
            \(mains.requested) requests of \(mains.created) main containers; \(graphs) layered graphs; \
            \(shared.opened) scopes that workers shared, in \(shared.answers) answers
            \(lasting.requested) requests and \(lasting.replaced) replacements of lasting bindings
            """
    }
}
