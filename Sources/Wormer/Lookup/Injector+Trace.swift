import CWormer

/// A finished lookup, as the handler of `Injector.trace(_:)` receives it.
///
/// ```swift
/// Injector.trace { event in
///     if event.outcome == .failed {
///         print(event)
///     }
/// }
/// ```
public struct TraceEvent: @unchecked Sendable {
    // Unchecked because of the identifier, which is only compared and printed.

    /// The outcome of a lookup, for a handler that picks some of the events.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Outcome: String, Sendable {
        /// An instance was created.
        case created
        /// A shared instance already existed.
        case cached
        /// Nothing was bound.
        case notBound
        /// No instance could be created.
        case failed
    }

    package let key: Key

    /// A number that no other lookup has.
    public let id: UInt64

    /// The `id` of the lookup whose construction this one belongs to, or nil if there is none.
    ///
    /// That of an awaited parameter, or of a lookup in a child task, is the construction that awaits it.
    public let parentID: UInt64?

    /// The interface that was looked up, or `Any` for a lookup by name.
    public var interface: Any.Type { key.interface }

    /// The identifier of the lookup, or nil if there is none or the lookup was by name.
    public var identifier: AnyHashable? { key.identifier }

    /// The file and line of the lookup.
    public let location: CodeLocation

    /// The file and line of the binding, or nil if the lookup didn't construct an instance or fail to.
    public let bindingLocation: CodeLocation?

    /// The number of factories that were running around the lookup: 0 for an outermost one.
    public let depth: Int

    /// The outcome of the lookup.
    public let outcome: Outcome

    /// The error, if the outcome is `failed`.
    public let error: (any Error)?

    /// The beginning of the lookup in nanoseconds, on a clock that never goes back.
    public let beginningInNanoseconds: UInt64

    /// The duration of the lookup in nanoseconds, including the lookups of its dependencies.
    public let durationInNanoseconds: UInt64

    /// The part of the duration for which the lookup waited until somebody else had constructed the instance, in
    /// nanoseconds.
    public let waitingInNanoseconds: UInt64

    /// The part of the duration for which the lookup waited until an actor was free, in nanoseconds.
    public let waitingForActorInNanoseconds: UInt64

    /// Whether the lookup only waited for somebody else's construction.
    package let isWait: Bool

    /// Whether the lookup was awaited.
    public let isAwaited: Bool

    /// A number of the thread that answered the lookup, or nil for an asynchronous factory, which may use several.
    public let thread: UInt?

    /// Whether that was the thread of the main actor.
    public let isOnMainThread: Bool
}

extension TraceEvent.Outcome: CustomStringConvertible {
    /// The name of the case.
    public var description: String { rawValue }
}

extension TraceEvent: CustomStringConvertible {
    /// The event in one line, indented by its depth.
    public var description: String {
        let indentation = String(repeating: "  ", count: depth)
        let reason = error.map { " - " + "\($0)".prefix { $0 != "\n" } } ?? ""
        return "\(indentation)\(key) \(outcome) in \(durationInNanoseconds) ns at \(location)\(reason)"
    }
}

extension Injector {
    /// Calls a handler after every lookup in any injector.
    ///
    /// Use it to see what a program looks up, and how long that takes:
    ///
    /// ```swift
    /// Injector.trace { event in print(event) }
    /// ```
    ///
    /// Lookups of dependencies are reported before the lookup that caused them. A new handler replaces the previous
    /// one, and `trace(nil)` stops. Tracing costs nothing while it's off.
    ///
    /// The handler can resolve instances itself, such as a logger. Its lookups aren't reported, nor are those of tasks
    /// that it starts. Looking up the instance that is just being created fails there.
    ///
    /// - Parameter handler: The closure to call on the thread of the lookup, while no lock is held; nil to stop
    ///   tracing.
    public static func trace(_ handler: (@Sendable (TraceEvent) -> Void)?) {
        Trace.setHandler(handler, for: nil)
    }
}

