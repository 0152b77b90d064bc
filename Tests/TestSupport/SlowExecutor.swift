/// A task executor that runs its jobs on demand.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class SlowExecutor: TaskExecutor {
    private let jobs = Shared<[UnownedJob]>([])
    private let isSlow = Shared(true)

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.change { $0.append(job) }
        if !isSlow.value { runOne() }
    }

    /// Runs the first waiting job, if any.
    package func runOne() {
        let job = jobs.change { $0.isEmpty ? nil : $0.removeFirst() }
        job?.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// Runs the waiting jobs and those that they enqueue.
    package func runWaiting() { while !jobs.value.isEmpty { runOne() } }

    /// Runs the waiting jobs and, from then on, every job at once.
    package func runAll() {
        isSlow.change { $0 = false }
        runWaiting()
    }
}
