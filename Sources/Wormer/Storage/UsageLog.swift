/// Which bindings an override has of its own, and which of them were asked for.
final class UsageLog: @unchecked Sendable {
    // What changes here is guarded by `lock`.
    private let lock = Lock()
    private let inherited: Set<Int>
    private var used: Set<Int> = []

    /// Creates a log.
    ///
    /// - Parameter inherited: What is bound already, of which no account is kept.
    init(inherited: [AnyBinding]) {
        self.inherited = Set(inherited.map(\.identity))
    }

    func note(_ binding: AnyBinding) {
        lock.withLock { _ = used.insert(binding.identity) }
    }

    /// Which of some bindings were made here, and whether each of them was asked for.
    func own(among bindings: [AnyBinding]) -> [(binding: AnyBinding, isUsed: Bool)] {
        lock.withLock {
            bindings.filter { !inherited.contains($0.identity) }.map { ($0, used.contains($0.identity)) }
        }
    }
}
