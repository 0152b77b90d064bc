/// The rounds of an ending: each ends what the ends of the round before have created.
struct EndingRounds {
    /// The number of the ending.
    let number: Int

    /// The registries whose bindings create what ends, or nil if there is one round.
    private let registries: [Registry]?

    private var count = 0

    /// The numbers of the first ends that were made after the last round began, and after the one before.
    private var (current, last) = (0, 0)

    /// The most rounds after the first, each of which may end an instance of another binding.
    private var limit = 0

    init(in registries: [Registry]?) {
        self.registries = registries
        // That of a scope belongs to the ending whose `onEnd` is the caller.
        number = registries == nil ? Context.ending ?? 0 : AtomicCounter.ends.increment()
    }

    /// Begins a round, unless nothing was created since the last one began.
    ///
    /// - Returns: Whether it has begun.
    mutating func begin() -> Bool {
        let new = AtomicCounter.ends.value
        guard count == 0 || registries != nil && new != current else { return false }
        if count == 1 {
            // The calls of a function are no bindings: an `onEnd` might call it with other arguments for ever.
            limit = registries?.reduce(0) { $0 + $1.visibleHits.count } ?? 0
        }
        count += 1
        (last, current) = (current, new)
        return true
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
