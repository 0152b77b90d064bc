import CWormer

/// What the lookups of a task and its children see: an override, open scopes, and the asynchronous function around them.
///
/// It is the only task-local of the library. A new context begins as a copy of the current one.
package final class Context: @unchecked Sendable {
    // Immutable while it is bound, except for `address`, which is atomic.

    /// The override.
    @exclusivity(unchecked) package final var override: Override?

    /// The innermost open scope; what was visible where it was opened is visible here, too.
    @exclusivity(unchecked) package final var scope: OpenedScope?

    /// Further scopes, which are open around the closure of a handle, the innermost first.
    @exclusivity(unchecked) package final var around: [OpenedScope] = []

    /// The construction whose asynchronous function runs.
    ///
    /// It is not retained: the context is live only as long as the function runs.
    @exclusivity(unchecked) private final var frame: Unmanaged<Frame>?

    /// Whether an `onEnd` runs, which must not wait for other ends.
    @exclusivity(unchecked) final var isEnding = false

    /// Whether an override ends, so that lookups are not late.
    @exclusivity(unchecked) final var isOverrideEnding = false

    /// Whether `verifyInstances()` is creating instances, which no test uses.
    @exclusivity(unchecked) final var isVerifying = false

    /// Whether a service is read only to change a part of it, which is no use.
    @exclusivity(unchecked) package final var isChanging = false

    /// Whether objects that are created now are retained by the owner of a wrapper that does not retain its override.
    @exclusivity(unchecked) final var isForOwner = false

    /// The number of constructions around the handler of traces, whose lookups have no trace.
    @exclusivity(unchecked) final var depthOfTrace: Int?

    /// The files whose services are visible, for tests, which all belong to one program; nil for all files.
    @exclusivity(unchecked) package final var knownFiles: [String]?

    /// The address at which the task finds this context while it is bound there with a frame, or else 0.
    ///
    /// An unstructured task has a copy of the context at another address. It keeps the override and the scopes, but is
    /// not part of the construction.
    private final var address: UnsafeMutablePointer<UInt>?

    @TaskLocal private static var bound: Context?

    // The address of the task-local, which is constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(Context.$bound).toOpaque()

    /// Creates a context without anything.
    private init() {}

    /// Creates a copy of the current context, or one without anything.
    ///
    /// - Parameter change: Changes the copy.
    /// - Returns: The context.
    package static func new(_ change: (Context) -> Void = { _ in }) -> Context {
        let context = Context()
        defer { change(context) }
        unretained?._withUnsafeGuaranteedRef { current in
            context.override = current.override
            context.scope = current.scope
            context.around = current.around
            context.isEnding = current.isEnding
            context.isOverrideEnding = current.isOverrideEnding
            context.isVerifying = current.isVerifying
            context.isChanging = current.isChanging
            context.isForOwner = current.isForOwner
            context.depthOfTrace = current.depthOfTrace
            context.knownFiles = current.knownFiles
            context.frame = liveFrame.map(Unmanaged.passUnretained)
        }
        return context
    }

    /// Creates a context without override and scopes, for ends that do not belong to the code that happens to cause them.
    static func outside(_ change: (Context) -> Void = { _ in }) -> Context {
        let context = Context()
        change(context)
        return context
    }

    deinit {
        address?.deallocate()
    }

    // MARK: - The current context

    /// The context of the current task, or nil if there is none.
    package static var current: Context? { unretained?.takeUnretainedValue() }

    /// The context, without retaining it.
    ///
    /// The task retains it for the duration of a call.
    static var unretained: Unmanaged<Context>? {
        taskLocalAddress(key)?.load(as: UnsafeRawPointer?.self).map { .fromOpaque($0) }
    }

    /// The override of the current task.
    ///
    /// While there is no override in the process, no task is in one.
    package static var override: Override? {
        guard Watchers.areThere(Watchers.override) else { return nil }
        return unretained?._withUnsafeGuaranteedRef(\.override)
    }

    /// The construction whose asynchronous function runs in the current task, or in the task whose child it is.
    static var liveFrame: Frame? {
        guard let place = taskLocalAddress(key),
            let context = place.load(as: UnsafeRawPointer?.self).map({ Unmanaged<Context>.fromOpaque($0) })
        else {
            return nil
        }
        return context._withUnsafeGuaranteedRef { context in
            guard let address = context.address, wormer_load_word(address) == UInt(bitPattern: place) else {
                return nil
            }
            return context.frame?.takeUnretainedValue()
        }
    }

    // MARK: - Running code in it

    /// Runs a function in this context.
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Context.$bound.withValue(self) {
            begin()
            defer { end() }
            return try body()
        }
    }

    /// Runs an asynchronous function in this context.
    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Context.$bound.withValue(
            self,
            operation: {
                begin()
                defer { end() }
                return try await body()
            },
            isolation: isolation
        )
    }

    /// Runs the asynchronous function of a construction in this context.
    nonisolated(nonsending) func run<Result>(
        in frame: Frame,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async throws -> Result {
        self.frame = .passUnretained(frame)
        return try await Context.$bound.withValue(self) {
            begin()
            defer { end() }
            return try await body()
        }
    }

    private func begin() {
        assertNoLock()
        if frame != nil, let place = taskLocalAddress(Context.key) {
            let address = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
            address.initialize(to: UInt(bitPattern: place))
            self.address = address
        }
    }

    private func end() {
        address.map { wormer_store_word($0, 0) }
    }
}
