/// A summary of all rounds.
struct Totals: CustomStringConvertible {
    private(set) var rounds = 0
    var seconds = 0.0
    private var calls: [History.Kind: Int] = [:]
    private var constructed = 0
    private var opened = 0
    private var overrides = 0
    private var answersOfShared = 0

    mutating func add(_ histories: [History]) {
        rounds += 1
        for history in histories {
            for event in history.events { calls[event.kind, default: 0] += 1 }
            constructed += history.instances.count
            opened += history.scopes.count
            overrides += history.layers.count + history.overrides.count
            answersOfShared += history.sights.count
        }
    }

    var description: String {
        let calls = calls.map { "\($0.value) of kind \($0.key)" }.sorted().joined(separator: ", ")
        return """
            \(rounds) rounds, every answer right: \(calls)
            \(opened) scopes, \(overrides) overrides, \(constructed) instances constructed, all released; \
            \(answersOfShared) answers about scopes that workers shared
            """
    }
}
