import Foundation

/// One side of a comparison: its loops, and how they are run and timed.
struct Side {
    /// Repeats an operation.
    typealias Loop = (Int) throws -> Void

    /// Repeats an operation in a task.
    typealias AsyncLoop = @Sendable (Int) async throws -> Void

    /// The number of threads that run a loop concurrently.
    let threads: Int

    /// Runs every loop with a number of operations and returns the seconds: processor time or, for several threads,
    /// elapsed time.
    let seconds: (_ operations: Int) throws -> Double

    /// Runs the first loop alone, and otherwise works like `seconds`.
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

    /// Concurrent loops, each on its own thread.
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
}

// MARK: - Rounds

extension Side {
    /// Returns the number of operations that this side does in some milliseconds.
    ///
    /// Counting them also warms it up.
    func operationsOfRound() throws -> Int {
        var operations = 10
        while operations < 200_000, try seconds(operations) < 0.004 {
            operations *= 2
        }
        return operations
    }

    /// Returns the time of one operation in nanoseconds, over all threads.
    func nanoseconds(_ operations: Int) throws -> Double {
        try seconds(operations) / Double(operations * threads) * 1e9
    }

    func nanosecondsAlone(_ operations: Int) throws -> Double {
        try secondsAlone(operations) / Double(operations) * 1e9
    }
}

extension [Double] {
    var median: Double {
        sorted()[count / 2]
    }
}

/// The processor time of this process, which depends less on other load on the machine than elapsed time.
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
