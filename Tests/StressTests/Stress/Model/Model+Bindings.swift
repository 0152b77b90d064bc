// Which binding may answer, and with which instance.

extension Model {
    func complaint(about event: History.Event) -> String? {
        // Whoever answers has been asked after all injectors below it had nothing.
        var place: Int? = event.place
        let owner = event.number.map { generation($0).recipe.place }
        while let here = place, here != owner {
            if !mayBeUnbound(Register(world: event.world, place: here, slot: event.slot), event.start, event.end) {
                return "something was bound in \(here)"
            }
            place = parents[here]
        }
        guard let number = event.number else {
            return nil
        }
        guard let owner = place else {
            return "the answer is of an injector that was not asked"
        }
        let register = Register(world: event.world, place: owner, slot: event.slot)
        guard generation(number).recipe.slot == event.slot, mayHold(register, number, event.start, event.end) else {
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
        let lifetime = generation(number).recipe.lifetime
        if lifetime != .transient, isDropped(register.room, lifetime, instance, event.start) {
            return "the instance had been dropped"
        }
        return complaint(aboutMarks: event, register)
    }

    /// A request met a binding whose scope was not open, so there has to be one.
    func complaint(aboutClosed event: History.Event) -> String? {
        var place: Int? = event.place
        while let here = place {
            let isScoped = worlds(from: event.world).contains { world in
                scoped[Register(world: world, place: here, slot: event.slot), default: []].contains {
                    generation($0).recipe.lifetime == event.lifetime
                        && mayHold(
                            Register(world: event.world, place: here, slot: event.slot),
                            $0,
                            event.start,
                            event.end
                        )
                }
            }
            if isScoped {
                return nil
            }
            if !mayBeUnbound(Register(world: event.world, place: here, slot: event.slot), event.start, event.end) {
                return "what was bound in \(here) needs no scope"
            }
            place = parents[here]
        }
        return "nothing was bound that needs the scope"
    }

    /// An override and those around it.
    private func worlds(from world: Int) -> [Int] {
        [world] + (outerWorlds[world].map(worlds) ?? [])
    }

    private func isInside(_ world: Int, _ outer: Int) -> Bool {
        worlds(from: world).contains(outer)
    }

    /// Whether a register may have held a binding at some moment between the two.
    func mayHold(_ register: Register, _ number: Int, _ start: Int, _ end: Int) -> Bool {
        if register.slot.isPlural {
            return additions(to: register, start, end).possible.contains { $0.number == number }
        }
        let latest = writes[register]?.latestStart(endedBefore: start)
        let bound = generation(number)
        if bound.world == register.world, bound.recipe.place == register.place {
            return bound.start < end && (latest ?? .min) <= bound.end
        }
        // It came with the copy.
        guard latest == nil, let outer = outerWorlds[register.world], let copy = copies[register.room] else {
            return false
        }
        let outerRegister = Register(world: outer, place: register.place, slot: register.slot)
        return mayHold(outerRegister, number, copy.earliest, min(copy.latest, end))
    }

    func mayBeUnbound(_ register: Register, _ start: Int, _ end: Int) -> Bool {
        let changes = writes[register]
        let latest = changes?.latestStart(endedBefore: start)
        if changes?.mayBeUnbound(before: end, latestStart: latest ?? .min) == true {
            return true
        }
        guard latest == nil else {
            return false
        }
        guard let outer = outerWorlds[register.world], let copy = copies[register.room] else {
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
