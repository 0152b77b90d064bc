import CWormer

/// A construction that is under way in a task, and those around it.
///
/// It is inherited by the task's children, as a `ResolutionStack` belongs to a thread.
final class TaskFrame: @unchecked Sendable {
    // `address` is written before others can find the frame; `hasEnded` is guarded by `lock`.

    /// The binding, nil if this is a request for several instances, which share what they can.
    private let binding: AnyBinding?

    /// The construction that others wait for, nil if the instance is not shared.
    private let construction: Construction?

    /// The instances that are shared by everything that is constructed for the outermost request.
    let cache: InstanceCache

    /// Records what the factory requests, if that is not known.
    let recorder: Recorder?

    private let outer: TaskFrame?
    private let lock = Lock()
    private var hasEnded = false

    /// Where the task finds this frame, and its children too.
    private var address: UnsafeRawPointer?

    @TaskLocal private static var innermost: TaskFrame?

    // The address of the task-local, which is a constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(TaskFrame.$innermost).toOpaque()

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - outer: The frame whose factory requested the instance.
    init(_ binding: AnyBinding?, construction: Construction?, recorder: Recorder?, outer: TaskFrame?) {
        self.binding = binding
        self.construction = construction
        self.recorder = recorder
        self.outer = outer
        cache = outer?.cache ?? InstanceCache()
    }

    /// The innermost construction that waits for the current task.
    ///
    /// A task that a factory has started and left behind has a copy of the frame: nothing waits for that task, so it is
    /// in no construction.
    static var current: TaskFrame? {
        guard let frame = innermost, frame.address == UnsafeRawPointer(wormer_task_local_address(key)),
            !frame.lock.withLock({ frame.hasEnded })
        else {
            return nil
        }
        return frame
    }

    /// The bindings from the outermost construction down to the innermost.
    static var path: [AnyBinding] {
        var path: [AnyBinding] = []
        var next = current
        while let frame = next {
            frame.binding.map { path.append($0) }
            next = frame.outer
        }
        return path.reversed()
    }

    /// Whether an instance of `binding`, or of a copy of it in an override, is being constructed in this task.
    static func contains(_ binding: AnyBinding) -> Bool {
        var next = current
        while let frame = next {
            if frame.binding?.identity == binding.identity {
                return true
            }
            next = frame.outer
        }
        return false
    }

    /// The constructions of shared instances around the current point of the task, the innermost first.
    var constructions: [Construction] {
        (construction.map { [$0] } ?? []) + (outer?.constructions ?? [])
    }

    /// Runs a factory as the innermost construction.
    nonisolated(nonsending)
        func run<Made>(_ make: nonisolated(nonsending) () async throws -> Made) async throws -> Made
    {
        if recorder != nil {
            Watchers.begin()
        }
        defer {
            if outer == nil {
                _ = cache.end()
            }
            lock.withLock { hasEnded = true }
            if recorder != nil {
                Watchers.end()
            }
        }
        return try await TaskFrame.$innermost.withValue(self) {
            address = UnsafeRawPointer(wormer_task_local_address(TaskFrame.key))
            return try await make()
        }
    }

    /// Runs `body`, all of whose constructions answer one request.
    nonisolated(nonsending)
        static func jointly<Result>(_ body: nonisolated(nonsending) () async throws -> Result) async throws -> Result
    {
        let outer = current
        let frame = TaskFrame(nil, construction: nil, recorder: outer?.recorder, outer: outer)
        return try await frame.run(body)
    }
}

/// The reasons, anywhere in the process, to look at the task before a request is answered.
package enum Watchers {
    /// Whether there is one; a relaxed load.
    @inline(__always)
    package static var areThere: Bool {
        wormer_is_watched()
    }

    package static func begin() {
        wormer_add_watchers(1)
    }

    package static func end() {
        wormer_add_watchers(-1)
    }

    /// Runs `body` on this thread, none of whose requests takes the fast path meanwhile.
    package static func watchingThread<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = wormer_this_thread()
        wormer_add_recordings(thread, 1)
        defer { wormer_add_recordings(thread, -1) }
        return try body()
    }
}
