/// The rounds of an ending: each ends what the ends of the round before have created.
struct EndingRounds {
    /// The number of the ending.
    let number = AtomicCounter.ends.increment()

    private var count = 0

    /// The numbers of the first ends that were made after the last round began, and after the one before.
    private var (current, last) = (0, 0)

    /// The most rounds after the first, each of which may end an instance of another binding.
    private var limit = 0

    /// Whether nothing was created since the last round began.
    var areOver: Bool { count > 0 && AtomicCounter.ends.value == current }

    /// Begins a round.
    ///
    /// - Parameter registries: The registries whose bindings create what ends.
    mutating func begin(in registries: [Registry]) {
        if count == 1 {
            // The calls of a function are no bindings: an `onEnd` might call it with other arguments for ever.
            limit = registries.reduce(0) { $0 + $1.visibleHits.count }
        }
        count += 1
        (last, current) = (current, AtomicCounter.ends.value)
    }

    /// Returns what ends in this round: after the first, what this ending has created, but nothing that other code creates
    /// meanwhile.
    func select(_ items: [Ending.Item]) -> [Ending.Item] {
        count == 1 ? items : items.filter { $0.teardown.creator == number && $0.teardown.number >= last }
    }

    /// Returns errors that name what is created again and again, once there were too many rounds.
    func failures(leaving items: [Ending.Item]) -> [EndingError.Failure] {
        guard count > limit + 1 else { return [] }
        var known: Set<Key> = []
        return items.map(\.teardown.binding).filter { known.insert($0.key.declared).inserted }.map { binding in
            let problem = "each time \(binding.key.declared) ends, an 'onEnd' creates it again"
            let error = Report(problem + ", so the last instance has not ended")
            return EndingError.Failure(error: error, location: binding.location)
        }
    }
}

extension Ending {
    /// Ends what is collected, and whatever that creates, until nothing new is there.
    ///
    /// - Parameters:
    ///   - registries: The registries that keep it.
    ///   - collect: Returns the constructions and the ends; see `collecting`.
    /// - Returns: The errors of the ends.
    nonisolated(nonsending) static func endAll(
        in registries: [Registry],
        _ collect: ((_ canWait: Bool) -> (underWay: [Construction], items: [Item]))?
    ) async -> [EndingError.Failure] {
        var (rounds, failures) = (EndingRounds(), [EndingError.Failure]())
        while let collect, !rounds.areOver {
            rounds.begin(in: registries)
            let round = rounds
            var ending = await collecting(as: rounds.number) { canWait in
                let (underWay, items) = collect(canWait)
                return (underWay, round.select(items))
            }
            let endless = rounds.failures(leaving: ending.items)
            guard endless.isEmpty else { return failures + ending.failures + endless }
            await ending.run()
            failures += ending.failures
        }
        return failures
    }

    /// Performs `endAll` up to the first end that must be awaited, or to a construction that is under way.
    ///
    /// - Parameters:
    ///   - registries: The registries that keep what is collected.
    ///   - collect: Returns the constructions and the ends.
    /// - Returns: The errors of the ends, and whether nothing is left.
    static func endAllNow(
        in registries: [Registry],
        _ collect: () -> (underWay: [Construction], items: [Item])
    ) -> (failures: [EndingError.Failure], isComplete: Bool) {
        var (rounds, failures) = (EndingRounds(), [EndingError.Failure]())
        while !rounds.areOver {
            rounds.begin(in: registries)
            let (underWay, items) = collect()
            var ending = Ending(rounds.select(items), as: rounds.number)
            let endless = rounds.failures(leaving: ending.items)
            let isComplete = underWay.isEmpty && (!endless.isEmpty || ending.runNow())
            failures += ending.failures + endless
            guard isComplete, endless.isEmpty else { return (failures, isComplete) }
        }
        return (failures, true)
    }
}
