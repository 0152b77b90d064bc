/// The lock of a registry and of its bindings' slots, which also knows the late endings: those of instances that were
/// created but that no slot keeps.
///
/// A late ending runs at once, in a task of its own. `end()` waits for those that are running, and throws the errors of
/// those that failed.
@usableFromInline
final class RegistryLock: Lock, @unchecked Sendable {
    // Mutable state is guarded by the lock itself.

    private struct LateEnding {
        let binding: AnyBinding
        /// Ends the instance, and returns its error; nil until the task was started.
        var task: Task<EndingError.Failure?, Never>?
    }

    /// The late endings that are running, by the numbers of their teardowns.
    @exclusivity(unchecked) private var running: [Int: LateEnding] = [:]

    /// The errors of late endings, the latest ones if there are many.
    ///
    /// A program that never calls `end()` never reads them.
    @exclusivity(unchecked) private var failures: [(lifetime: Lifetime, failure: EndingError.Failure)] = []
    private static let maximumFailures = 100

    /// Whether the current task is a late ending.
    @TaskLocal private static var isEnding = false

    /// Whether a late ending is running or has failed.
    var hasLateEndings: Bool {
        withLock { !running.isEmpty || !failures.isEmpty }
    }

    /// Starts a late ending.
    func run(_ teardown: Teardown, of binding: AnyBinding) {
        withLock { running[teardown.number] = LateEnding(binding: binding) }
        let task = Task {
            let error = await RegistryLock.$isEnding.withValue(true) { await teardown.run() }
            let failure = error.map { EndingError.Failure(error: $0, location: binding.location) }
            finish(teardown.number, failure)
            return failure
        }
        withLock { running[teardown.number]?.task = task }
    }

    private func finish(_ number: Int, _ failure: EndingError.Failure?) {
        let forgotten = withLock { () -> (LateEnding, EndingError.Failure?)? in
            // An `end()` that waits for the task has removed it.
            guard let ended = running.removeValue(forKey: number) else {
                return nil
            }
            guard let failure else {
                return (ended, nil)
            }
            failures.append((ended.binding.lifetime, failure))
            return (ended, failures.count > RegistryLock.maximumFailures ? failures.removeFirst().failure : nil)
        }
        withExtendedLifetime(forgotten) {}
    }

    /// Waits for the late endings that are running.
    ///
    /// An `onEnd` or a factory that ends instances does not wait, because a late ending may be waiting for it.
    ///
    /// - Parameter lifetime: The lifetime of the instances, or nil for all.
    /// - Returns: The errors of these and earlier late endings. They are forgotten.
    func lateFailures(of lifetime: Lifetime?) async -> [EndingError.Failure] {
        let canWait = !RegistryLock.isEnding && TaskFrame.current == nil
        let (failed, awaited) = withLock { () -> ([EndingError.Failure], [Int: LateEnding]) in
            let failed = failures.filter { lifetime == nil || $0.lifetime == lifetime }.map(\.failure)
            failures.removeAll { lifetime == nil || $0.lifetime == lifetime }
            let awaited = running.filter {
                canWait && $0.value.task != nil && (lifetime == nil || $0.value.binding.lifetime == lifetime)
            }
            for number in awaited.keys {
                running[number] = nil
            }
            return (failed, awaited)
        }
        var all = failed
        for (_, ending) in Array(awaited).ordered(by: { $0.key < $1.key }) {
            await ending.task?.value.map { all.append($0) }
        }
        return all
    }
}
