/// Which bindings an override has of its own, and which of them were asked for.
final class UsageLog: @unchecked Sendable {
    // What changes here is guarded by `lock`.
    private let lock = Lock()
    private let inherited: Set<Int>
    private var used: Set<Int> = []

    /// What each decorated binding was before, by identities.
    private var undecorated: [Int: Int] = [:]

    /// The account of the override around this one, which counts what is asked for in here too.
    private let outer: UsageLog?

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - inherited: What is bound already, of which no account is kept.
    ///   - outer: The log of the storage that is copied.
    init(inherited: [AnyBinding], outer: UsageLog?) {
        self.inherited = Set(inherited.map(\.identity))
        self.outer = outer
    }

    func note(_ binding: AnyBinding) {
        note(binding.identity)
    }

    private func note(_ identity: Int) {
        let identity = lock.withLock {
            let original = original(of: identity)
            used.insert(original)
            return original
        }
        outer?.note(identity)
    }

    /// Notes that a binding took the place of another, around which a decorator was put.
    func note(_ decorated: AnyBinding, inPlaceOf binding: AnyBinding) {
        lock.withLock { undecorated[decorated.identity] = original(of: binding.identity) }
    }

    private func original(of identity: Int) -> Int {
        undecorated[identity] ?? identity
    }

    /// Which of some bindings were made here, and whether each of them was asked for.
    func own(among bindings: [AnyBinding]) -> [(binding: AnyBinding, isUsed: Bool)] {
        lock.withLock {
            bindings.map { ($0, original(of: $0.identity)) }
                .filter { !inherited.contains($1) }
                .map { ($0, used.contains($1)) }
        }
    }
}
