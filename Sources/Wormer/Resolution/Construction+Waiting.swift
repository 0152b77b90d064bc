extension Construction {
    /// A waiting thread.
    ///
    /// The thread's own constructions are suspended, so other threads may read them under the lock.
    final class Sleeper {
        let construction: Construction
        let location: CodeLocation
        let stack = ResolutionStack.current
        let condition = Condition()
        var outcome: Outcome?

        init(waitingFor construction: Construction, at location: CodeLocation) {
            self.construction = construction
            self.location = location
        }
    }

    /// A waiting task.
    final class Waiter {
        let continuation: CheckedContinuation<Outcome?, any Error>
        /// The construction that the task waits for.
        let awaited: Construction
        /// The construction in which the task waits, if any.
        let holder: Construction?
        /// The path from the holder to the awaited construction.
        let path: [RequestedBinding]

        init(
            _ continuation: CheckedContinuation<Outcome?, any Error>,
            for awaited: Construction,
            in holder: Construction?,
            below path: [RequestedBinding]
        ) {
            self.continuation = continuation
            self.awaited = awaited
            self.holder = holder
            self.path = path
        }
    }
}
