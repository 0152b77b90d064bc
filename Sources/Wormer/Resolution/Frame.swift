/// A construction that is under way in a task, and the constructions around it.
///
/// An asynchronous lookup hands the frame down to the parameters of a factory. Child tasks of an asynchronous function
/// find it in their context.
@usableFromInline
package final class Frame: @unchecked Sendable {
    // Immutable, except for the cache, which a lock guards.

    /// The binding, or nil if this is a lookup of several instances, which share what they can.
    let binding: Binding?
    let location: CodeLocation

    /// The scope or the cache that keeps the instance.
    let keeper: InstanceCache?

    /// Records what the factory looks up, or nil if that is known.
    let recorder: Recorder?
    let outer: Frame?

    /// The innermost open scope that the factory sees when it begins, if its lookups are recorded.
    let start: OpenedScope?

    /// Whether the construction has a task of its own, and the lookup waits for it like for another's.
    let hasOwnTask: Bool

    /// Whether functions may have to run in another context, because this or an outer instance is kept.
    @usableFromInline let isOfKept: Bool

    private static let lock = Lock()
    private var shared: InstanceCache?

    /// Creates a frame inside another one.
    init(
        _ binding: Binding?,
        at location: CodeLocation,
        keptBy keeper: InstanceCache? = nil,
        recorder: Recorder? = nil,
        hasOwnTask: Bool = false,
        below outer: Frame?
    ) {
        self.binding = binding
        self.location = location
        self.keeper = keeper
        self.recorder = recorder
        self.hasOwnTask = hasOwnTask
        self.outer = outer
        isOfKept = binding?.isHolder == true || outer?.isOfKept == true
        start = recorder == nil ? nil : binding?.isHolder == true ? keeper as? OpenedScope : .innermost
    }

    /// Creates the frame of the construction of what was found.
    convenience init(
        constructing found: Found,
        at location: CodeLocation,
        hasOwnTask: Bool = false,
        below outer: Frame?
    ) {
        self.init(
            found.binding,
            at: location,
            keptBy: found.cache,
            recorder: found.binding.isRecorded ? nil : Recorder(),
            hasOwnTask: hasOwnTask,
            below: outer
        )
    }

    /// The innermost construction whose instance is kept, up to a frame whose context reflects it.
    ///
    /// - Returns: The scope that keeps the instance, or nil in it if the instance lives longer than every open scope; nil
    ///   if there is none.
    func holder(upTo last: Frame?) -> OpenedScope?? {
        var next: Frame? = self
        while let frame = next, frame !== last {
            if frame.binding?.isHolder == true {
                return .some(frame.keeper as? OpenedScope)
            }
            next = frame.outer
        }
        return nil
    }

    /// A context for functions below this frame, or nil if the current one has the same scopes.
    ///
    /// Parameters are awaited in the context of the task. If the instance around them is kept, their functions see the
    /// scopes that it may use.
    var contextBelow: Context? {
        guard case let keeper? = holder(upTo: Context.liveFrame) else { return nil }
        return OpenedScope.context(keptBy: keeper)
    }

    @usableFromInline var isRecording: Bool { recorder != nil }

    var owner: Owner { Owner(number: UInt(bitPattern: ObjectIdentifier(self)), isThread: false) }

    /// The instances that all constructions for the outermost lookup share.
    var cache: InstanceCache {
        var outermost = self
        while let outer = outermost.outer {
            outermost = outer
        }
        return Frame.lock.withLock { [outermost] in
            let cache = outermost.shared ?? InstanceCache()
            outermost.shared = cache
            return cache
        }
    }

    /// Runs the asynchronous function of the factory, whose lookups find the frame.
    nonisolated(nonsending) func run(
        _ body: nonisolated(nonsending) () async throws -> AnyInstance
    ) async throws -> AnyInstance {
        if recorder != nil {
            Watchers.begin(Watchers.recorder)
        }
        defer {
            if recorder != nil {
                Watchers.end(Watchers.recorder)
            }
        }
        let context = binding?.isHolder == true ? nil : outer?.contextBelow
        return try await (context ?? Context.new()).run(in: self, body)
    }
}

