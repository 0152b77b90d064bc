import CWormer

/// The constructions that are under way on one thread, each requested by the one before it.
///
/// A request that finds an instance leaves no trace here.
@usableFromInline
struct ResolutionStack: @unchecked Sendable {
    // A thread changes its own record only; others read it while its thread sleeps, under the lock of the sleepers.
    private let record: UnsafeMutablePointer<wormer_thread>

    /// That of the current thread.
    static var current: ResolutionStack {
        ResolutionStack(record: wormer_this_thread())
    }

    /// Identifies the thread while it lives.
    var thread: UnsafeRawPointer {
        UnsafeRawPointer(record)
    }

    var count: Int {
        record.pointee.count
    }

    /// Whether an instance of `binding`, or of a copy of it in an override, is being constructed here.
    func contains(_ binding: AnyBinding) -> Bool {
        // A binding in a frame lives until it is popped; here as below.
        frames.contains {
            Unmanaged<AnyBinding>.fromOpaque($0.binding)._withUnsafeGuaranteedRef { $0.identity == binding.identity }
        }
    }

    /// From the outermost construction down to the innermost.
    var path: [RequestedBinding] {
        frames.map { frame in
            let binding = Unmanaged<AnyBinding>.fromOpaque(frame.binding).takeUnretainedValue()
            guard binding.key.declaration == nil else {
                return RequestedBinding(binding: binding, location: nil)
            }
            let location = withUnsafeBytes(of: frame.location) { $0.load(as: CodeLocation.self) }
            return RequestedBinding(binding: binding, location: location)
        }
    }

    private var frames: UnsafeBufferPointer<wormer_frame> {
        UnsafeBufferPointer(start: record.pointee.frames, count: count)
    }

    /// The instances that are shared by everything that is constructed for the outermost request.
    var cache: InstanceCache {
        if let existingCache {
            return existingCache
        }
        let cache = InstanceCache()
        wormer_set_cache(record, Unmanaged.passRetained(cache).toOpaque())
        return cache
    }

    /// As `cache`; nil if nothing is shared yet.
    var existingCache: InstanceCache? {
        if let frame = TaskFrame.current {
            return frame.cache
        }
        return record.pointee.cache.map { Unmanaged<InstanceCache>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: - The current thread

    /// Begins the construction of an instance of `binding`; the factory's requests are shown to `recorder`.
    ///
    /// Both have to be retained until `pop()`.
    ///
    /// - Parameters:
    ///   - binding: The binding.
    ///   - recorder: Records what the factory requests.
    ///   - maySuspend: Whether the request can wait, if it is the outermost, or is for a parameter: then a parameter
    ///     that would have to wait throws `MustSuspend` if all constructions around it are of that kind.
    ///   - location: The place of the request.
    func push(_ binding: AnyBinding, recorder: Recorder?, maySuspend: Bool, at location: CodeLocation) {
        wormer_push_recorded(
            record,
            Unmanaged.passUnretained(binding).toOpaque(),
            recorder.map { Unmanaged.passUnretained($0).toOpaque() },
            maySuspend
        )
        .storeBytes(of: location, as: CodeLocation.self)
    }

    /// Whether the innermost factory runs for a request that can wait, and calls nothing of the user's before its
    /// parameters are resolved.
    var canSuspend: Bool {
        wormer_can_suspend(record)
    }

    /// Ends the innermost construction.
    static func pop() {
        let thread = wormer_this_thread()
        wormer_pop_recorded(thread)
        didPop(thread)
    }

    /// Gives up what the innermost construction was the last to need.
    @inlinable
    @inline(__always)
    static func didPop(_ thread: UnsafeMutablePointer<wormer_thread>) {
        if thread.pointee.cache != nil {
            endCache(of: thread)
        }
        if wormer_has_retired(thread) {
            DeferredRelease.sweep(for: thread)
        }
    }

    /// Runs `body`, all of whose constructions answer one request.
    @usableFromInline
    static func jointly<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = wormer_this_thread()
        wormer_add_joint_requests(thread, 1)
        defer {
            wormer_add_joint_requests(thread, -1)
            if thread.pointee.cache != nil {
                endCache(of: thread)
            }
        }
        return try body()
    }

    /// Gives up what was shared, if the outermost request is answered.
    @usableFromInline
    @inline(never)
    static func endCache(of thread: UnsafeMutablePointer<wormer_thread>) {
        guard thread.pointee.count == 0, thread.pointee.joint_requests == 0, let cache = thread.pointee.cache else {
            return
        }
        wormer_set_cache(thread, nil)
        _ = Unmanaged<InstanceCache>.fromOpaque(cache).takeRetainedValue().end()
    }

    /// Shows a request to the recorder of the innermost construction, if it has one.
    static func record(_ key: Key) {
        let thread = wormer_this_thread()
        if thread.pointee.count > 0 {
            if thread.pointee.recordings > 0, let recorder = thread.pointee.frames?[thread.pointee.count - 1].recorder {
                Unmanaged<Recorder>.fromOpaque(recorder).takeUnretainedValue().note(key)
            }
        } else if Watchers.areThere(.recorder) {
            TaskFrame.current?.recorder?.note(key)
        }
    }
}

/// A binding that was requested, on the way to a request.
struct RequestedBinding {
    let binding: AnyBinding

    /// The place of the request; nil for a read of a declared service, which has none.
    let location: CodeLocation?
}

/// Records what a factory requests, each key once.
final class Recorder: @unchecked Sendable {
    // What changes is guarded by `lock`: an asynchronous factory may make requests from several tasks at once.
    private let lock = Lock()
    private var noted: [Key] = []

    var keys: [Key] {
        lock.withLock { noted }
    }

    func note(_ key: Key) {
        while true {
            let known = lock.withLock { noted }
            // Keys are compared outside the lock: that runs the user's `==`.
            if known.contains(key) {
                return
            }
            let isUnchanged = lock.withLock {
                guard noted.count == known.count else {
                    return false
                }
                noted.append(key)
                return true
            }
            if isUnchanged {
                return
            }
        }
    }
}
