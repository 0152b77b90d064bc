// Answers that are noted wrongly on purpose, one for each thing that the model checks.

/// Makes a history wrong, if there is something of that kind in it.
func lie(_ plant: Plant, in history: inout History) {
    switch plant {
    case .nothing, .race:
        break
    case .answer:
        // The last answer comes from the first binding.
        history.changeTwo {
            $0.slot == $1.slot
        } by: {
            ($1.number, $1.serial) = ($0.number, $0.serial)
        }
    case .weak:
        // The first instance was held when the last one was given.
        history.changeTwo(of: .weak) { $0.letGo = $1.end + 1 }
    case .resolution:
        history.changeTwo(of: .resolution) { $1.root = $0.root }
    case .scope:
        history.changeTwo(of: .visit) { $1.opening = $0.opening }
    case .ending:
        history.openings.changeFirst {
            $0.ended.count > 1
        } by: {
            $0.ended.reverse()
        }
    case .decorator:
        history.events.changeFirst {
            !$0.marks.isEmpty
        } by: {
            $0.marks.removeFirst()
        }
    case .contribution:
        history.events.changeFirst {
            $0.elements.count > 2
        } by: {
            $0.elements.removeLast()
        }
    }
}

extension History {
    /// Changes the first two answers of a binding with a lifetime that are not of one instance.
    fileprivate mutating func changeTwo(of lifetime: LifetimeName, by change: (inout Event, inout Event) -> Void) {
        let numbers = Set(generations.filter { $0.recipe.lifetime == lifetime }.map(\.recipe.generation))
        changeTwo { first, second in
            first.number == second.number && first.serial != second.serial && first.world == second.world
                && first.number.map(numbers.contains) == true && (lifetime == .visit || first.root != nil)
        } by: {
            change(&$0, &$1)
        }
    }

    /// Changes two answers.
    fileprivate mutating func changeTwo(
        where fit: (Event, Event) -> Bool,
        by change: (inout Event, inout Event) -> Void
    ) {
        let reads = events.indices.filter { events[$0].kind == .read && events[$0].serial != nil }
        for first in reads {
            if let last = reads.last(where: { fit(events[first], events[$0]) && $0 > first }) {
                var changed = events[first]
                change(&changed, &events[last])
                events[first] = changed
                return
            }
        }
    }
}

extension Array {
    fileprivate mutating func changeFirst(where fit: (Element) -> Bool, by change: (inout Element) -> Void) {
        guard let index = firstIndex(where: fit) else { return }
        change(&self[index])
    }
}
