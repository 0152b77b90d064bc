extension Making {
    /// Suspends the task until the making is finished.
    ///
    /// - Parameter frame: The making in which the task waits, if it is in one.
    /// - Throws: `Cycle`, where the making waits, directly or through others, for one that the task is in;
    ///   `CancellationError`, if the task is cancelled: the making goes on.
    func end(awaitedIn frame: AsyncFrame?) async throws {
        let ticket = Making.lastTicket.increment()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if let outcome = enter(continuation, ticket, from: frame) {
                    continuation.resume(with: outcome)
                }
            }
        } onCancel: {
            leave(ticket)?.resume(throwing: CancellationError())
        }
    }

    private static let lastTicket = AtomicCounter()

    /// Lets a continuation wait.
    ///
    /// - Returns: The outcome if there is nothing to wait for.
    private func enter(
        _ continuation: CheckedContinuation<Void, any Error>,
        _ ticket: Int,
        from frame: AsyncFrame?
    ) -> Result<Void, any Error>? {
        Making.lock.withLock {
            if isFinished {
                return .success(())
            }
            if Task.isCancelled {
                return .failure(CancellationError())
            }
            let waiters = frame?.makings ?? []
            if let path = path(to: waiters) {
                return .failure(Cycle(path: path))
            }
            awaiting[ticket] = (continuation, waiters.first)
            waiters.first?.awaited[ticket] = self
            return nil
        }
    }

    /// Takes a continuation that waits out.
    private func leave(_ ticket: Int) -> CheckedContinuation<Void, any Error>? {
        Making.lock.withLock {
            let waiting = awaiting.removeValue(forKey: ticket)
            waiting?.waiter?.awaited[ticket] = nil
            return waiting?.continuation
        }
    }

    /// The way from this making, through those that it waits for, to one of `targets`.
    ///
    /// Called with the lock held.
    private func path(to targets: [Making]) -> [AnyBinding]? {
        if targets.contains(where: { $0 === self }) {
            return [binding]
        }
        return awaited.values.lazy.compactMap { $0.path(to: targets) }.first.map { [binding] + $0 }
    }
}
