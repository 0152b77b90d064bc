/// Checks every answer of a round against what was bound at some moment between the call and its return.
struct Model {
    /// What one override sees of one key of one injector.
    private struct Register: Hashable {
        let world: Int
        let place: Int
        let slot: Slot
    }

    /// What one override sees of one injector.
    private struct Room: Hashable {
        let world: Int
        let place: Int
    }

    private struct Instances: Hashable {
        let room: Room
        let generation: Int
    }

    private let histories: [History]
    private var outerWorlds: [Int: Int] = [Round.sharedWorld: 0]
    private var parents: [Int: Int] = [1: 0]
    private var writes: [Register: Changes] = [:]
    private var drops: [Room: [LifetimeName: Changes]] = [:]
    /// When an override took its copy of an injector.
    private var copies: [Room: (earliest: Int, latest: Int)] = [:]

    private(set) var complaints: [String] = []

    init(_ histories: [History]) {
        self.histories = histories
        for history in histories {
            complaints += history.complaints
            for (id, outer) in history.worlds { outerWorlds[id] = outer }
            for (id, parent) in history.places { parents[id] = parent }
        }
        for history in histories {
            for event in history.events { collect(event) }
        }
        for key in writes.keys { writes[key]!.seal() }
        for room in drops.keys {
            for lifetime in drops[room]!.keys { drops[room]![lifetime]!.seal() }
        }
    }

    private mutating func collect(_ event: History.Event) {
        var owner = event.place
        switch event.kind {
        case .write:
            let register = Register(world: event.world, place: event.place, slot: event.slot)
            writes[register, default: Changes()].add(event.start, event.end, unbinds: event.generation == nil)
        case .drop:
            drops[Room(world: event.world, place: event.place), default: [:]][event.lifetime, default: Changes()]
                .add(event.start, event.end, unbinds: false)
        case .read:
            owner = event.generation.map { generation($0).place } ?? -1
        }
        // The call has looked at each injector up to the one that answered, and perhaps at those above.
        var isCertain = true
        var place: Int? = event.place
        while let here = place {
            var world = event.world
            while world != 0 {
                let room = Room(world: world, place: here)
                let known = copies[room] ?? (.max, .max)
                copies[room] = (
                    min(known.earliest, event.start), isCertain ? min(known.latest, event.end) : known.latest
                )
                world = outerWorlds[world]!
            }
            isCertain = isCertain && here != owner
            place = parents[here]
        }
    }

    private func generation(_ number: Int) -> History.Generation {
        histories[Number.thread(number)].generations[Number.index(number)]
    }

    private func instance(_ number: Int) -> History.Instance {
        histories[Number.thread(number)].instances[Number.index(number)]
    }

    // MARK: - Checks

    mutating func check() {
        var transients: Set<Int> = []
        var reads: [Instances: [History.Event]] = [:]
        for history in histories {
            for event in history.events where event.kind == .read {
                if let complaint = complaint(about: event) {
                    complaints.append("\(complaint): \(event)")
                }
                guard let number = event.generation, let serial = event.serial else { continue }
                let generation = generation(number)
                if generation.lifetime == .transient {
                    if !transients.insert(serial).inserted {
                        complaints.append("a transient instance was given twice: \(event)")
                    }
                } else {
                    let room = Room(world: event.world, place: generation.place)
                    reads[Instances(room: room, generation: number), default: []].append(event)
                }
            }
        }
        for (instances, events) in reads {
            checkThatOneIsShared(instances, events.sorted { $0.start < $1.start })
        }
    }

    /// Two answers of one binding are one object, unless instances were dropped in between.
    private mutating func checkThatOneIsShared(_ instances: Instances, _ events: [History.Event]) {
        let lifetime = generation(instances.generation).lifetime
        for (first, second) in zip(events, events.dropFirst()) where first.serial != second.serial {
            let end = max(first.end, second.end)
            if drops[instances.room]?[lifetime]?.overlaps(first.start, end) != true {
                complaints.append("one binding gave two objects: \(first), \(second)")
            }
        }
    }

    private func complaint(about event: History.Event) -> String? {
        // Whoever answers has been asked after all injectors below it had nothing.
        var place: Int? = event.place
        let owner = event.generation.map { generation($0).place }
        while let here = place, here != owner {
            let register = Register(world: event.world, place: here, slot: event.slot)
            if !mayBeUnbound(register, event.start, event.end) {
                return "something was bound in \(here)"
            }
            place = parents[here]
        }
        guard let number = event.generation else {
            return nil
        }
        guard let owner = place else {
            return "the answer is of an injector that was not asked"
        }
        let register = Register(world: event.world, place: owner, slot: event.slot)
        guard generation(number).slot == event.slot, mayHold(register, number, event.start, event.end) else {
            return "was not bound at the time"
        }
        guard let serial = event.serial else {
            return nil
        }
        let instance = instance(serial)
        if instance.generation != number {
            return "the instance is of another binding"
        }
        if !isInside(event.world, instance.world) {
            return "the instance was made inside an override that was not seen"
        }
        let lifetime = generation(number).lifetime
        let room = Room(world: event.world, place: owner)
        if lifetime != .transient, isDropped(room, lifetime, instance, event.start) {
            return "the instance had been dropped"
        }
        return nil
    }

    private func isInside(_ world: Int, _ outer: Int) -> Bool {
        var world = world
        while world != outer, world != 0 {
            world = outerWorlds[world]!
        }
        return world == outer
    }

    /// Whether a register may have held a binding at some moment between the two.
    private func mayHold(_ register: Register, _ number: Int, _ start: Int, _ end: Int) -> Bool {
        let latest = writes[register]?.latestStart(endedBefore: start)
        let bound = generation(number)
        if bound.world == register.world, bound.place == register.place {
            return bound.start < end && (latest ?? .min) <= bound.end
        }
        // It came with the copy.
        guard latest == nil, let outer = outerWorlds[register.world] else {
            return false
        }
        guard let copy = copies[Room(world: register.world, place: register.place)] else {
            return false
        }
        let outerRegister = Register(world: outer, place: register.place, slot: register.slot)
        return mayHold(outerRegister, number, copy.earliest, min(copy.latest, end))
    }

    private func mayBeUnbound(_ register: Register, _ start: Int, _ end: Int) -> Bool {
        let changes = writes[register]
        let latest = changes?.latestStart(endedBefore: start)
        if changes?.mayBeUnbound(before: end, latestStart: latest ?? .min) == true {
            return true
        }
        guard latest == nil else {
            return false
        }
        guard let outer = outerWorlds[register.world],
            let copy = copies[Room(world: register.world, place: register.place)]
        else {
            return true
        }
        let outerRegister = Register(world: outer, place: register.place, slot: register.slot)
        return mayBeUnbound(outerRegister, copy.earliest, min(copy.latest, end))
    }

    /// Whether an instance was certainly dropped before `moment`.
    private func isDropped(_ room: Room, _ lifetime: LifetimeName, _ instance: History.Instance, _ moment: Int) -> Bool
    {
        let latest = drops[room]?[lifetime]?.latestStart(endedBefore: moment)
        if instance.world == room.world {
            return (latest ?? .min) > instance.begin
        }
        if latest != nil {
            return true
        }
        guard let outer = outerWorlds[room.world], let copy = copies[room] else {
            return false
        }
        return isDropped(Room(world: outer, place: room.place), lifetime, instance, copy.earliest)
    }
}
