// Ending the instances of an injector.

extension Registry: EndKeeper {
    func withEnds<Result>(_ body: (inout [Teardown]) -> Result) -> Result {
        state.withLock { body(&$0.ends) }
    }

    func endDidFinish() {}

    /// Returns what to await and to end of one lifetime or, if that is nil, of all lifetimes.
    ///
    /// An ending that cannot wait leaves what is under construction to those who construct it.
    func items(of lifetime: Lifetime?, canWait: Bool = true) -> Ending.Found {
        var underWay: [Construction] = []
        var items: [Ending.Item] = []
        for holder in holders {
            holder.withLock { cell in
                guard let binding = cell.binding, binding.isEnded(with: lifetime) else { return }
                cell.withSlot { slot in
                    slot.teardown.map { items.append(($0, self)) }
                    if canWait {
                        slot.constructionUnderWay(of: binding).map { underWay.append($0) }
                    } else {
                        slot.endWhenFilled()
                    }
                }
            }
        }
        let ends = withEnds { $0.map { $0 } }.filter { lifetime == nil || $0.binding.lifetime == lifetime }
        return (underWay, items + ends.map { ($0, self) })
    }

    func remove(_ teardown: Teardown) -> AnyObject? {
        holder(of: teardown.binding.key)?.withLock { $0.withSlot { $0.remove(teardown) } }
    }

    /// Ends the instances of one lifetime, or of all lifetimes if it is nil, and returns the errors.
    ///
    /// Instances without an end go afterwards, so that an `onEnd` still finds them.
    nonisolated(nonsending) func end(_ lifetime: Lifetime?) async -> [EndingError.Failure] {
        if base != nil {
            drop(lifetime.map { [$0] } ?? visibleHits.map(\.binding.lifetime).filter { $0 != .weak })
        }
        let failures = await Ending(in: [self]) { self.items(of: lifetime, canWait: $0) }.run()
        dropInstances { $0.isEnded(with: lifetime) && $1.instance != nil && $1.teardown == nil }
        return failures
    }

    /// Takes no more instances of some lifetimes from outside the override.
    func drop(_ lifetimes: [Lifetime]) {
        state.withLock { state in
            for lifetime in lifetimes where !state.dropped.contains(lifetime) {
                state.dropped.append(lifetime)
            }
        }
    }
}
