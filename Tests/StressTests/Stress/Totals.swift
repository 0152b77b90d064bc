import Foundation

/// What a run has checked.
struct Totals {
    private(set) var rounds = 0
    var seconds = 0.0
    private var asked = 0
    private var bound = 0
    private var dropped = 0
    private var decorated = 0
    private var listed = 0
    private var opened = 0
    private var ended = 0
    private var made = 0
    private var overrides = 0

    mutating func add(_ histories: [History]) {
        rounds += 1
        for history in histories {
            for event in history.events {
                switch event.kind {
                case .read, .closed, .unanswered: asked += 1
                case .write: bound += 1
                case .drop, .reset: dropped += 1
                case .decorate: decorated += 1
                case .list: listed += 1
                }
            }
            made += history.instances.count
            overrides += history.worlds.count
            opened += history.openings.count
            ended += history.openings.reduce(history.strays.count) { $0 + $1.ended.count }
        }
    }
}

extension Totals: CustomStringConvertible {
    var description: String {
        """
        \(rounds) rounds: \(asked) answers, every one right, among \(bound) bindings and unbindings, \(dropped) resets, \
        \(decorated) decorators, \(listed) lists of contributions, \(opened) scopes and \(overrides) overrides; \(made) \
        instances made, \(ended) ended, all released
        """
    }
}
