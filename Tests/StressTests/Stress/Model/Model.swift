/// Checks every answer of a round against what was bound at some moment between the call and its return.
struct Model {
    /// What one override sees of one key of one injector.
    struct Register: Hashable {
        let world: Int
        let place: Int
        let slot: Slot

        var room: Room { Room(world: world, place: place) }
    }

    /// What one override sees of one injector.
    struct Room: Hashable {
        let world: Int
        let place: Int
    }

    let histories: [History]
    private(set) var outerWorlds: [Int: Int] = [Round.sharedWorld: 0]
    private(set) var parents: [Int: Int] = [1: 0]
    private(set) var writes: [Register: Changes] = [:]
    private(set) var drops: [Room: [LifetimeName: Changes]] = [:]
    private(set) var decorations: [Register: Changes] = [:]
    /// The decorators of each key, and the contributions without an identifier.
    private(set) var additions: [Register: [Addition]] = [:]
    private(set) var resets: [Room: [(start: Int, end: Int)]] = [:]
    /// The bindings with an opened scope.
    private(set) var scoped: [Register: [Int]] = [:]
    /// When an override took its copy of an injector.
    private(set) var copies: [Room: (earliest: Int, latest: Int)] = [:]

    var complaints: [String] = []

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
        for key in decorations.keys { decorations[key]!.seal() }
        for room in drops.keys {
            for lifetime in drops[room]!.keys { drops[room]![lifetime]!.seal() }
        }
    }

    private mutating func collect(_ event: History.Event) {
        let register = Register(world: event.world, place: event.place, slot: event.slot)
        switch event.kind {
        case .write:
            if event.slot.isPlural {
                additions[register, default: []].append(Addition(event))
            } else {
                writes[register, default: Changes()].add(event.start, event.end, unbinds: event.number == nil)
            }
            if let number = event.number, generation(number).recipe.lifetime.isOpened {
                scoped[register, default: []].append(number)
            }
        case .drop:
            drops[register.room, default: [:]][event.lifetime, default: Changes()]
                .add(event.start, event.end, unbinds: false)
        case .decorate:
            additions[register, default: []].append(Addition(event))
            decorations[register, default: Changes()].add(event.start, event.end, unbinds: false)
        case .reset:
            resets[register.room, default: []].append((event.start, event.end))
        case .read, .closed, .list, .unanswered:
            break
        }
        noteCopies(event)
    }

    private mutating func noteCopies(_ event: History.Event) {
        let owner = event.kind == .read ? event.number.map { generation($0).recipe.place } ?? -1 : event.place
        // The call has looked at each injector up to the one that answered, and perhaps at those above. A list begins
        // above, and may not have come far.
        var isCertain = event.kind != .unanswered
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

    func generation(_ number: Int) -> History.Generation {
        histories[Number.thread(number)].generations[Number.index(number)]
    }

    func instance(_ number: Int) -> History.Instance {
        histories[Number.thread(number)].instances[Number.index(number)]
    }

    /// The innermost open scope of a name, from one that is open.
    func innermost(_ name: LifetimeName, from opening: Int) -> Int? {
        var next = opening
        while next != 0 {
            let opening = histories[Number.thread(next)].openings[Number.index(next)]
            if opening.name == name {
                return next
            }
            next = opening.outer
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
                    case .write, .drop, .decorate, .reset, .unanswered: nil as String?
                    }
                if let complaint {
                    complaints.append("\(complaint): \(event)")
                }
            }
            for opening in history.openings where opening.ended != opening.made.reversed() {
                complaints.append("a scope ended \(opening.ended), but \(opening.made) were made in it")
            }
        }
        checkSharing()
    }
}
