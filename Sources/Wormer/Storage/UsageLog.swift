/// Which bindings an override has of its own, and which of them were asked for.
final class UsageLog: @unchecked Sendable {
    // What changes here is guarded by `lock`.
    private let lock = Lock()
    private let inherited: Set<Int>
    private var used: Set<Int> = []

    /// The log of the override around this one, which wants to know too.
    private let outer: UsageLog?

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - inherited: What is bound already, of which no account is kept.
    ///   - outer: The log of what it is inherited from, if there is one.
    init(inherited: [AnyBinding], outer: UsageLog?) {
        self.inherited = Set(inherited.map(\.identity))
        self.outer = outer
    }

    func note(_ binding: AnyBinding) {
        lock.withLock { _ = used.insert(binding.identity) }
        outer?.note(binding)
    }

    /// Which of some bindings were made here, and whether each of them was asked for.
    func own(among bindings: [AnyBinding]) -> [(binding: AnyBinding, isUsed: Bool)] {
        lock.withLock {
            bindings.filter { !inherited.contains($0.identity) }.map { ($0, used.contains($0.identity)) }
        }
    }
}
