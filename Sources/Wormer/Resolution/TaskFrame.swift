import CWormer

/// A construction that is under way in a task, and the constructions around it.
///
/// The children of the task inherit the frame. For a thread, `ResolutionStack` has the same purpose.
@usableFromInline
final class TaskFrame: @unchecked Sendable {
    // `address` is stored before other tasks can find the frame. `content` is guarded by `lock`.

    struct Content {
        /// The binding, or nil if this is a request for several instances, which share what they can.
        let requested: RequestedBinding?
        /// The construction that other requests wait for, or nil if the instance is not shared.
        let construction: Construction?
        /// The cache that keeps the instance, if one does.
        let keeper: InstanceCache?
        /// The instances that all constructions for the outermost request share.
        let cache: InstanceCache
    }

    /// The content; nil after the construction has ended.
    ///
    /// A task that outlives the factory retains the frame, but must not keep instances alive.
    @exclusivity(unchecked) private var content: Content?

    /// The identity of the binding, which the frame keeps after the construction has ended.
    private let identity: Int?

    /// The recorder of the factory's requests, or nil if they are known.
    let recorder: Recorder?

    let outer: TaskFrame?

    /// The bindings that are known to need awaiting.
    let known: AwaitedBindings?
    private let lock = Lock()

    /// The address at which the task and its children find this frame.
    @exclusivity(unchecked) private var address: UnsafeRawPointer?

    @TaskLocal private static var innermost: TaskFrame?

    // The address of the task-local, which is a constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(TaskFrame.$innermost).toOpaque()

    /// Creates a frame inside `outer`, the frame whose factory requested the instance.
    init(
        _ requested: RequestedBinding?,
        in keeper: InstanceCache? = nil,
        construction: Construction? = nil,
        recorder: Recorder?,
        outer: TaskFrame?,
        known: AwaitedBindings? = nil
    ) {
        identity = requested?.binding.identity
        self.recorder = recorder
        self.outer = outer
        self.known = known ?? outer?.known
        let cache = outer?.cache ?? InstanceCache()
        content = Content(requested: requested, construction: construction, keeper: keeper, cache: cache)
    }

    /// The content, or nil after the construction has ended.
    var current: Content? {
        lock.withLock { content }
    }

    /// The instances that all constructions for the outermost request share.
    var cache: InstanceCache {
        current?.cache ?? InstanceCache()
    }

    /// The innermost construction that waits for the current task.
    ///
    /// A task that a factory started and that outlives it has a copy of the frame. No construction waits for that task.
    static var current: TaskFrame? {
        guard Watchers.areThere(Watchers.taskFrame), let address = taskLocalAddress(key), let frame = innermost,
            frame.address == address, frame.current != nil
        else {
            return nil
        }
        return frame
    }

    /// Whether the requests of the current task are recorded.
    static var isRecording: Bool {
        Watchers.areThere(Watchers.recorder) && current?.recorder != nil
    }

    /// The constructions, from the outermost to the innermost.
    static var path: [RequestedBinding] {
        var path: [RequestedBinding] = []
        var next = current
        while let frame = next {
            frame.current?.requested.map { path.append($0) }
            next = frame.outer
        }
        return path.reversed()
    }

    /// Returns whether an instance of `binding`, or of a copy of it in an override, is under construction in this task.
    static func contains(_ binding: AnyBinding) -> Bool {
        let innermost = current
        // Each frame keeps the next one, so that a retain, of which a long path would take many, is not necessary.
        var next = innermost.map(Unmanaged.passUnretained)
        while let frame = next {
            if frame._withUnsafeGuaranteedRef({ $0.identity == binding.identity && $0.current != nil }) {
                return true
            }
            next = frame._withUnsafeGuaranteedRef { $0.outer.map(Unmanaged.passUnretained) }
        }
        return withExtendedLifetime(innermost) { false }
    }

    /// The constructions inside the innermost construction of a shared instance, the outermost first.
    var unshared: [RequestedBinding] {
        let contents = sequence(first: self, next: \.outer).lazy.map(\.current)
        let unshared = contents.prefix { $0 != nil && $0?.construction == nil }
        return unshared.compactMap { $0?.requested }.reversed()
    }

    /// The innermost construction of a shared instance.
    var construction: Construction? {
        for frame in sequence(first: self, next: \.outer) {
            if let construction = frame.current?.construction {
                return construction
            }
        }
        return nil
    }

    /// Returns whether the frame is inside a construction of a shared instance.
    func isInside(_ construction: Construction) -> Bool {
        sequence(first: self, next: \.outer).contains { $0.current?.construction === construction }
    }

    /// The innermost construction whose instance is kept, and the instances of its scope; see `ResolutionStack`.
    var innermostHolder: (frame: TaskFrame, keeper: ScopeInstances?)? {
        for frame in sequence(first: self, next: \.outer) {
            guard let content = frame.current, let binding = content.requested?.binding else { continue }
            switch binding.holding {
            case .scope: return (frame, content.keeper as? ScopeInstances)
            case .binding: return (frame, nil)
            case .nothing: break
            }
        }
        return nil
    }

    /// Runs a factory as the innermost construction.
    nonisolated(nonsending) func run<Made>(_ make: nonisolated(nonsending) () async throws -> Made) async throws -> Made
    {
        Watchers.begin(Watchers.taskFrame)
        if recorder != nil {
            Watchers.begin(Watchers.recorder)
        }
        defer {
            let ended = lock.withLock {
                defer { content = nil }
                return content
            }
            if outer == nil {
                _ = ended?.cache.end()
            }
            if recorder != nil {
                Watchers.end(Watchers.recorder)
            }
            Watchers.end(Watchers.taskFrame)
        }
        return try await TaskFrame.$innermost.withValue(self) {
            address = taskLocalAddress(TaskFrame.key)
            return try await make()
        }
    }

    /// Runs `body` as one request with several constructions.
    static nonisolated(nonsending) func jointly<Result>(_ body: nonisolated(nonsending) () async throws -> Result)
        async throws -> Result
    {
        let outer = current
        let frame = TaskFrame(nil, recorder: outer?.recorder, outer: outer)
        return try await frame.run(body)
    }
}
