/// An addition that only a reset of the container removes: a decorator, or a contribution without an identifier.
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

extension HistoryChecker {
    /// The additions that can apply to an entry at some moment between the two, and those that apply all the time.
    ///
    /// The number is that of the binding that answered, or nil for a list.
    func additions(
        to entry: Entry,
        of number: Int?,
        _ start: Int,
        _ end: Int
    ) -> (possible: [Addition], certain: [Addition]) {
        if entry.layer != 0 { return additionsInOverride(to: entry, of: number, start, end) }
        let resets = resets[entry.view, default: []]
        var possible: [Addition] = []
        var certain: [Addition] = []
        for addition in additions[entry, default: []] {
            if addition.start < end, !resets.contains(where: { $0.start > addition.end && $0.end < start }) {
                possible.append(addition)
            }
            if addition.end < start, !resets.contains(where: { $0.end > addition.start && $0.start < end }) {
                certain.append(addition)
            }
        }
        return (possible, certain)
    }

    /// Checks that each applicable decorator wraps an instance once, earlier ones inside later ones.
    func complaint(aboutMarks event: History.Event, _ entry: Entry) -> String? {
        // A decorator cannot select one of several contributions without an identifier.
        let (possible, certain) =
            entry.key.isPlural ? ([], []) : additions(to: entry, of: event.number, event.start, event.end)
        let marks = event.marks.compactMap { mark in possible.first { $0.number == mark } }
        if marks.count != event.marks.count { return "a decorator was not registered at the time" }
        if Set(event.marks).count != marks.count { return "a decorator was called twice" }
        if !certain.allSatisfy({ event.marks.contains($0.number) }) { return "a decorator is missing" }
        if zip(marks, marks.dropFirst()).contains(where: { $0.start > $1.end }) {
            return "decorators are out of order"
        }
        return nil
    }

    // MARK: - Contributions

    /// Checks that each applicable contribution is returned once, those of the parents first, in their order.
    func complaint(aboutList event: History.Event) -> String? {
        var rest = event.elements[...]
        for container in chain(of: event.container).reversed() {
            let own = rest.prefix { binding($0).recipe.container == container }
            rest = rest.dropFirst(own.count)
            if let complaint = complaint(about: Array(own), of: container, in: event) { return complaint }
        }
        return rest.isEmpty ? nil : "contributions of containers are out of order"
    }

    private func chain(of container: Int) -> [Int] { [container] + (parents[container].map(chain) ?? []) }

    private func complaint(about elements: [Int], of container: Int, in event: History.Event) -> String? {
        if Set(elements).count != elements.count { return "a contribution was given twice" }
        for key in Key.identifiedPlugins {
            let entry = Entry(layer: event.layer, container: container, key: key)
            switch elements.count(where: { binding($0).recipe.key == key }) {
            case 0 where !mayBeUnbound(entry, event.start, event.end):
                return "a contribution with an identifier is missing"
            case 2...:
                return "there are several contributions with one identifier"
            default: break
            }
        }
        let entry = Entry(layer: event.layer, container: container, key: .plugin)
        let certain = additions(to: entry, of: nil, event.start, event.end).certain
        if !certain.allSatisfy({ elements.contains($0.number) }) { return "a contribution is missing" }
        // A contribution added during the request can have the position of a removed one.
        // Where an override has decided on a binding with an identifier, it has the position of that moment.
        let settled = elements.map(binding).filter { binding in
            let hasPosition = binding.layer == event.layer || event.layer == 0 || binding.recipe.key.isPlural
            return binding.end < event.start && hasPosition
        }
        if zip(settled, settled.dropFirst()).contains(where: { earliestPosition(of: $0, container) > $1.end }) {
            return "contributions are out of order"
        }
        return nil
    }

    /// The earliest moment at which a contribution got its position, which it keeps when it is replaced.
    private func earliestPosition(of binding: History.Binding, _ container: Int) -> Int {
        if binding.recipe.key.isPlural { return binding.start }
        let entry = Entry(layer: binding.layer, container: container, key: binding.recipe.key)
        return writes[entry]?.latestUnbinding(endedBefore: binding.start) ?? .min
    }
}
