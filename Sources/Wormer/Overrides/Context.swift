import CWormer

/// The surroundings of a task and its children: an override, open scopes, and the asynchronous function around them.
///
/// It is the only task-local of the library.
package final class Context: @unchecked Sendable {
    // Unchecked because of `address`, which is atomic, and of the other variables, which are set before the context is bound.

    /// The values that a new context takes over from the current one.
    package struct Values {
        package var override: Override?

        /// The innermost open scope; what was visible where it was opened is visible here, too.
        package var scope: OpenedScope?

        /// Further scopes, which are open around the closure of a handle, the innermost first.
        package var around: [OpenedScope] = []

        /// The number of the ending whose `onEnd` runs, which must not wait for other ends; nil if none runs.
        var ending: Int?

        /// Whether an override ends, so that lookups are not late.
        var isOverrideEnding = false

        /// Whether `verifyInstances()` is creating instances, which no test uses.
        var isVerifying = false

        /// Whether a service is read only to change a part of it, which is no use.
        package var isChanging = false

        /// Whether objects that are created now are retained by the owner of a wrapper that does not retain its override.
        var isForOwner = false

        /// The traced lookup around the code; lookups of a handler are not traced.
        var trace = Trace.Place.none

        /// The files whose services are visible, for tests, which all belong to one program; nil for all files.
        package var knownFiles: [String]?

        /// Makes a scope the innermost one.
        mutating func enter(_ scope: OpenedScope?, around: [OpenedScope] = []) {
            (self.scope, self.around) = (scope, around)
        }
    }

    @exclusivity(unchecked) private(set) var values: Values

    /// The override and the innermost open scope, which the values retain.
    @exclusivity(unchecked) private var override: Unmanaged<Override>?
    @exclusivity(unchecked) private var scope: Unmanaged<OpenedScope>?

    /// The construction whose asynchronous function runs.
    ///
    /// It is not retained: the context is live only as long as the function runs.
    var frame: Unmanaged<Frame>?

    /// The address at which the task finds this context while it is bound there with a frame, or else 0.
    ///
    /// An unstructured task has a copy of the context at another address. It keeps the override and the scopes, but is
    /// not part of the construction.
    private var address: UnsafeMutablePointer<UInt>?

    @TaskLocal static var bound: Context?

    /// The address of the task-local, which is constant.
    private static var key: UnsafeRawPointer {
        wormer_pointer(WORMER_CONTEXT_KEY).map { UnsafeRawPointer($0) } ?? firstKey()
    }

    @inline(never)
    private static func firstKey() -> UnsafeRawPointer {
        let key = Unmanaged.passUnretained(Context.$bound).toOpaque()
        wormer_set_pointer(WORMER_CONTEXT_KEY, key)
        return UnsafeRawPointer(key)
    }

    private init(_ values: Values, _ frame: Frame?) {
        self.values = values
        self.frame = frame.map(Unmanaged.passUnretained)
    }

    /// Creates a context from the current one.
    ///
    /// - Parameter change: Changes the values.
    /// - Returns: The context.
    package static func new(_ change: (inout Values) -> Void = { _ in }) -> Context {
        let context = copyOfCurrent()
        change(&context.values)
        return context
    }

    @inline(never)
    private static func copyOfCurrent() -> Context {
        read { Context($0.values, liveFrame) } ?? Context(Values(), nil)
    }

    /// Creates a context without scopes, for ends that do not belong to the code that happens to cause them.
    static func ofEnds(in override: Override? = Context.override) -> Context {
        let context = Context(Values(), nil)
        (context.values.override, context.values.isOverrideEnding) = (override, true)
        return context
    }

    deinit {
        address?.deallocate()
    }

    // MARK: - The current context

    /// The context of the current task, or nil if there is none.
    package static var current: Context? { read { $0 } }

    /// Reads from the context of the current task, if there is one, without retaining it.
    @inline(__always)
    static func read<Result>(_ body: (Context) -> Result) -> Result? {
        // The task retains the context for the duration of a call.
        guard let address = taskLocalAddress(key)?.load(as: UnsafeRawPointer?.self) else { return nil }
        return Unmanaged<Context>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
    }

    /// The innermost open scope of the current task, or nil in it if there is none; nil if the task has no context.
    ///
    /// The context keeps the scope for the duration of a call.
    @inline(__always)
    static var scope: Unmanaged<OpenedScope>?? { read { $0.scope } }

    /// The number of the ending whose `onEnd` is the caller, or has started its task.
    static var ending: Int? { read { $0.values.ending } ?? nil }

    /// Whether the caller runs in a task.
    static var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }

    /// The override of the current task.
    package static var override: Override? { unretainedOverride?.takeUnretainedValue() }

    /// The override of the current task, which the context keeps for the duration of a call.
    ///
    /// While there is no override in the process, no task is in one.
    static var unretainedOverride: Unmanaged<Override>? {
        Watchers.areThere(Watchers.override) ? overrideOfTask : nil
    }

    @inline(never)
    private static var overrideOfTask: Unmanaged<Override>? { read { $0.override } ?? nil }

    /// The construction whose asynchronous function runs in the current task, or in the task whose child it is.
    ///
    /// While no such function runs in the process, no task is in one.
    static var liveFrame: Frame? { AtomicCounter.liveContexts.isZero ? nil : liveFrameOfTask }

    @inline(never)
    private static var liveFrameOfTask: Frame? {
        read { context in
            guard let address = context.address, wormer_load_word(address) == UInt(bitPattern: taskLocalAddress(key))
            else {
                return nil
            }
            return context.frame?.takeUnretainedValue()
        } ?? nil
    }

    // MARK: - Running code in it

    /// Runs a function in this context.
    package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        // `withValue` would take three times as long, and lose the type of an error.
        let type = unsafeBitCast(Context?.self as Any.Type, to: UnsafeRawPointer.self)
        wormer_push_task_local(Context.key, Unmanaged.passRetained(self).toOpaque(), type)
        begin()
        defer {
            end()
            wormer_pop_task_local()
        }
        return try body()
    }

    func begin() {
        assertNoLock()
        override = values.override.map(Unmanaged.passUnretained)
        scope = values.scope.map(Unmanaged.passUnretained)
        if frame != nil, let place = taskLocalAddress(Context.key) {
            let address = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
            address.initialize(to: UInt(bitPattern: place))
            self.address = address
            AtomicCounter.liveContexts.increment()
        }
    }

    func end() {
        if let address {
            wormer_store_word(address, 0)
            AtomicCounter.liveContexts.add(-1)
        }
    }
}

/// Returns the address at which the current task finds the value of a task-local, or nil if the task has no value.
///
/// A child task finds the value at the same address as its parent. An unstructured task has a copy.
///
/// This function of Swift's runtime is part of its stable ABI. It is declared here and not in C: on Apple's systems,
/// Xcode makes a framework of a C target that two images share, and a framework of C code alone does not link Swift's
/// runtime.
@_silgen_name("swift_task_localValueGet")
private func taskLocalAddress(_ key: UnsafeRawPointer) -> UnsafeRawPointer?
