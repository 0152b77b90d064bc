/// The bindings that belong to an override itself, and which of them were requested.
final class UsageLog: @unchecked Sendable {
    // Mutable state is guarded by `lock`.
    private let lock = Lock()
    private var inherited: Set<Int>
    private var used: Set<Int> = []

    /// The log of the enclosing override, which also counts the requests in this override.
    private let outer: UsageLog?

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - inherited: The bindings of the base, which are not counted.
    ///   - outer: The log of the registry that is overridden.
    init(inherited: [AnyBinding], outer: UsageLog?) {
        self.inherited = Set(inherited.map(\.identity))
        self.outer = outer
    }

    /// Counts a request for a binding.
    func note(_ binding: AnyBinding) {
        lock.withLock { _ = used.insert(binding.identity) }
        outer?.note(binding)
    }

    /// Excludes a binding that was registered to answer a request.
    func inherit(_ binding: AnyBinding) {
        lock.withLock { _ = inherited.insert(binding.identity) }
    }

    /// Returns the given bindings that were bound here, and whether each of them was requested.
    func own(among bindings: [AnyBinding]) -> [Layer.OwnBinding] {
        lock.withLock {
            bindings.filter { !inherited.contains($0.identity) }
                .map { ($0.key, $0.location, used.contains($0.identity)) }
        }
    }
}
