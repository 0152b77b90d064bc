import Foundation

/// One side of a comparison: loops, and the way they are run and timed.
struct Side {
    /// Does something a number of times.
    typealias Loop = (Int) throws -> Void

    /// Does something a number of times in a task.
    typealias AsyncLoop = @Sendable (Int) async throws -> Void

    /// Runs a body while something else goes on in the process.
    typealias Situation = (() -> Void) -> Void

    /// How many threads run a loop at once.
    let threads: Int

    /// Runs every loop with a number of operations and returns the seconds that they took: of processor time, or, for
    /// several threads, until all are done.
    let seconds: (_ operations: Int) throws -> Double

    /// As `seconds`, with the first loop alone.
    let secondsAlone: (_ operations: Int) throws -> Double

    private init(threads: Int = 1, seconds: @escaping (Int) throws -> Double, alone: ((Int) throws -> Double)? = nil) {
        self.threads = threads
        self.seconds = seconds
        secondsAlone = alone ?? seconds
    }

    /// A loop on the main thread.
    static func thread(_ loop: @escaping Loop) -> Side {
        Side { operations in
            let begun = processorSeconds()
            try loop(operations)
            return processorSeconds() - begun
        }
    }

    /// Loops on threads of their own, all at once.
    static func threads(_ loops: [Loop]) -> Side {
        Side(
            threads: loops.count,
            seconds: { measureThreads(loops, operations: $0) },
            alone: { measureThreads([loops[0]], operations: $0) }
        )
    }

    /// A loop in a detached task, while the main thread waits.
    static func task(_ loop: @escaping AsyncLoop) -> Side {
        Side { operations in
            try wait {
                let begun = processorSeconds()
                try await loop(operations)
                return processorSeconds() - begun
            }
        }
    }

    /// The same loops while something else goes on; only the loops are timed.
    func during(_ situation: @escaping Situation) -> Side {
        Side { operations in
            var outcome = Result<Double, any Error>.success(0)
            situation {
                outcome = Result { try seconds(operations) }
            }
            return try outcome.get()
        }
    }
}

/// The processor time that this process has used; what else the machine does counts less than in other time.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func measureThreads(_ loops: [Side.Loop], operations: Int) -> Double {
    let begin = DispatchSemaphore(value: 0)
    let ready = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    for loop in loops {
        nonisolated(unsafe) let loop = loop
        Thread.detachNewThread {
            ready.signal()
            begin.wait()
            do {
                try loop(operations)
            } catch {
                fatalError("\(error)")
            }
            done.signal()
        }
    }
    loops.forEach { _ in ready.wait() }
    let duration = ContinuousClock().measure {
        loops.forEach { _ in begin.signal() }
        loops.forEach { _ in done.wait() }
    }
    return duration / .seconds(1)
}

/// Waits for a detached task.
private func wait<Success: Sendable>(for body: @escaping @Sendable () async throws -> Success) throws -> Success {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var outcome: Result<Success, any Error>?
    Task.detached {
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        done.signal()
    }
    done.wait()
    return try outcome!.get()
}
