import CWormer

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

    /// Whether the instance is kept from one lookup to the next, and the open scope that keeps it, if one does.
    private let isKept: Bool
    let keeper: OpenedScope?

    /// The cell of the binding, if it is unknown what the factory looks up.
    private let cell: Guarded<Cell>?

    /// Records what the factory looks up, or what the one around a lookup of several instances does; nil if that is known.
    let recorder: Recorder?
    let outer: Frame?

    /// Whether the construction has a task of its own, and the lookup waits for it like for another's.
    let hasOwnTask: Bool

    /// Whether the functions run in another context than the lookup, because this instance is kept, or the one around it
    /// whose awaited parameter it is.
    let entersScopes: Bool

    /// The innermost construction around this one whose instance is kept, or else the outermost one; nil if that is this.
    private let outerRoot: Unmanaged<Frame>?

    /// The number of constructions around this one.
    fileprivate let depth: Int

    private static let lock = Guarded(())
    private var lastCache: ResolutionCache?

    /// Creates a frame inside another one.
    ///
    /// - Parameters:
    ///   - binding: The binding, or nil if this is a lookup of several instances.
    ///   - location: The location of the lookup.
    ///   - keeper: The open scope that keeps the instance, if one does.
    ///   - cell: The cell of the binding, if it is unknown what the factory looks up.
    ///   - hasOwnTask: Whether the construction has a task of its own.
    ///   - outer: The frame around this one.
    init(
        _ binding: Binding?,
        at location: CodeLocation,
        keptBy keeper: OpenedScope? = nil,
        recordingIn cell: Guarded<Cell>? = nil,
        hasOwnTask: Bool = false,
        below outer: Frame?
    ) {
        self.binding = binding
        self.location = location
        (self.keeper, self.cell) = (keeper, cell)
        self.hasOwnTask = hasOwnTask
        self.outer = outer
        depth = outer.map { $0.depth + 1 } ?? 0
        isKept = binding?.isHolder == true
        outerRoot = isKept ? nil : outer.map { $0.outerRoot ?? Unmanaged.passUnretained($0) }
        entersScopes = isKept || outer?.seesOtherScopes == true
        if cell != nil {
            let scope = outerRoot?.takeUnretainedValue().keeper ?? keeper
            recorder = Recorder(since: entersScopes ? scope : .innermost)
        } else {
            recorder = binding == nil ? outer?.recorder : nil
        }
    }

    /// Whether lookups of parameters, which are awaited in the context of the task, see other scopes than that has.
    ///
    /// The context of a function that runs is its own.
    var seesOtherScopes: Bool { entersScopes && self !== Context.liveFrame }

    /// The construction as a step of a path.
    var step: PathStep? { binding.map { PathStep(binding: $0, location: location, keeper: keeper) } }

    private var root: Frame { outerRoot?.takeUnretainedValue() ?? self }

    /// The innermost construction whose instance is kept from one lookup to the next, this one included.
    ///
    /// - Returns: The scope that keeps the instance, or nil in it if the instance lives longer than every open scope; nil
    ///   if there is none.
    var holder: OpenedScope?? {
        outerRoot?._withUnsafeGuaranteedRef(\.ownHolder) ?? ownHolder
    }

    private var ownHolder: OpenedScope?? { isKept ? .some(keeper) : nil }

    /// The context of the functions, or nil if the current one has the same scopes.
    private var context: Context? {
        guard entersScopes, case let keeper? = holder else { return nil }
        return OpenedScope.context(keptBy: keeper)
    }

    /// Records what the factory has looked up, if that is not known, and the instance that it has created.
    func record(_ instance: AnyInstance? = nil) {
        cell.map { binding?.record(recorder, instance, in: $0) }
    }

    var owner: Owner { Owner(number: UInt(bitPattern: ObjectIdentifier(self)), isThread: false) }

    /// Returns the `.resolution` instances that all constructions with the same root and the same scopes share.
    func cache(seeing scopes: VisibleScopes) -> ResolutionCache {
        let (cache, before) = Frame.lock.withLock { [root] _ in
            let before = root.lastCache
            return (ResolutionCache.find(in: &root.lastCache, seeing: scopes), before)
        }
        // Caches that have ended are released after the lock.
        extendLifetime(before)
        return cache
    }
}

