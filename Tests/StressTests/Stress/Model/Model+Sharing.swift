// Who shares an instance, and who does not.

extension Model {
    /// The answers of one binding inside one override.
    private struct Answers: Hashable {
        let world: Int
        let generation: Int
    }

    mutating func checkSharing() {
        var answers: [Answers: [History.Event]] = [:]
        for event in histories.lazy.flatMap(\.events) where event.kind == .read && event.serial != nil {
            answers[Answers(world: event.world, generation: event.number!), default: []].append(event)
        }
        answers = answers.mapValues { $0.sorted { $0.start < $1.start } }
        /// Where the instances are that belong to one request, or to one time that a scope was open.
        var homes: [Int: Int] = [:]
        for (key, events) in answers {
            let recipe = generation(key.generation).recipe
            let register = Register(world: key.world, place: recipe.place, slot: recipe.slot)
            switch recipe.lifetime {
            case .transient:
                for event in events where homes.updateValue(0, forKey: event.serial!) != nil {
                    complaints.append("a transient instance was given twice: \(event)")
                }
            case .singleton, .session:
                checkThatOneIsShared(events, register, drops[register.room]?[recipe.lifetime])
            case .resolution:
                for event in events where event.root != nil {
                    checkHome(event.root!, event, &homes)
                }
                for (_, events) in Dictionary(grouping: events.filter { $0.root != nil }, by: \.root) {
                    checkThatOneIsShared(events, register)
                }
            case .visit, .tour:
                for event in events {
                    checkHome(innermost(recipe.lifetime, from: event.opening) ?? 0, event, &homes)
                }
                let openings = Dictionary(grouping: events) { innermost(recipe.lifetime, from: $0.opening) }
                for (_, events) in openings {
                    checkThatOneIsShared(events, register)
                }
            case .weak:
                checkThatWhatIsHeldIsShared(events, register)
                if let outer = outerWorlds[key.world] {
                    checkThatCopyShares(events, register, answers[Answers(world: outer, generation: key.generation)])
                }
            }
        }
    }

    /// Two answers of one binding are one object, unless the instance was dropped in between.
    private mutating func checkThatOneIsShared(_ events: [History.Event], _ register: Register, _ drops: Changes? = nil)
    {
        for (first, second) in zip(events, events.dropFirst()) where first.serial != second.serial {
            let end = max(first.end, second.end)
            if !mayBeRedecorated(register, first.start, end), drops?.overlaps(first.start, end) != true {
                complaints.append("one binding gave two objects: \(first), \(second)")
            }
        }
    }

    /// A decorator takes the place of the binding and of all that it made.
    private func mayBeRedecorated(_ register: Register, _ start: Int, _ end: Int) -> Bool {
        decorations[register]?.overlaps(start, end) == true
    }

    /// An instance is not given to two requests, or while its scope is open at two times.
    private mutating func checkHome(_ home: Int, _ event: History.Event, _ homes: inout [Int: Int]) {
        if home == 0 {
            complaints.append("the scope was not open: \(event)")
        } else if homes.updateValue(home, forKey: event.serial!) ?? home != home {
            complaints.append("an instance was shared with strangers: \(event)")
        }
    }

    // MARK: - Weak instances

    /// While somebody holds an instance, nobody gets another one.
    private mutating func checkThatWhatIsHeldIsShared(_ events: [History.Event], _ register: Register) {
        for (index, holding) in events.enumerated() where holding.letGo > holding.end {
            for event in events[index...].prefix(while: { $0.start < holding.letGo })
            where event.start > holding.end && event.end < holding.letGo && event.serial != holding.serial
                && !mayBeRedecorated(register, holding.start, event.end)
            {
                complaints.append("somebody held another instance: \(holding), \(event)")
            }
        }
    }

    /// What was held when an override took its copy is shared by it.
    private mutating func checkThatCopyShares(
        _ events: [History.Event],
        _ register: Register,
        _ outside: [History.Event]?
    ) {
        guard let copy = copies[register.room], let outer = outerWorlds[register.world] else { return }
        let outerRegister = Register(world: outer, place: register.place, slot: register.slot)
        for holding in outside ?? [] where holding.end < copy.earliest {
            for event in events.prefix(while: { $0.start < holding.letGo })
            where event.end < holding.letGo && event.serial != holding.serial
                && !mayBeRedecorated(register, copy.earliest, event.end)
                && !mayBeRedecorated(outerRegister, holding.start, min(copy.latest, event.end))
            {
                complaints.append("somebody outside held another instance: \(holding), \(event)")
            }
        }
    }
}
