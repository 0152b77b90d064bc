/// What only a reset of everything takes back: a decorator, or a contribution without an identifier.
struct Addition {
    let number: Int
    let start: Int
    let end: Int

    init(_ event: History.Event) {
        number = event.number!
        start = event.start
        end = event.end
    }
}

extension Model {
    /// The additions to a register that may count at some moment between the two, and those that count at every one.
    func additions(to register: Register, _ start: Int, _ end: Int) -> (possible: [Addition], certain: [Addition]) {
        let resets = resets[register.room, default: []]
        var possible: [Addition] = []
        var certain: [Addition] = []
        if let outer = outerWorlds[register.world], let copy = copies[register.room] {
            let outerRegister = Register(world: outer, place: register.place, slot: register.slot)
            let copied = additions(to: outerRegister, copy.earliest, min(copy.latest, end))
            if !resets.contains(where: { $0.end < start }) {
                possible += copied.possible
            }
            if !resets.contains(where: { $0.start < end }) {
                certain += copied.certain
            }
        }
        for addition in additions[register, default: []] {
            if addition.start < end, !resets.contains(where: { $0.start > addition.end && $0.end < start }) {
                possible.append(addition)
            }
            if addition.end < start, !resets.contains(where: { $0.end > addition.start && $0.start < end }) {
                certain.append(addition)
            }
        }
        return (possible, certain)
    }

    /// Every decorator that counts is around an instance once, those that were registered earlier inside.
    func complaint(aboutMarks event: History.Event, _ register: Register) -> String? {
        // A decorator of many contributions cannot be named.
        let (possible, certain) = register.slot.isPlural ? ([], []) : additions(to: register, event.start, event.end)
        let marks = event.marks.compactMap { mark in possible.first { $0.number == mark } }
        if marks.count != event.marks.count {
            return "a decorator was not registered at the time"
        }
        if Set(event.marks).count != marks.count {
            return "a decorator was called twice"
        }
        if !certain.allSatisfy({ event.marks.contains($0.number) }) {
            return "a decorator is missing"
        }
        if zip(marks, marks.dropFirst()).contains(where: { $0.start > $1.end }) {
            return "decorators are out of order"
        }
        return nil
    }

    // MARK: - Contributions

    /// Every contribution that counts is given once, those of the parents first, and in order.
    func complaint(aboutList event: History.Event) -> String? {
        var rest = event.elements[...]
        for place in chain(of: event.place).reversed() {
            let own = rest.prefix { generation($0).recipe.place == place }
            rest = rest.dropFirst(own.count)
            if let complaint = complaint(about: Array(own), of: place, in: event) {
                return complaint
            }
        }
        return rest.isEmpty ? nil : "contributions of injectors are out of order"
    }

    private func chain(of place: Int) -> [Int] {
        [place] + (parents[place].map(chain) ?? [])
    }

    private func complaint(about elements: [Int], of place: Int, in event: History.Event) -> String? {
        if Set(elements).count != elements.count {
            return "a contribution was given twice"
        }
        for slot in Slot.identifiedPlugins {
            let register = Register(world: event.world, place: place, slot: slot)
            switch elements.count(where: { generation($0).recipe.slot == slot }) {
            case 0 where !mayBeUnbound(register, event.start, event.end):
                return "a contribution with an identifier is missing"
            case 2...:
                return "there are several contributions with one identifier"
            default: break
            }
        }
        let register = Register(world: event.world, place: place, slot: .plugin)
        let certain = additions(to: register, event.start, event.end).certain
        if !certain.allSatisfy({ elements.contains($0.number) }) {
            return "a contribution is missing"
        }
        // Those that came while the list was made may stand where others were.
        let settled = elements.map(generation).filter { $0.end < event.start }
        if zip(settled, settled.dropFirst()).contains(where: { earliestPlace(of: $0, place) > $1.end }) {
            return "contributions are out of order"
        }
        return nil
    }

    /// When at the earliest a contribution got its place in the order, which it keeps when it is replaced.
    private func earliestPlace(of generation: History.Generation, _ place: Int) -> Int {
        if generation.recipe.slot.isPlural {
            return generation.start
        }
        let register = Register(world: generation.world, place: place, slot: generation.recipe.slot)
        return writes[register]?.latestUnbinding(endedBefore: generation.start) ?? .min
    }
}