// MARK: - Calling the user's functions

extension Frame {
    /// Calls a synchronous function that is part of the construction; see `ThreadStack.call`.
    func call(_ body: () throws -> AnyInstance) rethrows -> AnyInstance {
        var details = ThreadFrame.Details(in: self, recordedBy: recorder)
        return try wormer_this_thread().call(nil, at: nil, seeing: context, &details, body)
    }

    /// Calls the factory of a parameter that is not shared, needs no `await`, and sees what the task sees.
    func construct(_ binding: Binding, in injector: Injector, at location: CodeLocation) throws -> AnyInstance {
        var details = ThreadFrame.Details(in: self)
        do {
            return try wormer_this_thread().call(binding, at: location, seeing: nil, &details) {
                try binding.make(in: injector)
            }
        } catch {
            throw binding.explained(error, in: injector, at: location, below: self)
        }
    }

    /// Performs `call` for an asynchronous function, whose lookups, and those of its child tasks, find the frame in their
    /// context.
    nonisolated(nonsending) func call(
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
        return try await (context ?? Context.new()).run(in: self, body)
    }
}

/// A construction as a step of a path.
struct PathStep {
    let binding: Binding

    /// The location of the lookup, or nil for a read of a declared service whose line is not known.
    let location: CodeLocation?

    /// The open scope that keeps the instance, if one does.
    var keeper: OpenedScope?
}

/// The constructions around a lookup.
///
/// On a thread, they are the frames of the thread, except reads, up to one that a task called, and then those of the task. A finished
/// construction is none of them.
@usableFromInline
enum EnclosingConstructions {
    /// Visits each construction, the innermost first, until a function returns true.
    ///
    /// - Parameters:
    ///   - frame: The frame of the asynchronous lookup, or nil for a synchronous one.
    ///   - isLastOnThread: Called with each frame of the thread, reads included. The code that pushed it retains its objects.
    ///   - isLastInTask: Called with each frame of the task.
    @inline(__always)
    private static func visit(
        below frame: Frame?,
        _ isLastOnThread: (ThreadFrame) -> Bool,
        _ isLastInTask: (Frame) -> Bool
    ) {
        var next = frame
        if frame == nil {
            var pushed = wormer_this_thread().frame
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
            frame.step.map { path.append($0) }
            return false
        }
        return path.reversed()
    }

    /// Returns whether an instance of a binding, or of a decorated form of it, is under construction around a lookup.
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

    /// Returns whether a call of a declared function is inside others of the same one, and no further one should begin.
    ///
    /// Arguments needn't be comparable, so a function may call itself: on a thread until the stack is nearly used up, and in
    /// a task, which takes none of the stack, until more constructions are under way than any program means.
    static func areTooDeep(for binding: Binding, below frame: Frame?) -> Bool {
        guard frame.map({ $0.depth >= 1_200 }) ?? wormer_stack_is_low(), binding.key.isOfFunction else { return false }
        let word = binding.key.word
        return path(below: frame).count { $0.binding.key.word == word } >= (frame == nil ? 1 : 100)
    }

    /// The innermost construction whose instance is kept from one lookup to the next; see `Frame.holder`.
    static func holder(below frame: Frame?) -> OpenedScope?? {
        if let root = frame == nil ? ThreadFrame.root : nil {
            return root.task.map(\.holder) ?? .some(root.keeper)
        }
        return (frame ?? Context.liveFrame)?.holder ?? nil
    }

    /// The task's frame around a synchronous lookup.
    static var taskFrame: Frame? {
        var root = ThreadFrame.root
        while let frame = root {
            if let task = frame.task {
                return task
            }
            root = frame.outerRoot
        }
        return Context.liveFrame
    }
}
