import Fusion
import StressModel

/// An error that is planted to prove that it is found: a race, a leak, or a wrong result of each kind that is checked.
enum Plant: String, Sendable {
    case nothing, race, leak, freed
    case answer, weak, resolution, task, scope, begun, handle, ending, override, decorator, contribution

    /// The containers that a leak retains.
    nonisolated(unsafe) private static var leaked: [Container] = []

    /// Retains a container with bindings.
    static func leak() {
        let container = Container()
        Filler.bindAll(1_000, in: container)
        leaked.append(container)
    }

    /// Falsifies a result in a history, if one of that kind exists.
    func falsify(_ history: inout History) {
        switch self {
        case .nothing, .race, .leak, .freed, .task:
            break
        case .answer:
            // The last result comes from the first binding.
            history.changeTwo {
                $0.key == $1.key
            } by: {
                ($1.number, $1.serial) = ($0.number, $0.serial)
            }
        case .weak:
            // The first instance was held when the last one was returned.
            history.changeTwo(of: .weak) { $0.released = $1.end + 1 }
        case .resolution:
            history.changeTwo(of: .resolution) { ($1.root, $1.scope) = ($0.root, $0.scope) }
        case .scope:
            history.changeTwo(of: .visit) { $1.scope = $0.scope }
        case .begun:
            // The scope was still open after all of its calls.
            history.sights.firstIndex { $0.kind == .open && $0.outer == nil }.map {
                (history.sights[$0].start, history.sights[$0].end) = (.max - 1, .max)
            }
        case .handle:
            // A request through a handle found the scope of another one.
            let found = history.sights.indices.filter { history.sights[$0].outer == history.sights[$0].period }
            found.last { history.sights[$0].period != history.sights[found[0]].period }.map {
                history.sights[$0].period = history.sights[found[0]].period
            }
        case .ending:
            history.scopes.firstIndex { $0.ended.count > 1 }.map { history.scopes[$0].ended.reverse() }
        case .override:
            history.overrides.filter { !$0.hasLateTask }.forEach { $0.falsify() }
        case .decorator:
            history.events.firstIndex { !$0.marks.isEmpty }.map { _ = history.events[$0].marks.removeFirst() }
        case .contribution:
            history.events.firstIndex { $0.elements.count > 2 }.map { _ = history.events[$0].elements.removeLast() }
        }
    }
}

extension History {
    /// Changes two results of a binding with a lifetime that are not the same instance.
    fileprivate mutating func changeTwo(of lifetime: LifetimeName, by change: (inout Event, inout Event) -> Void) {
        let numbers = Set(bindings.filter { $0.recipe.lifetime == lifetime }.map(\.recipe.binding))
        changeTwo { first, second in
            first.number == second.number && first.serial != second.serial && first.layer == second.layer
                && first.number.map(numbers.contains) == true && (lifetime == .visit || first.root != nil)
        } by: {
            change(&$0, &$1)
        }
    }

    /// Changes the first and the last matching result.
    fileprivate mutating func changeTwo(
        where fit: (Event, Event) -> Bool,
        by change: (inout Event, inout Event) -> Void
    ) {
        let reads = events.indices.filter { events[$0].kind == .read && events[$0].serial != nil }
        for first in reads {
            if let last = reads.last(where: { $0 > first && fit(events[first], events[$0]) }) {
                var changed = events[first]
                change(&changed, &events[last])
                events[first] = changed
                return
            }
        }
    }
}