/// A construction on the path to a lookup.
struct PathStep {
    let binding: Binding
    /// The location of the lookup, or nil for a read of a declared service whose line is not known.
    let location: CodeLocation?
    /// The scope or the cache that keeps the instance.
    var keeper: InstanceCache?

    init(_ binding: Binding, at location: CodeLocation?, keptBy keeper: InstanceCache? = nil) {
        self.binding = binding
        self.location = binding.key.placeOfLookup(location)
        self.keeper = keeper
    }
}

extension Key {
    /// Returns the location of a lookup, or nil if it is that of the declaration, because the line of the read is not
    /// known.
    func placeOfLookup(_ location: CodeLocation?) -> CodeLocation? {
        location == declaration?.location ? nil : location
    }
}

/// The constructions around a lookup.
///
/// On a thread, they are the frames of the thread, up to one that a task called, and then those of the task. A finished
/// construction is none of them.
@usableFromInline
enum Constructions {
    /// Visits each construction, the innermost first, until a function returns true.
    ///
    /// - Parameters:
    ///   - frame: The frame of the asynchronous lookup, or nil for a synchronous one.
    ///   - isLastOnThread: Called with each frame of the thread. The code that pushed it retains its objects.
    ///   - isLastInTask: Called with each frame of the task.
    @inline(__always)
    private static func visit(
        below frame: Frame?,
        _ isLastOnThread: (ThreadFrame) -> Bool,
        _ isLastInTask: (Frame) -> Bool
    ) {
        var next = frame
        if frame == nil {
            var pushed = ThreadFrame.innermost
            while let frame = pushed, next == nil {
                if isLastOnThread(frame) {
                    return
                }
                (next, pushed) = (frame.task, frame.outer)
            }
            next = next ?? Context.liveFrame
        }
        while let frame = next, !isLastInTask(frame) {
            next = frame.outer
        }
    }

    /// The constructions, from the outermost to the innermost.
    static func path(below frame: Frame?) -> [PathStep] {
        var path: [PathStep] = []
        visit(below: frame) { pushed in
            pushed.step.map { path.append($0) }
            return false
        } _: { frame in
            frame.binding.map { path.append(PathStep($0, at: frame.location, keptBy: frame.keeper)) }
            return false
        }
        return path.reversed()
    }

    /// Returns whether an instance of a binding, or of a decorated form of it, is under construction around a lookup.
    ///
    /// A chain may be long, and each of its lookups asks this.
    static func contain(_ binding: Binding, below frame: Frame?) -> Bool {
        let identity = binding.identity
        var isThere = false
        visit(below: frame) { pushed in
            isThere = pushed.isOf(identity)
            return isThere
        } _: { frame in
            isThere = frame.binding?.identity == identity
            return isThere
        }
        return isThere
    }

    /// The innermost construction whose instance is kept from one lookup to the next.
    ///
    /// - Returns: The scope that keeps the instance, or nil in it if the instance lives longer than every open scope; nil
    ///   if there is none.
    static func holder(below frame: Frame?) -> OpenedScope?? {
        var holder: OpenedScope??
        visit(below: frame) { pushed in
            guard let step = pushed.step, step.binding.isHolder else { return false }
            holder = .some(step.keeper as? OpenedScope)
            return true
        } _: { frame in
            guard frame.binding?.isHolder == true else { return false }
            holder = .some(frame.keeper as? OpenedScope)
            return true
        }
        return holder
    }

    /// The task's frame around a synchronous lookup.
    static var taskFrame: Frame? {
        var found: Frame?
        visit(below: nil) { _ in
            false
        } _: { frame in
            found = frame
            return true
        }
        return found
    }
}
