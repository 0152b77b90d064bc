import Foundation

/// What a run has checked.
struct Totals {
    private(set) var rounds = 0
    var seconds = 0.0
    private var asked = 0
    private var bound = 0
    private var dropped = 0
    private(set) var made = 0
    private(set) var released = 0
    private var overrides = 0

    mutating func add(_ histories: [History]) {
        rounds += 1
        for history in histories {
            for event in history.events {
                switch event.kind {
                case .read: asked += 1
                case .write: bound += 1
                case .drop: dropped += 1
                }
            }
            released += history.released
            made += history.instances.count
            overrides += history.worlds.count
        }
    }
}

extension Totals: CustomStringConvertible {
    var description: String {
        """
        \(rounds) rounds: \(asked) answers, every one right, among \(bound) bindings and unbindings, \(dropped) resets \
        of a scope and \(overrides) overrides; \(made) instances made, all released
        """
    }
}
