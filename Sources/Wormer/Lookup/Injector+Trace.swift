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

    /// The outcome of a lookup.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Outcome: String, Sendable, CustomStringConvertible {
        /// An instance was created.
        case created
        /// A shared instance already existed.
        case cached
        /// Nothing was bound.
        case notBound
        /// No instance could be created.
        case failed

        /// The name of the case.
        public var description: String { rawValue }
    }

    let key: Key

    /// The interface that was looked up, or `Any` for a lookup by name.
    public var interface: Any.Type { key.interface }

    /// The identifier of the lookup, or nil if there is none or the lookup was by name.
    public var identifier: AnyHashable? { key.identifier }

    /// The file and line of the lookup.
    public let location: CodeLocation

    /// The number of factories that were running around the lookup: 0 for an outermost one.
    public let depth: Int

    /// The outcome of the lookup.
    public let outcome: Outcome

    /// The error, if the outcome is `failed`; nil if an awaited lookup will repeat the construction.
    public let error: (any Error)?

    /// The duration of the lookup in nanoseconds, including the lookups of its dependencies.
    public let durationInNanoseconds: UInt64
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
        Trace.handler = handler
    }
}

/// A lookup that is being traced, and the trace handler of the process.
final class Trace: Sendable {
    typealias Handler = @Sendable (TraceEvent) -> Void

    private static let current = Guarded<(@Sendable (TraceEvent) -> Void)?>(nil)

    /// The handler; nil while it runs.
    static var handler: Handler? {
        get {
            depthOfCall == nil ? current.withLock { $0 } : nil
        }
        set {
            if newValue != nil { Watchers.begin(Watchers.trace) }
            if current.exchange(newValue) != nil { Watchers.end(Watchers.trace) }
        }
    }

    /// The number of constructions around the handler that runs, if one does.
    private static var depthOfCall: Int? { Context.read { $0.values.depthOfTrace } ?? nil }

    /// Whether a lookup comes from the handler itself, and not from a factory that the handler's lookups run.
    static var isInHandler: Bool {
        Watchers.areThere(Watchers.trace)
            && depthOfCall.map { $0 == EnclosingConstructions.path(below: nil).count } ?? false
    }

    private let lookup: Lookup
    private let handler: Handler
    private let begun = wormer_now()

    init(of lookup: Lookup, to handler: @escaping Handler) {
        (self.lookup, self.handler) = (lookup, handler)
    }

    /// Reports the end of the lookup.
    func end(_ outcome: TraceEvent.Outcome, _ error: (any Error)? = nil, below frame: Frame? = nil) {
        let event = TraceEvent(
            key: lookup.key,
            location: lookup.location,
            depth: EnclosingConstructions.path(below: frame).count,
            outcome: outcome,
            error: error,
            durationInNanoseconds: wormer_now() - begun
        )
        Context.new { $0.depthOfTrace = event.depth }.run { handler(event) }
    }
}