/// A lookup that is being traced.
package final class Trace: Sendable {
    package typealias Handler = @Sendable (TraceEvent) -> Void

    /// The traced lookup, or the call of handlers, that code belongs to.
    enum Place {
        case none
        case lookup(UInt64)
        /// With the number of constructions around it.
        case handler(depth: Int)
    }

    /// The progress of a lookup that is under way.
    private struct Progress {
        var waiting: UInt64 = 0
        var waitingForActor: UInt64 = 0
        /// The thread of the actor, if the factory was called on one.
        var thread: (number: UInt, isMain: Bool)?
    }

    private typealias Handlers = [(owner: ObjectIdentifier?, call: Handler)]

    private static let state = Guarded((handlers: Handlers(), lookups: [UInt64: Progress](), lastID: UInt64(0)))

    private static var place: Place { Context.read { $0.values.trace } ?? .none }

    /// Whether a lookup comes from a handler itself, and not from a factory that the handler's lookups run.
    static var isInHandler: Bool {
        guard Watchers.areThere(Watchers.trace), case .handler(let depth) = place else { return false }
        return depth == EnclosingConstructions.path(below: nil).count
    }

    /// Replaces the handler of an owner, or of the program if that is nil.
    ///
    /// - Returns: The time.
    @discardableResult
    package static func setHandler(_ handler: Handler?, for owner: ObjectIdentifier?) -> UInt64 {
        // The former value is released after the lock.
        let old = state.withLock { state in
            let old = state.handlers
            state.handlers.removeAll { $0.owner == owner }
            handler.map { state.handlers.append((owner, $0)) }
            if old.isEmpty != state.handlers.isEmpty {
                (old.isEmpty ? Watchers.begin : Watchers.end)(Watchers.trace)
            }
            return old
        }
        extendLifetime(old)
        return wormer_now()
    }

    private let lookup: Lookup
    private let isAwaited: Bool
    private let id: UInt64
    private let parent: UInt64?
    private let begun: UInt64
    private let handlers: Handlers

    /// Begins, unless a handler itself looks something up.
    init?(of lookup: Lookup, isAwaited: Bool) {
        let place = Trace.place
        if case .handler = place { return nil }
        (self.lookup, self.isAwaited) = (lookup, isAwaited)
        (id, parent, begun, handlers) = Trace.state.withLock { state in
            state.lastID += 1
            var parent: UInt64?
            if case .lookup(let id) = place, state.lookups[id] != nil { parent = id }
            state.lookups[state.lastID] = Progress()
            return (state.lastID, parent, wormer_now(), state.handlers)
        }
    }

    /// A context in which lookups belong to this one.
    var context: Context { Context.new { $0.trace = .lookup(id) } }

    /// The time, or 0 if nothing is traced.
    static var now: UInt64 { Watchers.areThere(Watchers.trace) ? wormer_now() : 0 }

    /// Notes the end of a wait in the lookup that this code belongs to.
    ///
    /// - Parameters:
    ///   - begun: The time at which it began, or 0 if nothing was traced.
    ///   - isForActor: Whether it was one for an actor, on which the caller is now.
    static func didWait(since begun: UInt64, isForActor: Bool = false) {
        guard begun != 0, case .lookup(let id) = place else { return }
        let thread = (Owner.thisThread.number, wormer_is_on_main_actor())
        state.withLock { state in
            let waiting = wormer_now() - begun
            if isForActor {
                state.lookups[id]?.waitingForActor += waiting
                state.lookups[id]?.thread = thread
            } else {
                state.lookups[id]?.waiting += waiting
            }
        }
    }

    /// Reports the end of the lookup.
    func end(
        _ outcome: TraceEvent.Outcome,
        _ error: (any Error)? = nil,
        of binding: Binding? = nil,
        below frame: Frame? = nil
    ) {
        let duration = wormer_now() - begun
        let progress = Trace.state.withLock { $0.lookups.removeValue(forKey: id) } ?? Progress()
        let thread =
            binding?.isAsynchronous == true
            ? nil : progress.thread ?? (Owner.thisThread.number, wormer_is_on_main_actor())
        let event = TraceEvent(
            key: lookup.key,
            id: id,
            parentID: parent,
            location: lookup.location,
            bindingLocation: binding?.location,
            depth: EnclosingConstructions.path(below: frame).count,
            outcome: outcome,
            error: error,
            beginningInNanoseconds: begun,
            durationInNanoseconds: duration,
            waitingInNanoseconds: progress.waiting,
            waitingForActorInNanoseconds: progress.waitingForActor,
            isWait: outcome != .created && progress.waiting > 0 && (isAwaited || binding == nil),
            isAwaited: isAwaited,
            thread: thread?.number,
            isOnMainThread: thread?.isMain == true
        )
        Context.new { $0.trace = .handler(depth: event.depth) }.run { handlers.forEach { $0.call(event) } }
    }
}
