/// The ends of instances that were created for the bindings of a registry or for a scope, but that no slot keeps.
///
/// A late ending runs at once, in a task of its own. `end()`, or the end of the scope, waits for those that are running,
/// and throws the errors of those that failed.
final class LateEndings: Lock, @unchecked Sendable {
    // Mutable state is guarded by the lock itself.

    /// The binding of an instance, and the task that ends it and returns its error.
    private typealias LateEnding = (binding: AnyBinding, task: Task<EndingError.Failure?, Never>)

    /// The late endings that are running, by the numbers of their teardowns.
    private var running: [Int: LateEnding] = [:]

    /// The errors of late endings, the latest ones if there are many.
    ///
    /// A program that never calls `end()` never reads them.
    private var failures: [(lifetime: Lifetime, failure: EndingError.Failure)] = []
    private static let maximumFailures = 100

    /// Whether the current task is a late ending.
    @TaskLocal private static var isLateEnding = false

    /// Whether none is running or has failed.
    var isEmpty: Bool {
        withLock { running.isEmpty && failures.isEmpty }
    }

    /// Starts a late ending.
    func run(_ teardown: Teardown, of binding: AnyBinding) {
        withLock {
            let task = Task {
                let failure = await LateEndings.$isLateEnding.withValue(true) { await teardown.failure(of: binding) }
                finish(teardown.number, failure)
                return failure
            }
            running[teardown.number] = (binding, task)
        }
    }

    /// Runs a late ending on this thread, for a scope that ends synchronously.
    func runNow(_ teardown: Teardown, of binding: AnyBinding) {
        guard let error = teardown.runNow() else { return }
        let failure = EndingError.Failure(error: error, location: binding.location)
        // Released outside the lock.
        let forgotten = withLock { add(failure, of: binding) }
        withExtendedLifetime(forgotten) {}
    }

    private func finish(_ number: Int, _ failure: EndingError.Failure?) {
        let ended = withLock { () -> (LateEnding?, EndingError.Failure?) in
            let ended = running.removeValue(forKey: number)
            guard let ended, let failure else {
                // Released outside the lock.
                return (ended, nil)
            }
            return (ended, add(failure, of: ended.binding))
        }
        withExtendedLifetime(ended) {}
    }

    /// Adds an error, with the lock held.
    ///
    /// - Returns: An earlier error that is forgotten.
    private func add(_ failure: EndingError.Failure, of binding: AnyBinding) -> EndingError.Failure? {
        failures.append((binding.lifetime, failure))
        return failures.count > LateEndings.maximumFailures ? failures.removeFirst().failure : nil
    }

    /// Waits for the late endings that are running.
    ///
    /// An `onEnd` or a factory that ends instances does not wait, because a late ending may be waiting for it.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of the instances, or nil for all.
    ///   - frame: The construction of the factory that opened the scope, which waits for its own scope.
    /// - Returns: The errors of these and earlier late endings that nobody else has received. They are forgotten.
    func failures(of lifetime: Lifetime?, in frame: TaskFrame? = nil) async -> [EndingError.Failure] {
        var awaited: [(key: Int, value: LateEnding)] = []
        if !LateEndings.isLateEnding, TaskFrame.current === frame {
            // The list is copied under the lock, for the reason that `Table.copied()` gives.
            awaited = withLock {
                running.filter { lifetime == nil || $0.value.binding.lifetime == lifetime }.map { $0 }
            }.ordered { $0.key < $1.key }
        }
        for ending in awaited {
            // Every `end()` waits. When the task has ended, its error is among the failures.
            _ = await ending.value.task.value
        }
        return takeFailures(of: lifetime)
    }

    /// Returns the errors that nobody has received, and forgets them.
    func takeFailures(of lifetime: Lifetime?) -> [EndingError.Failure] {
        withLock {
            defer { failures.removeAll { lifetime == nil || $0.lifetime == lifetime } }
            return failures.filter { lifetime == nil || $0.lifetime == lifetime }.map(\.failure)
        }
    }
}

extension Registry {
    /// Whether a late ending is running or has failed.
    var hasLateEndings: Bool {
        withLock { lateEndings }?.isEmpty == false
    }

    /// Starts a late ending.
    func run(_ teardown: Teardown, of binding: AnyBinding) {
        let endings = withLock { () -> LateEndings in
            let endings = lateEndings ?? LateEndings()
            lateEndings = endings
            return endings
        }
        endings.run(teardown, of: binding)
    }

    /// Waits for late endings, and returns their errors; see `LateEndings.failures(of:)`.
    func lateFailures(of lifetime: Lifetime?) async -> [EndingError.Failure] {
        await withLock { lateEndings }?.failures(of: lifetime) ?? []
    }
}
