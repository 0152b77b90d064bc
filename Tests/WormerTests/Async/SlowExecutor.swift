import Wormer

/// Runs the jobs of tasks that prefer it when it is told to.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SlowExecutor: TaskExecutor {
    private let jobs = Shared<[UnownedJob]>([])
    private let isSlow = Shared(true)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.change { $0.append(job) }
        if !isSlow.value { runOne() }
    }

    /// Runs the first job that waits, if there is one.
    func runOne() {
        let job = jobs.change { $0.isEmpty ? nil : $0.removeFirst() }
        job?.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// Runs the jobs that wait, and those that they leave here.
    func runWaiting() {
        while !jobs.value.isEmpty { runOne() }
    }

    /// Runs the jobs that wait, and from now on each as it comes.
    func runAll() {
        isSlow.change { $0 = false }
        runWaiting()
    }
}
